import { randomBytes } from 'node:crypto'
import { createCapFeed, deleteCapFeed, listCapFeeds, type CapFeed } from '#contract/places/place-feeds'
import { recordAudit } from '#server/platform/audit'
import { badInput, notFound, serverRefusal } from '#server/platform/http/problems'
import { serve, type Served } from '#server/platform/http/serve'
import type { Db } from '#server/platform/store/index'
import { seizeCustomer } from '#server/rooms/customers/index'
import { findOrganizationLocation, listOrganizationLocationRows } from '#server/rooms/locations/index'
import { capPath, hashCapKey } from './pages.ts'
import * as store from './store.ts'

export interface CapRouteDeps {
  readonly db: Db
  readonly baseUrl: string
}

const mostFeeds = 100

const wireFeed = (row: store.CapFeedRow, locationName: string): CapFeed => ({
  id: row.id,
  organizationLocationId: row.organization_location_id,
  locationName,
  created: row.created_at.toISOString(),
  lastUsed: row.last_used_at?.toISOString() ?? null,
})

export function capRoutes({ db, baseUrl }: CapRouteDeps): Served[] {
  return [
    serve(listCapFeeds, async ({ caller }) => {
      const names = new Map(
        (await listOrganizationLocationRows(db, caller.customerId)).map(({ id, name }) => [id, name]),
      )
      return (await store.listCapFeedRows(db, caller.customerId)).map(row =>
        wireFeed(row, names.get(row.organization_location_id) ?? ''),
      )
    }),

    serve(createCapFeed, async ({ caller, body, now, requestId }) => {
      const { customerId } = caller
      const place = await findOrganizationLocation(db, customerId, body.organizationLocationId)
      if (!place) throw badInput({ OrganizationLocationId: ['is not a location of the organization'] })
      const key = randomBytes(32).toString('base64url')
      const row = await db.transaction().execute(async tx => {
        // Locks the customer: two concurrent requests cannot both take the last slot.
        await seizeCustomer(tx, customerId, customerId)
        if ((await store.listCapFeedRows(tx, customerId)).length >= mostFeeds)
          throw serverRefusal(`An organization can have at most ${mostFeeds} feeds. Revoke one first.`)
        const feed = { organization_location_id: place.id, key_hash: hashCapKey(key), created_at: now }
        const added = await store.insertCapFeed(tx, customerId, feed)
        const act = { action: 'CAP feed made', target: place.name }
        await recordAudit(tx, { by: caller, customerId, ...act, requestId }, now)
        return added
      })
      return { ...wireFeed(row, place.name), address: `${baseUrl}${capPath}/${key}` }
    }),

    serve(deleteCapFeed, async ({ caller, params, now, requestId }) => {
      const { customerId } = caller
      await db.transaction().execute(async tx => {
        const row = await store.deleteCapFeedRow(tx, customerId, params.id)
        if (!row) throw notFound('This feed')
        const act = { action: 'CAP feed revoked', target: `location ${row.organization_location_id}` }
        await recordAudit(tx, { by: caller, customerId, ...act, requestId }, now)
      })
      return null
    }),
  ]
}
