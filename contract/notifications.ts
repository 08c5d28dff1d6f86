import { call } from './call.ts'
import { idNumber, idText, instant, pageQuery } from './shapes.ts'
import * as z from 'zod/mini'

export const deliveryStates = ['waiting', 'sent', 'kept', 'expired', 'failed'] as const

export const delivery = z.object({
  id: idNumber,
  created: instant,
  channel: z.enum(['email']),
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
  summary: 'What left the house, or would have, newest first',
  method: 'GET',
  path: '/api/Outbox',
  who: { roles: ['SuperAdmin'] },
  query: pageQuery,
  reply: z.array(delivery),
})

export const readDelivery = call({
  name: 'readDelivery',
  summary: 'One message of the outbox with its text',
  method: 'GET',
  path: '/api/Outbox/{id}',
  who: { roles: ['SuperAdmin'] },
  params: z.strictObject({ id: idText }),
  reply: z.extend(delivery, { text: z.string() }),
})
