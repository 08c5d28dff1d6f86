import { call } from '#contract/call'
import { fileReply, personId, version } from '#contract/shapes'
import { adminRoles } from '#domain/access/roles'
import * as z from 'zod/mini'

const days = z.nullable(z.number('must be a whole number'))
const choices = z.strictObject({
  signIns: days,
  alerts: days,
  massMessages: days,
  questions: days,
  reports: days,
  cameraViews: days,
})

const retention = z.object({ days: choices, version })
export type Retention = z.output<typeof retention>

export const getRetention = call({
  name: 'getRetention',
  summary: 'Get how long your organization keeps data about its people',
  method: 'GET',
  path: '/api/Privacy/Retention',
  who: 'signed-in',
  reply: retention,
})

export const setRetention = call({
  name: 'setRetention',
  summary: 'Set how long your organization keeps data about its people; older data is permanently deleted',
  method: 'POST',
  path: '/api/Privacy/Retention',
  who: { roles: ['SuperAdmin', 'Admin'] },
  whileActingAs: 'refused',
  body: z.strictObject({ days: choices, version: z.optional(version) }),
  reply: retention,
  current: retention,
})

export const downloadOwnData = call({
  name: 'downloadOwnData',
  summary: 'Download what is stored about you',
  method: 'POST',
  // Does not change the person's data; only adds an entry to the audit log.
  onlyReads: true,
  path: '/api/Privacy/Download',
  who: 'signed-in',
  whileActingAs: 'refused',
  body: z.strictObject({ currentPassword: z.string().check(z.maxLength(256, 'is too long')) }),
  file: 'application/json',
  reply: fileReply,
})

export const downloadPersonData = call({
  name: 'downloadPersonData',
  summary: 'Download what is stored about a person whom the caller manages',
  method: 'POST',
  onlyReads: true,
  path: '/api/Privacy/Download/{id}',
  who: { roles: adminRoles },
  whileActingAs: 'refused',
  params: z.strictObject({ id: personId }),
  file: 'application/json',
  reply: fileReply,
})
