import { randomUUID } from 'node:crypto'
import {
  createWebhook,
  deleteWebhook,
  listWebhookDeliveries,
  listWebhooks,
  replayWebhookDelivery,
  rotateWebhookSecret,
  testWebhook,
  updateWebhook,
} from '#contract/messages/webhooks'
import { mostEndpoints, rotationMs } from '#domain/integrations/webhook'
import { recordAudit } from '#server/platform/audit'
import { later } from '#server/platform/clock'
import type { Caller } from '#server/platform/http/caller'
import { assertNotOvertaken } from '#server/platform/http/overtaken'
import { badInput, notFound, serverRefusal } from '#server/platform/http/problems'
import { serve, type Served } from '#server/platform/http/serve'
import type { Outside } from '#server/platform/outside/index'
import type { Secrets } from '#server/platform/secrets'
import type { Db, Tx } from '#server/platform/store/index'
import { findEvents, lastEvents } from '#server/rooms/integrations/store'
import { listOrganizationLocationRows } from '#server/rooms/locations/index'
import { findWebhookDelivery, insertWebhookDeliveries, listWebhookDeliveryRows } from './store/deliveries.ts'
import {
  deleteEndpoint,
  findEndpoint,
  insertEndpoint,
  listEndpoints,
  lockEndpointsOf,
  seizeEndpoint,
  updateEndpoint,
  type EndpointRow,
} from './store/endpoints.ts'
import { queueStanding } from './queue-events.ts'
import { makeSecret } from './signing.ts'
import { auditedWebhook, wireDelivery, wireWebhook } from './wire.ts'

export interface WebhookRouteDeps {
  readonly db: Db
  readonly secrets: Pick<Secrets, 'seal'>
  readonly outside: Pick<Outside, 'couldAsk'>
  /** Called when there is something to send. */
  readonly onQueued: () => void
}

interface Asked {
  readonly url: string
  readonly organizationLocationIds: readonly number[] | null
}

