import { call } from '#contract/call'
import { firstPaths } from '#contract/first-paths'
import { emailAddress, idNumber, instant, line, permission, personId, version } from '#contract/shapes'
import { longestPassword } from '#domain/access/password-length'
import * as z from 'zod/mini'

export const user = z.object({
  id: personId,
  userName: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  fullName: z.string(),
  email: z.nullable(z.string()),
  phoneNumber: z.nullable(z.string()),
  roleId: z.string(),
  roleName: z.string(),
  roleDisplayName: z.string(),
  roleHierarchy: z.number(),
  siteId: z.nullable(z.number()),
  siteName: z.nullable(z.string()),
  customerId: z.number(),
  customerName: z.string(),
  timeZone: z.string(),
  smsNotifications: z.boolean(),
  emailNotifications: z.boolean(),
  geofenceAlertsEnabled: z.boolean(),
  alertTimesEnabled: z.boolean(),
  isActive: z.boolean(),
  /** IDs of the organization locations on the person's dashboard. */
  orgLocations: z.array(idNumber),
  /** Whether there is any location for which they are alerted. */
  hasLocations: z.boolean(),
  /** Why no alert can reach them; null if one would. */
  cannotBeReached: z.nullable(z.string()),
  hasSecondFactor: z.optional(z.boolean()),
  created: instant,
  activated: z.nullable(instant),
  version,
})
export type User = z.output<typeof user>

export const currentUser = z.extend(user, {
  permissions: z.array(permission),
  featureFlags: z.array(z.number()),
  customerStatus: z.string(),
  isCounted: z.boolean(),
  declinesNotifications: z.boolean(),
  owesSecondFactor: z.optional(z.boolean()),
  actingAs: z.nullable(z.object({ id: personId, fullName: z.string(), until: instant })),
})
export type CurrentUser = z.output<typeof currentUser>

export const getCurrentUser = call({
  name: 'getCurrentUser',
  summary: 'Get the signed-in person and their permissions',
  method: 'GET',
  path: firstPaths.currentUser,
  who: 'signed-in',
  reply: currentUser,
})

export const lastName = z.string().check(z.trim(), z.maxLength(80), z.regex(/^\P{Cc}*$/u))
export const timeZone = z.string().check(z.minLength(1, 'is required'), z.maxLength(64))
/** Empty email and phone fields are sent as null. */
export const phoneNumber = z.nullable(
  z.string().check(z.trim(), z.regex(/^\+?[0-9 ().-]{7,24}$/, 'must be a phone number')),
)

export const profileInput = z.strictObject({
  firstName: line(80),
  lastName,
  email: emailAddress,
  phoneNumber,
  timeZone,
  /** Required if the email address changes. A new address takes effect once the link sent to it is used. */
  currentPassword: z.optional(z.string().check(z.maxLength(longestPassword))),
  version: z.optional(version),
})
export type ProfileInput = z.input<typeof profileInput>

export const updateProfile = call({
  name: 'updateProfile',
  summary: 'Update your profile',
  method: 'POST',
  path: '/api/user/profile',
  who: 'signed-in',
  whileActingAs: 'refused',
  body: profileInput,
  reply: z.object({ message: z.string(), user }),
  current: user,
})
