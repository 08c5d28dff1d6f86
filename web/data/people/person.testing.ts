import type { User } from '#contract/people/users'

/** Returns a customer's person with defaults that a test can override. */
export function person(given: Partial<User> = {}): User {
  const { firstName = 'Alex', lastName = 'Poe' } = given
  return {
    id: '7d3f7c5e-1f0a-4c56-9d0e-5a3c8f1b2a10',
    userName: 'alex@demo.test',
    firstName,
    lastName,
    fullName: `${firstName} ${lastName}`,
    email: 'alex@demo.test',
    phoneNumber: null,
    roleId: '4',
    roleName: 'Customer',
    roleDisplayName: 'Customer',
    roleHierarchy: 4,
    siteId: 2,
    siteName: 'Athletics',
    customerId: 1,
    customerName: 'Demo',
    timeZone: 'CST',
    smsNotifications: false,
    emailNotifications: true,
    geofenceAlertsEnabled: false,
    alertTimesEnabled: true,
    isActive: true,
    orgLocations: [],
    hasLocations: true,
    cannotBeReached: null,
    created: '2026-11-01T12:00:00Z',
    activated: '2026-11-02T12:00:00Z',
    version: 1,
    ...given,
  }
}

export const notificationOnly = {
  roleId: '-1',
  roleName: 'NotificationOnly',
  roleDisplayName: 'Notification Only',
  roleHierarchy: 5,
} as const satisfies Partial<User>