export function webhookRoutes({ db, secrets, outside, onQueued }: WebhookRouteDeps): Served[] {
  function assertReachable(url: string) {
    if (!outside.couldAsk(url))
      throw badInput({ Url: ['must be an https:// address on the public internet, without a user name'] })
  }

  async function assertOwn(tx: Tx, caller: Caller, { url, organizationLocationIds: ids }: Asked) {
    assertReachable(url)
    if (ids === null) return
    const own = new Set((await listOrganizationLocationRows(tx, caller.customerId)).map(({ id }) => id))
    if (!ids.every(id => own.has(id)))
      throw badInput({ OrganizationLocationIds: ['are not all locations of the organization'] })
  }

  async function seized(tx: Tx, caller: Caller, id: number): Promise<EndpointRow> {
    const row = await seizeEndpoint(tx, caller.customerId, id)
    if (!row) throw notFound('This webhook')
    return row
  }

  const acting = (caller: Caller, requestId: string) => ({
    by: caller,
    customerId: caller.customerId,
    requestId,
  })

  return [
    serve(listWebhooks, async ({ caller, now }) =>
      (await listEndpoints(db, caller.customerId)).map(row => wireWebhook(row, now)),
    ),

    serve(createWebhook, async ({ caller, body, now, requestId }) => {
      const secret = makeSecret()
      const row = await db.transaction().execute(async tx => {
        await lockEndpointsOf(tx, caller.customerId)
        await assertOwn(tx, caller, body)
        if ((await listEndpoints(tx, caller.customerId)).length >= mostEndpoints)
          throw serverRefusal(`An organization can have at most ${mostEndpoints} webhooks. Delete one first.`)
        const added = await insertEndpoint(tx, {
          customer_id: caller.customerId,
          name: body.name,
          url: body.url,
          events: [...new Set(body.events)],
          organization_location_ids: body.organizationLocationIds,
          sealed_secret: secrets.seal(secret),
          created_at: now,
        })
        await queueStanding(tx, added, now)
        const act = { action: 'webhook added', target: added.name, after: auditedWebhook(added) }
        await recordAudit(tx, { ...acting(caller, requestId), ...act }, now)
        return added
      })
      onQueued()
      return { ...wireWebhook(row, now), secret }
    }),

    serve(updateWebhook, async ({ caller, params, body, now, requestId }) => {
      const row = await db.transaction().execute(async tx => {
        const before = await seized(tx, caller, params.id)
        assertNotOvertaken(updateWebhook, body.version, wireWebhook(before, now))
        await assertOwn(tx, caller, body)
        const isBack = body.enabled && before.state !== 'on'
        const after = await updateEndpoint(tx, caller.customerId, before.id, {
          name: body.name,
          url: body.url,
          events: [...new Set(body.events)],
          organization_location_ids: body.organizationLocationIds,
          updated_at: now,
          state: body.enabled ? 'on' : before.state === 'on' ? 'off' : before.state,
          // Turning the webhook on asserts that it works, so the three days after which a failing webhook is turned off
          // start again.
          ...(isBack && { state_because: null, failing_since: null, failures: 0 }),
        })
        if (isBack) await queueStanding(tx, after, now)
        const change = { before: auditedWebhook(before), after: auditedWebhook(after) }
        const act = { action: 'webhook changed', target: after.name, ...change }
        await recordAudit(tx, { ...acting(caller, requestId), ...act }, now)
        return after
      })
      onQueued()
      return wireWebhook(row, now)
    }),

    serve(deleteWebhook, async ({ caller, params, now, requestId }) => {
      await db.transaction().execute(async tx => {
        const row = await seized(tx, caller, params.id)
        await deleteEndpoint(tx, caller.customerId, row.id)
        const act = { action: 'webhook deleted', target: row.name, before: auditedWebhook(row) }
        await recordAudit(tx, { ...acting(caller, requestId), ...act }, now)
      })
      return null
    }),

    serve(rotateWebhookSecret, async ({ caller, params, now, requestId }) => {
      const secret = makeSecret()
      const row = await db.transaction().execute(async tx => {
        const before = await seized(tx, caller, params.id)
        const after = await updateEndpoint(tx, caller.customerId, before.id, {
          sealed_secret: secrets.seal(secret),
          previous_sealed_secret: before.sealed_secret,
          previous_until: later(now, rotationMs),
          updated_at: now,
        })
        const act = { action: 'webhook secret rotated', target: after.name }
        await recordAudit(tx, { ...acting(caller, requestId), ...act }, now)
        return after
      })
      return { ...wireWebhook(row, now), secret }
    }),

    serve(testWebhook, async ({ caller, params, now }) => {
      await db.transaction().execute(async tx => {
        const row = await seized(tx, caller, params.id)
        if (row.state !== 'on') throw serverRefusal('This webhook is not turned on. Turn it on first.')
        const test = { kind: 'test', type: 'TEST', message_id: `test_${randomUUID()}` } as const
        const about = { event_id: null, organization_location_id: null, topic: null }
        const of = { customer_id: caller.customerId, endpoint_id: row.id }
        await insertWebhookDeliveries(tx, [{ ...of, ...about, ...test }], now)
      })
      onQueued()
      return null
    }),

    serve(listWebhookDeliveries, async ({ caller, params, query }) => {
      if (!(await findEndpoint(db, caller.customerId, params.id))) throw notFound('This webhook')
      const page = { before: query.before, count: query.count }
      return (await listWebhookDeliveryRows(db, caller.customerId, params.id, page)).map(wireDelivery)
    }),

    serve(replayWebhookDelivery, async ({ caller, params, now }) => {
      await db.transaction().execute(async tx => {
        const row = await findWebhookDelivery(tx, caller.customerId, params.id)
        if (!row || row.event_id === null) throw notFound('This delivery')
        const endpoint = await seized(tx, caller, row.endpoint_id)
        if (endpoint.state !== 'on') throw serverRefusal('This webhook is not turned on. Turn it on first.')
        if (row.state === 'waiting') throw serverRefusal('It is still being sent.')
        const [event] = await findEvents(tx, 'system', [row.event_id])
        if (!event) throw notFound('This delivery')
        const places = await lastEvents(tx, 'system', [event.organization_location_id])
        const newest = places.find(({ topic }) => topic === event.topic)
        if ((event.type === 'ALL_CLEAR' || event.type === 'CLEAR') && newest?.id !== event.id)
          throw serverRefusal('It is no longer true, so it cannot be sent again.')
        const { customer_id, endpoint_id, event_id, message_id, type, organization_location_id, topic } = row
        const again = {
          customer_id,
          endpoint_id,
          event_id,
          message_id,
          type,
          organization_location_id,
          topic,
        }
        await insertWebhookDeliveries(tx, [{ ...again, kind: 'replay' }], now)
      })
      onQueued()
      return null
    }),
  ]
}
