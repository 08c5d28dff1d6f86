import { adminRoles } from '#domain/access/roles'
import { weekdays } from '#domain/alert-times/alert-times'
import { call } from '#contract/call'
import { idNumber, idText, line, version } from '#contract/shapes'
import * as z from 'zod/mini'

/** In the recipient's local time. If the end is not after the start, it is on the next day. */
const clockPattern = /^([01]\d|2[0-3]):[0-5]\d:[0-5]\d$/
const notATime = 'must be a time such as 17:30:00'
const clockTime = z.string().check(z.regex(clockPattern, notATime))

export const alertTime = z.object({
  id: z.number(),
  day: z.literal(weekdays),
  startTime: clockTime,
  endTime: clockTime,
  allDay: z.boolean(),
  enabled: z.boolean(),
})
export type WireAlertTime = z.output<typeof alertTime>

/** One for each day. Days that are omitted are off. */
export const alertTimesInput = z
  .array(
    z.strictObject({
      id: z.optional(z.nullable(z.number())),
      day: z.literal(weekdays),
      startTime: z.string(notATime),
      endTime: z.string(notATime),
      allDay: z.boolean(),
      enabled: z.boolean(),
    }),
  )
  .check(
    z.maxLength(7, 'must have at most one entry for each day'),
    // Keyed by the day, like every other error about a day, not by its index in the list.
    z.check(({ value, issues }) => {
      for (const { day, ...times } of value)
        for (const field of ['startTime', 'endTime'] as const)
          if (!clockPattern.test(times[field]))
            issues.push({ code: 'custom', message: notATime, path: [day, field], input: times[field] })
    }),
  )
export type AlertTimesInput = z.output<typeof alertTimesInput>

export const userGroup = z.object({
  id: idNumber,
  name: z.string(),
  customerId: idNumber,
  /** How many people, notification-only people and policies the group has, and how many widgets use it. */
  users: z.number(),
  notificationUsers: z.number(),
  policies: z.number(),
  widgets: z.number(),
  alertTimes: z.array(alertTime),
  version,
})
export type UserGroup = z.output<typeof userGroup>

export const listGroups = call({
  name: 'listGroups',
  summary: 'List your organization’s user groups; for Assistant Admin, their own group',
  method: 'GET',
  path: '/api/site',
  who: { roles: adminRoles },
  reply: z.array(userGroup),
})

export const listOwnGroups = call({
  name: 'listOwnGroups',
  summary: 'Get the caller’s user group, if any',
  method: 'GET',
  path: '/api/site/user',
  who: 'signed-in',
  reply: z.array(userGroup),
})

export const addGroup = call({
  name: 'addGroup',
  summary: 'Add a user group; alert times default to every day from 5 AM to 11 PM',
  method: 'POST',
  path: '/api/site/add',
  who: { roles: ['SuperAdmin', 'Admin'] },
  body: z.strictObject({ name: line(80), alertTimes: z.optional(alertTimesInput) }),
  reply: z.object({ message: z.string(), userGroup }),
})

export const updateGroup = call({
  name: 'updateGroup',
  summary: 'Update a user group’s name and alert times; Assistant Admin can update their own group',
  method: 'POST',
  path: '/api/site/update',
  who: { roles: adminRoles },
  body: z.strictObject({
    id: idNumber,
    name: line(80),
    alertTimes: alertTimesInput,
    version: z.optional(version),
  }),
  reply: z.object({ message: z.string(), userGroup }),
  current: userGroup,
})

export const deleteGroup = call({
  name: 'deleteGroup',
  summary: 'Delete a user group that is not in use',
  method: 'POST',
  path: '/api/site/delete/{id}',
  who: { roles: ['SuperAdmin', 'Admin'] },
  params: z.strictObject({ id: idText }),
  reply: z.string(),
})
