import type { User } from '#contract/people/users'
import { isPermission, type Permission } from '#domain/access/permissions'
import { effectiveRole, maySignIn, roleNamed, shownHierarchy } from '#domain/access/roles'
import type { AccountState } from '#domain/access/sessions'
import { cannotBeReached, type Providers } from '#domain/notifications/reachability'
import type { Facts } from '#server/facts'
import type { AppendFact } from '#server/platform/changes/index'
import type { Caller } from '#server/platform/http/caller'
import type { UserRow } from './store.ts'

export function fullNameOf(row: Pick<UserRow, 'first_name' | 'last_name'>): string {
  return `${row.first_name} ${row.last_name}`.trim()
}

/** The customer's permissions and the person's own, without duplicates. */
export function permissionsOf(row: UserRow): Permission[] {
  return [...new Set([...row.customer_permissions, ...row.permissions])].filter(isPermission)
}

/** A person's name in the audit log: readable, and unambiguous even after names change. */
export function personAuditName(row: UserRow): string {
  return `${fullNameOf(row)} (${row.id})`
}

/** A person's user name after a change of address: people who sign in with their address will use the new one. */
export function userNameWith(row: Pick<UserRow, 'user_name' | 'email'>, email: string): string {
  return row.user_name === row.email ? email : row.user_name
}

export function isNotificationOnly(row: Pick<UserRow, 'role'>): boolean {
  return row.role === 'NotificationOnly'
}

/** What the audit log records about a person who is added, changed or deleted. */
export function shownPerson(row: UserRow) {
  return {
    firstName: row.first_name,
    lastName: row.last_name,
    userName: row.user_name,
    email: row.email,
    phoneNumber: row.phone_number,
    role: row.role,
    group: row.group_name,
    timeZone: row.time_zone,
    emailNotifications: row.email_notifications,
    smsNotifications: row.sms_notifications,
    isActive: row.is_active,
  }
}

/** Publishes that a person's data or rights have changed. */
export function appendPersonChanged(appendFact: AppendFact<Facts>, row: UserRow): void {
  const { id: personId, customer_id: customerId } = row
  appendFact('person changed', { customerId, subject: `person ${personId}`, body: { personId } })
}

/** A person as the access rules see them. */
export function personOf(row: UserRow): Omit<Caller, 'impersonator' | 'sessionId'> {
  return {
    id: row.id,
    fullName: fullNameOf(row),
    email: row.email,
    role: effectiveRole(row.role),
    permissions: permissionsOf(row),
    customerId: row.customer_id,
    groupId: row.user_group_id,
  }
}

/** What decides whether a person may be signed in. */
export function accountStateOf(row: UserRow): AccountState {
  return { isActive: row.is_active, role: effectiveRole(row.role), customerStatus: row.customer_status }
}

/** Why no alert reaches a person with the configured providers; null if one would. */
function whyNotReached(row: UserRow, providers: Providers): string | null {
  const person = {
    isActive: row.is_active,
    declines: row.declines_notifications,
    canSignIn: maySignIn(effectiveRole(row.role)),
    email: row.email,
    emailNotifications: row.email_notifications,
    isUnsubscribed: row.email_unsubscribed_at !== null,
    phoneNumber: row.phone_number,
    smsNotifications: row.sms_notifications,
    pushDevices: row.push_devices,
  }
  return cannotBeReached(person, providers)
}

export function wireUser(row: UserRow, providers: Providers): User {
  const role = roleNamed(row.role)
  return {
    id: row.id,
    userName: row.user_name,
    firstName: row.first_name,
    lastName: row.last_name,
    fullName: fullNameOf(row),
    email: row.email,
    phoneNumber: row.phone_number,
    roleId: role?.id ?? '',
    roleName: row.role,
    roleDisplayName: role?.displayName ?? row.role,
    roleHierarchy: shownHierarchy(row.role),
    siteId: row.user_group_id,
    siteName: row.group_name,
    customerId: row.customer_id,
    customerName: row.customer_name,
    timeZone: row.time_zone,
    smsNotifications: row.sms_notifications,
    emailNotifications: row.email_notifications,
    geofenceAlertsEnabled: row.geofence_alerts_enabled,
    alertTimesEnabled: row.alert_times_enabled,
    isActive: row.is_active,
    orgLocations: [...row.organization_location_ids],
    hasLocations: row.has_locations,
    cannotBeReached: whyNotReached(row, providers),
    hasSecondFactor: row.has_second_factor,
    created: row.created_at.toISOString(),
    activated: row.activated_at?.toISOString() ?? null,
    version: row.version,
  }
}
