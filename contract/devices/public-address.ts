import { adminRoles } from '#domain/access/roles'
import { call } from '#contract/call'
import { spokenText } from './sirens.ts'
import { idNumber, idText, line, version } from '#contract/shapes'
import * as z from 'zod/mini'

const speakers = { roles: adminRoles, permissions: ['pa.full_access'] } as const

export const paUnit = z.object({
  id: idNumber,
  name: z.string(),
  ipAddress: z.string(),
  defaultPlayCount: z.number(),
  isOnline: z.boolean(),
})
export type PaUnit = z.output<typeof paUnit>

export const listPaUnits = call({
  name: 'listPaUnits',
  summary:
    'List your organization’s public-address units; for Assistant Admin, those at their group’s locations',
  method: 'GET',
  path: '/api/PA',
  who: speakers,
  reply: z.array(paUnit),
})

const message = z.pipe(spokenText, z.string().check(z.minLength(1, 'is required')))

export const sendPaMessage = call({
  name: 'sendPaMessage',
  summary: 'Broadcast a message on units; returns each unit’s result',
  serverErrorKey: 'ServerError',
  method: 'POST',
  path: '/api/PA/SendMessage',
  who: speakers,
  whileActingAs: 'refused',
  body: z.strictObject({
    pAList: z
      .array(idNumber)
      .check(z.minLength(1, 'must name at least one unit'), z.maxLength(200, 'must have at most 200 units')),
    message,
    repeatCount: z
      .number()
      .check(
        z.int('must be a whole number'),
        z.minimum(1, 'must be at least 1'),
        z.maximum(5, 'must be at most 5'),
      ),
  }),
  reply: z.array(
    z.object({ paName: z.string(), status: z.literal([0, 1]), because: z.nullable(z.string()) }),
  ),
})

export const storedMessage = z.object({
  id: idNumber,
  title: z.string(),
  message: z.string(),
  customerId: idNumber,
  version,
})
export type StoredMessage = z.output<typeof storedMessage>

export const listStoredMessages = call({
  name: 'listStoredMessages',
  summary: 'List your organization’s stored public-address messages',
  method: 'GET',
  path: '/api/PA/StoredMessages',
  who: speakers,
  reply: z.array(storedMessage),
})

const storedFields = { title: line(80), message }

export const addStoredMessage = call({
  name: 'addStoredMessage',
  summary: 'Store a message',
  serverErrorKey: 'ServerError',
  method: 'POST',
  path: '/api/PA/StoredMessage',
  who: speakers,
  body: z.strictObject(storedFields),
  reply: storedMessage,
})

export const updateStoredMessage = call({
  name: 'updateStoredMessage',
  summary: 'Update a stored message',
  serverErrorKey: 'ServerError',
  method: 'PATCH',
  path: '/api/PA/StoredMessage',
  who: speakers,
  body: z.strictObject({ ...storedFields, id: idNumber, version: z.optional(version) }),
  reply: storedMessage,
  current: storedMessage,
})

export const deleteStoredMessage = call({
  name: 'deleteStoredMessage',
  summary: 'Delete a stored message',
  serverErrorKey: 'ServerError',
  method: 'DELETE',
  path: '/api/PA/StoredMessage/{id}',
  who: speakers,
  params: z.strictObject({ id: idText }),
  reply: z.string(),
})

/** Lets people preview the speech before it is played to everyone. */
export const previewSpeech = call({
  name: 'previewSpeech',
  summary: 'Get the address of a spoken preview; empty on a server without a speech engine',
  method: 'POST',
  onlyReads: true,
  path: '/api/PA/Preview',
  who: speakers,
  body: z.strictObject({ message }),
  reply: z.object({ url: z.nullable(z.string()) }),
})
