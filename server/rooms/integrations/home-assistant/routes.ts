import { randomBytes } from 'node:crypto'
import { deleteHomeAssistantKey, getHomeAssistant, makeHomeAssistantKey } from '#contract/places/place-feeds'
import { prefixOf } from '#domain/integrations/home-assistant'
import { recordAudit } from '#server/platform/audit'
import { notFound } from '#server/platform/http/problems'
import { serve, type Served } from '#server/platform/http/serve'
import type { Db } from '#server/platform/store/index'
import type { ListenerNames } from './news.ts'
import * as store from './store.ts'

export interface HomeAssistantRouteDeps {
  readonly db: Db
  readonly listenerNames: ListenerNames
  readonly mqttAddresses: readonly string[]
}

export function homeAssistantRoutes({ db, listenerNames, mqttAddresses }: HomeAssistantRouteDeps): Served[] {
  const wire = (row: store.HomeAssistantKeyRow) => ({
    userName: listenerNames.nameOf(row.customer_id),
    discoveryPrefix: prefixOf(row.customer_id),
    addresses: [...mqttAddresses],
    created: row.created_at.toISOString(),
    lastUsed: row.last_used_at?.toISOString() ?? null,
  })

  return [
    serve(getHomeAssistant, async ({ caller }) => {
      const row = await store.findListenerKey(db, caller.customerId)
      return row ? wire(row) : null
    }),
    serve(makeHomeAssistantKey, async ({ caller, now, requestId }) => {
      const { customerId } = caller
      const key = randomBytes(24).toString('base64url')
      const row = await db.transaction().execute(async tx => {
        const saved = await store.saveKey(tx, customerId, listenerNames.hashOf(key), now)
        const act = { action: 'Home Assistant key made', target: 'Home Assistant' }
        await recordAudit(tx, { by: caller, customerId, ...act, requestId }, now)
        return saved
      })
      return { ...wire(row), key }
    }),
    serve(deleteHomeAssistantKey, async ({ caller, now, requestId }) => {
      const { customerId } = caller
      await db.transaction().execute(async tx => {
        if (!(await store.deleteKey(tx, customerId))) throw notFound('This key')
        const act = { action: 'Home Assistant key revoked', target: 'Home Assistant' }
        await recordAudit(tx, { by: caller, customerId, ...act, requestId }, now)
      })
      return null
    }),
  ]
}
