import { createHash, randomBytes } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { createCapFeed, deleteCapFeed, listCapFeeds, type CapFeed } from '#contract/places/place-feeds'
import { capMessages, type CapEvent } from '#domain/integrations/cap'
import type { PlaceLightning } from '#domain/integrations/place-event'
import { recordAudit } from '#server/platform/audit'
import { dayMs, later, type Clock } from '#server/platform/clock'
import { badInput, notFound, serverRefusal } from '#server/platform/http/problems'
import { serve, type Served } from '#server/platform/http/serve'
import type { MountPages } from '#server/platform/http/server'
import { isRehearsal } from '#server/platform/rehearsal/index'
import type { Db } from '#server/platform/store/index'
import { findCustomer, seizeCustomer } from '#server/rooms/customers/index'
import type { PlaceEventRow } from '#server/rooms/integrations/store'
import type { PlaceStates } from '#server/rooms/integrations/place-states'
import { findOrganizationLocation, listOrganizationLocations } from '#server/rooms/locations/index'
import * as store from './store.ts'
import { alertXml, atomXml, declaration, type CapSource } from './xml.ts'

export interface CapDeps {
  readonly db: Db
  readonly clock: Clock
  readonly baseUrl: string
  readonly places: Pick<PlaceStates, 'lightningAt'>
  readonly sources: { readonly simulated: boolean }
}

const path = '/feeds/cap'
const mostFeeds = 100
/** How far back messages are listed. */
const listedMs = dayMs
/** No copy may outlive the lease of a screen. */
const keptSeconds = 15

const hashKey = (key: string) => createHash('sha256').update(key).digest('hex')

const capEvent = (row: PlaceEventRow): CapEvent => ({
  id: row.id,
  topic: row.topic,
  sequence: row.sequence,
  type: row.type,
  atMs: row.at.getTime(),
  holdsUntilMs: row.holds_until?.getTime() ?? null,
  because: row.because,
  simulated: row.simulated,
  details: row.details,
})

/** A place's current status. */
function statusOf(lightning: PlaceLightning, simulated: boolean, isRehearsalNow: boolean): string {
  const words = {
    Delay: 'Lightning: delay',
    AllClear: 'Lightning: All Clear',
    Unknown: 'Lightning: unknown. Do not take this for All Clear',
    Unwatched: 'Lightning: not watched here. Do not take this for All Clear',
  }[lightning.state]
  if (simulated) return `EXERCISE, simulated weather. ${words}`
  return isRehearsalNow ? `EXERCISE, rehearsal. ${words}` : words
}

/** CAP feeds, one per place, for anyone who has the URL. */
export function createCap({ db, clock, baseUrl, places, sources }: CapDeps): {
  readonly routes: readonly Served[]
  readonly pages: readonly MountPages[]
} {
  const { hostname } = new URL(baseUrl)

  const wireFeed = (row: store.CapFeedRow, locationName: string): CapFeed => ({
    id: row.id,
    organizationLocationId: row.organization_location_id,
    locationName,
    created: row.created_at.toISOString(),
    lastUsed: row.last_used_at?.toISOString() ?? null,
  })

  /** A key opens one place and nothing else of the customer. */
  async function opened(key: string) {
    const feed = await store.useCapFeed(db, 'system', hashKey(key), clock.now())
    const place =
      feed && (await findOrganizationLocation(db, feed.customer_id, feed.organization_location_id))
    if (!feed || !place) return undefined
    const customer = await findCustomer(db, feed.customer_id, feed.customer_id)
    const source: CapSource = {
      sender: `place-${place.id}@${hostname}`,
      senderName: `Skywarden for ${customer?.name ?? 'an organization'}`,
      place,
      isRehearsal: await isRehearsal(db),
    }
    const since = later(clock.now(), -listedMs)
    const rows = await store.eventsOfPlace(db, feed.customer_id, place.id, since)
    return { place, source, messages: capMessages(rows.map(capEvent)) }
  }

  const mount: MountPages = (app, limits) => {
    const answer = (reply: FastifyReply, type: string, text: string) =>
      reply
        .header('cache-control', `public, max-age=${keptSeconds}`)
        .header('access-control-allow-origin', '*')
        .type(`${type}; charset=utf-8`)
        .send(text)
    const unknown = async (request: FastifyRequest, reply: FastifyReply) => {
      // A client that guesses keys is limited as a stranger.
      await limits.count(request, undefined)
      return reply.code(404).type('text/plain; charset=utf-8').send('There is no such feed.')
    }

    app.get<{ Params: { key: string } }>(`${path}/:key`, async (request, reply) => {
      const { key } = request.params
      await limits.countMachine(request)
      const found = await opened(key)
      if (!found) return unknown(request, reply)
      const { place, source, messages } = found
      const nowMs = clock.now().getTime()
      const status = statusOf(places.lightningAt(place.id, nowMs), sources.simulated, source.isRehearsal)
      const url = `${baseUrl}${path}/${key}`
      return answer(
        reply,
        'application/atom+xml',
        atomXml({ source, url, status, updatedMs: nowMs, messages }),
      )
    })
    app.get<{ Params: { key: string; event: string } }>(`${path}/:key/:event`, async (request, reply) => {
      await limits.countMachine(request)
      const found = await opened(request.params.key)
      const message = found?.messages.find(({ event }) => String(event.id) === request.params.event)
      if (!found || !message) return unknown(request, reply)
      return answer(reply, 'application/cap+xml', declaration + alertXml(found.source, message))
    })
  }

  return {
    pages: [mount],
    routes: [
      serve(listCapFeeds, async ({ caller }) => {
        const names = new Map(
          (await listOrganizationLocations(db, caller.customerId)).map(({ id, name }) => [id, name]),
        )
        return (await store.listCapFeeds(db, caller.customerId)).map(row =>
          wireFeed(row, names.get(row.organization_location_id) ?? ''),
        )
      }),

      serve(createCapFeed, async ({ caller, body, now, requestId }) => {
        const { customerId } = caller
        const place = await findOrganizationLocation(db, customerId, body.organizationLocationId)
        if (!place) throw badInput({ OrganizationLocationId: ['is not a location of the organization'] })
        const key = randomBytes(32).toString('base64url')
        const row = await db.transaction().execute(async tx => {
          // Locked: two concurrent requests cannot both take the last slot.
          await seizeCustomer(tx, customerId, customerId)
          if ((await store.listCapFeeds(tx, customerId)).length >= mostFeeds)
            throw serverRefusal(`An organization has at most ${mostFeeds} feeds. Revoke one first.`)
          const feed = { organization_location_id: place.id, key_hash: hashKey(key), created_at: now }
          const added = await store.insertCapFeed(tx, customerId, feed)
          const act = { action: 'CAP feed made', target: place.name }
          await recordAudit(tx, { by: caller, customerId, ...act, requestId }, now)
          return added
        })
        return { ...wireFeed(row, place.name), address: `${baseUrl}${path}/${key}` }
      }),

      serve(deleteCapFeed, async ({ caller, params, now, requestId }) => {
        const { customerId } = caller
        await db.transaction().execute(async tx => {
          const row = await store.deleteCapFeed(tx, customerId, params.id)
          if (!row) throw notFound('This feed')
          const act = { action: 'CAP feed revoked', target: `location ${row.organization_location_id}` }
          await recordAudit(tx, { by: caller, customerId, ...act, requestId }, now)
        })
        return null
      }),
    ],
  }
}
