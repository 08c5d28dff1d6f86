import { adminRoles, roles } from '#domain/access/roles'
import * as z from 'zod/mini'
import { call } from '#contract/call'
import { lastName, phoneNumber, timeZone, user } from './users.ts'
import {
  line,
  idNumber,
  emailAddress,
  version,
  personId,
  nothing,
  instant,
  fileReply,
} from '#contract/shapes'

export const getCustomerUsers = call({
  name: 'getCustomerUsers',
  summary: 'List your organization’s people that the caller can see',
  method: 'GET',
  path: '/api/user/customer',
  who: { roles: adminRoles },
  reply: z.array(user),
})

export const listUsersByRole = call({
  name: 'listUsersByRole',
  summary: 'List your organization’s active people with given roles that the caller can see',
  method: 'POST',
  onlyReads: true,
  path: '/api/user/roles',
  who: { roles: adminRoles },
  body: z.strictObject({ roles: z.array(z.enum(roles.map(role => role.id))) }),
  reply: z.array(user),
})

/** What an administrator sets for a person. Omitted fields keep their values, or get defaults for a new person. */
const personFields = {
  firstName: line(80),
  lastName: z._default(lastName, ''),
  phoneNumber,
  timeZone,
  siteId: idNumber,
  smsNotifications: z.optional(z.boolean()),
  emailNotifications: z.optional(z.boolean()),
}

export const newUser = z.strictObject({
  ...personFields,
  email: emailAddress,
  /** Name they sign in with; defaults to the email address. */
  userName: z.optional(line(254)),
  roleId: z.enum(['2', '3', '4'], 'is not one of the roles'),
})
export type NewUserInput = z.output<typeof newUser>

const userAnswer = z.object({ message: z.string(), user })

export const addUser = call({
  name: 'addUser',
  summary: 'Add a person and send them an invitation',
  serverErrorKey: 'ServerError',
  method: 'POST',
  path: '/api/user',
  who: { roles: adminRoles },
  body: newUser,
  reply: userAnswer,
})

export const updateUser = call({
  name: 'updateUser',
  summary: 'Update a person whom the caller manages',
  method: 'POST',
  path: '/api/user/update',
  who: { roles: adminRoles },
  body: z.extend(newUser, {
    id: personId,
    isActive: z.optional(z.boolean()),
    version: z.optional(version),
  }),
  reply: userAnswer,
  current: user,
})

export const deleteUser = call({
  name: 'deleteUser',
  summary: 'Delete a person with their locations and settings',
  method: 'DELETE',
  path: '/api/user/{id}',
  who: { roles: adminRoles },
  params: z.strictObject({ id: personId }),
  reply: nothing,
})

export const demoteUser = call({
  name: 'demoteUser',
  summary: 'Make a person Notification Only: they can no longer sign in and lose their own locations',
  method: 'DELETE',
  path: '/api/user/demote',
  who: { roles: adminRoles },
  query: z.strictObject({ id: personId }),
  reply: userAnswer,
})

export const promoteUser = call({
  name: 'promoteUser',
  summary: 'Make a Notification Only person a full user and send them an invitation',
  serverErrorKey: 'ServerError',
  method: 'POST',
  path: '/api/user/PromoteNotificationOnlyUser',
  who: { roles: adminRoles },
  body: z.extend(newUser, { id: personId, version: z.optional(version) }),
  reply: userAnswer,
  current: user,
})

// People who are notified but cannot sign in

export const notificationUserInput = z.strictObject({
  ...personFields,
  email: z.nullable(emailAddress),
})

export const listNotificationUsers = call({
  name: 'listNotificationUsers',
  summary: 'List your organization’s notification-only people that the caller can see',
  method: 'GET',
  path: '/api/notificationuser',
  who: { roles: adminRoles },
  reply: z.array(user),
})

export const addNotificationUser = call({
  name: 'addNotificationUser',
  summary: 'Add a person who is notified but cannot sign in',
  method: 'POST',
  path: '/api/notificationuser',
  who: { roles: adminRoles },
  body: notificationUserInput,
  reply: userAnswer,
})

export const updateNotificationUser = call({
  name: 'updateNotificationUser',
  summary: 'Update a notification-only person',
  method: 'POST',
  path: '/api/notificationuser/update',
  who: { roles: adminRoles },
  body: z.extend(notificationUserInput, { id: personId, version: z.optional(version) }),
  reply: userAnswer,
  current: user,
})

export const deleteNotificationUser = call({
  name: 'deleteNotificationUser',
  summary: 'Delete a notification-only person',
  method: 'DELETE',
  path: '/api/notificationuser/{id}',
  who: { roles: adminRoles },
  params: z.strictObject({ id: personId }),
  reply: nothing,
})

export const getEmailSubscriptions = call({
  name: 'getEmailSubscriptions',
  summary: 'Check whether a notification-only person still receives email alerts',
  method: 'GET',
  path: '/api/notificationuser/{id}/emailsubscriptions',
  who: { roles: adminRoles },
  params: z.strictObject({ id: personId }),
  reply: z.object({ isSubscribed: z.boolean(), unsubscribed: z.nullable(instant) }),
})

// Bulk import

export const exportUsers = call({
  name: 'exportUsers',
  summary: 'Export the people that the caller can see as CSV; the import accepts the same file',
  method: 'GET',
  path: '/api/user/Export',
  who: { roles: adminRoles },
  file: 'text/csv',
  reply: fileReply,
})

export const importedRow = z.object({
  /** Line number in the file. */
  line: z.number(),
  name: z.string(),
  outcome: z.enum(['add', 'change', 'same', 'refuse', 'skip']),
  problems: z.array(z.string()),
  /** Warnings that do not cause the row to be rejected but should be reviewed before importing. */
  warnings: z.array(z.string()),
})
export type ImportedRow = z.output<typeof importedRow>

export const importUsers = call({
  name: 'importUsers',
  onlyReadsWith: { apply: false },
  summary:
    'Validate a CSV of people row by row and, if requested and no row is rejected, import it, except for the lines to skip',
  method: 'POST',
  path: '/api/user/Import',
  who: { roles: adminRoles },
  bodyLimitBytes: 2500000,
  body: z.strictObject({
    text: z.string().check(z.minLength(1, 'is required'), z.maxLength(2000000, 'is too long')),
    apply: z.boolean(),
    skipLines: z.optional(z.array(z.number().check(z.int(), z.positive())).check(z.maxLength(2000))),
  }),
  reply: z.object({ rows: z.array(importedRow), isApplied: z.boolean() }),
})

export const getRoles = call({
  name: 'getRoles',
  summary: 'List the roles',
  method: 'GET',
  path: '/api/user/roles',
  who: 'signed-in',
  reply: z.array(
    z.object({ id: z.string(), name: z.string(), displayName: z.string(), hierarchy: z.number() }),
  ),
})
