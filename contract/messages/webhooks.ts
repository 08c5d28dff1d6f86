import { adminRoles } from '#domain/access/roles'
import { placeEventTypes } from '#domain/integrations/place-event'
import { call } from '#contract/call'
import { idNumber, idText, instant, line, nothing, pageQuery, version } from '#contract/shapes'
import * as z from 'zod/mini'

const readers = { roles: adminRoles, permissions: ['read:integrations', 'write:integrations'] } as const
const writers = { roles: ['SuperAdmin', 'Admin'], permissions: ['write:integrations'] } as const

const eventType = z.enum(placeEventTypes, 'is not an event')

export const webhook = z.object({
  id: idNumber,
  name: z.string(),
  url: z.string(),
  events: z.array(eventType),
  /** Null means every location of the organization. */
  organizationLocationIds: z.nullable(z.array(idNumber)),
  state: z.enum(['on', 'off', 'paused', 'gone']),
  stateBecause: z.nullable(z.string()),
  /** When deliveries began to fail; null if the last attempt succeeded. */
  failingSince: z.nullable(instant),
  lastSuccess: z.nullable(instant),
  /** When the previous secret stops being used for signing. */
  previousSecretUntil: z.nullable(instant),
  created: instant,
  version,
})
export type Webhook = z.output<typeof webhook>

/** The server decides whether it may call this URL. */
const url = z
  .string()
  .check(
    z.trim(),
    z.maxLength(500, 'must have at most 500 characters'),
    z.url({ protocol: /^https?$/, error: 'must be an address that begins with https://' }),
  )

const webhookFields = {
  name: line(80),
  url,
  events: z
    .array(eventType)
    .check(z.minLength(1, 'must name an event'), z.maxLength(placeEventTypes.length, 'names an event twice')),
  organizationLocationIds: z._default(
    z.nullable(
      z
        .array(idNumber)
        .check(z.minLength(1, 'must name a location'), z.maxLength(500, 'must have at most 500 locations')),
    ),
    null,
  ),
}
export const newWebhook = z.strictObject(webhookFields)
export const changedWebhook = z.strictObject({
  ...webhookFields,
  enabled: z.boolean(),
  version: z.optional(version),
})

/** Includes the webhook's signing secret, which is never returned again. */
const withSecret = z.extend(webhook, { secret: z.string() })
const oneWebhook = z.strictObject({ id: idText })

export const listWebhooks = call({
  name: 'listWebhooks',
  summary: 'List your organization’s webhooks',
  method: 'GET',
  path: '/api/webhooks',
  who: readers,
  reply: z.array(webhook),
})

export const createWebhook = call({
  name: 'createWebhook',
  summary: 'Add a webhook; its signing secret is shown once',
  method: 'POST',
  path: '/api/webhooks',
  who: writers,
  body: newWebhook,
  reply: withSecret,
})

export const updateWebhook = call({
  name: 'updateWebhook',
  summary: 'Update a webhook, turn it off, or turn it back on',
  method: 'PUT',
  path: '/api/webhooks/{id}',
  who: writers,
  params: oneWebhook,
  body: changedWebhook,
  reply: webhook,
  current: webhook,
})

export const deleteWebhook = call({
  name: 'deleteWebhook',
  summary: 'Delete a webhook and its log',
  method: 'DELETE',
  path: '/api/webhooks/{id}',
  who: writers,
  params: oneWebhook,
  reply: nothing,
})

export const rotateWebhookSecret = call({
  name: 'rotateWebhookSecret',
  summary: 'Rotate a webhook’s signing secret; the previous one also signs for a day',
  method: 'POST',
  path: '/api/webhooks/{id}/Secret',
  who: writers,
  params: oneWebhook,
  reply: withSecret,
})

export const testWebhook = call({
  name: 'testWebhook',
  summary: 'Send a test event to a webhook',
  method: 'POST',
  path: '/api/webhooks/{id}/Test',
  who: writers,
  params: oneWebhook,
  reply: nothing,
})

export const webhookDelivery = z.object({
  id: idNumber,
  kind: z.enum(['event', 'test', 'replay']),
  /** The webhook-id header. */
  messageId: z.string(),
  type: z.string(),
  locationName: z.nullable(z.string()),
  because: z.nullable(z.string()),
  simulated: z.boolean(),
  state: z.enum(['waiting', 'delivered', 'failed', 'superseded', 'expired']),
  attempts: z.number(),
  created: instant,
  settled: z.nullable(instant),
  nextAttempt: z.nullable(instant),
  lastStatus: z.nullable(z.number()),
  lastError: z.nullable(z.string()),
})
export type WebhookDelivery = z.output<typeof webhookDelivery>

export const listWebhookDeliveries = call({
  name: 'listWebhookDeliveries',
  summary: 'List a webhook’s deliveries and their results, newest first',
  method: 'GET',
  path: '/api/webhooks/{id}/Deliveries',
  who: readers,
  params: oneWebhook,
  query: pageQuery,
  reply: z.array(webhookDelivery),
})

export const replayWebhookDelivery = call({
  name: 'replayWebhookDelivery',
  summary: 'Resend a delivery under the same id; an all clear only while it still holds',
  method: 'POST',
  path: '/api/webhooks/Deliveries/{id}/Replay',
  who: writers,
  params: z.strictObject({ id: idText }),
  reply: nothing,
})
