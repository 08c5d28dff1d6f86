import { channels } from '#domain/notifications/recipient'
import * as z from 'zod/mini'
import { idNumber, idText, instant, pageQuery, personId } from '#contract/shapes'
import { call } from '#contract/call'
import { eventTypes } from './notifications.ts'

export const deliveryStates = [
  'waiting',
  'sent',
  'delivered',
  'undelivered',
  'kept',
  'expired',
  'superseded',
  'failed',
] as const

export const delivery = z.object({
  id: idNumber,
  created: instant,
  channel: z.enum(channels),
  recipient: z.string(),
  subject: z.string(),
  state: z.enum(deliveryStates),
  attempts: z.number(),
  lastError: z.nullable(z.string()),
  settled: z.nullable(instant),
})
export type Delivery = z.output<typeof delivery>

export const listOutbox = call({
  name: 'listOutbox',
  summary: 'List the outbox, newest first',
  method: 'GET',
  path: '/api/Outbox',
  who: { roles: ['SuperAdmin'] },
  query: pageQuery,
  reply: z.array(delivery),
})

export const readDelivery = call({
  name: 'readDelivery',
  summary: 'Get an outbox message with its text',
  method: 'GET',
  path: '/api/Outbox/{id}',
  who: { roles: ['SuperAdmin'] },
  whileActingAs: 'refused',
  params: z.strictObject({ id: idText }),
  reply: z.extend(delivery, { text: z.string() }),
})

export const notifiedOrNot = z.object({
  id: idNumber,
  at: instant,
  event: z.string(),
  kind: z.string(),
  eventType: z.enum(eventTypes),
  locationLabel: z.nullable(z.string()),
  message: z.string(),
  told: z.boolean(),
  because: z.string(),
  deliveries: z.array(
    z.object({
      channel: z.enum(channels),
      recipient: z.string(),
      state: z.enum(deliveryStates),
      at: instant,
      attempts: z.number(),
      /** The provider's response, or what went wrong. */
      answer: z.nullable(z.string()),
    }),
  ),
})
export type NotifiedOrNot = z.output<typeof notifiedOrNot>

export const whyNotified = call({
  name: 'whyNotified',
  summary:
    'List the events that concerned a person: whether they were notified, why or why not, and the delivery results',
  method: 'GET',
  path: '/api/Notification/Why/{id}',
  who: 'signed-in',
  params: z.strictObject({ id: personId }),
  query: pageQuery,
  reply: z.array(notifiedOrNot),
})
