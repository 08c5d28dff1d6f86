import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { capMessages, type CapEvent } from '#domain/integrations/cap'
import { bySatelliteOnly, exerciseWords, type PlaceLightning } from '#domain/lightning/reader-answer'
import { dayMs, later, type Clock } from '#server/platform/clock'
import type { MountPages } from '#server/platform/http/server'
import { isRehearsal } from '#server/platform/rehearsal/index'
import type { Db } from '#server/platform/store/index'
import { findCustomer } from '#server/rooms/customers/index'
import type { PlaceStates } from '#server/rooms/integrations/place-states'
import type { PlaceEventRow } from '#server/rooms/integrations/store'
import { findOrganizationLocation } from '#server/rooms/locations/index'
import * as store from './store.ts'
import { alertXml, atomXml, declaration, type CapSource } from './xml.ts'

export interface CapPageDeps {
  readonly db: Db
  readonly clock: Clock
  readonly baseUrl: string
  readonly places: Pick<PlaceStates, 'lightningAt'>
  readonly sources: { readonly simulated: boolean }
}

export const capPath = '/feeds/cap'
/** How far back messages are listed. */
const listedMs = dayMs
/** No cached copy may outlive a screen's lease. */
const keptSeconds = 15

export const hashCapKey = (key: string) => createHash('sha256').update(key).digest('hex')

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
  const mark = lightning.state === 'AllClear' && lightning.satelliteOnly ? ` (${bySatelliteOnly})` : ''
  const words = {
    Delay: 'Lightning: delay',
    AllClear: `Lightning: All Clear${mark}`,
    Unknown: 'Lightning: unknown. Do not treat this as All Clear',
  }[lightning.state]
  const exercise = exerciseWords(simulated, isRehearsalNow)
  return exercise === null ? words : `${exercise} ${words}`
}

/** The routes that serve the feeds to anyone who has the URL. */
export function capPages({ db, clock, baseUrl, places, sources }: CapPageDeps): MountPages {
  const { hostname } = new URL(baseUrl)

  /** Finds the place that a key gives access to: one of the customer's places, and nothing else. */
  async function opened(key: string) {
    const feed = await store.useCapFeed(db, 'system', hashCapKey(key), clock.now())
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

  return (app, limits) => {
    const answer = (reply: FastifyReply, type: string, text: string) =>
      reply
        .header('cache-control', `public, max-age=${keptSeconds}`)
        .header('access-control-allow-origin', '*')
        .type(`${type}; charset=utf-8`)
        .send(text)
    const unknown = async (request: FastifyRequest, reply: FastifyReply) => {
      // A client that guesses keys is rate-limited like one without a key.
      await limits.count(request, undefined)
      return reply.code(404).type('text/plain; charset=utf-8').send('There is no such feed.')
    }

    app.get<{ Params: { key: string } }>(`${capPath}/:key`, async (request, reply) => {
      const { key } = request.params
      await limits.countMachine(request)
      const found = await opened(key)
      if (!found) return unknown(request, reply)
      const { place, source, messages } = found
      const nowMs = clock.now().getTime()
      const status = statusOf(places.lightningAt(place.id, nowMs), sources.simulated, source.isRehearsal)
      const url = `${baseUrl}${capPath}/${key}`
      return answer(
        reply,
        'application/atom+xml',
        atomXml({ source, url, status, updatedMs: nowMs, messages }),
      )
    })
    app.get<{ Params: { key: string; event: string } }>(`${capPath}/:key/:event`, async (request, reply) => {
      await limits.countMachine(request)
      const found = await opened(request.params.key)
      const message = found?.messages.find(({ event }) => String(event.id) === request.params.event)
      if (!found || !message) return unknown(request, reply)
      return answer(reply, 'application/cap+xml', declaration + alertXml(found.source, message))
    })
  }
}
