import type { RingStrike } from '#contract/weather/lightning'
import { distanceMiles, type Point } from '#domain/geo/distance'
import {
  availabilityOf,
  discoveryOf,
  prefixOf,
  stateOf,
  withdrawalOf,
  type HomeAssistantMessage,
} from '#domain/integrations/home-assistant'
import { minuteMs, type Clock } from '#server/platform/clock'
import type { Db } from '#server/platform/store/index'
import { placeRingId } from '#server/rooms/lightning/index'
import type { PlaceStates } from '#server/rooms/integrations/place-states'
import { listOrganizationLocationRows } from '#server/rooms/locations/index'
import * as store from './store.ts'

/** A customer's user name at the broker and the hash of its key, for the broker to check. */
export interface ListenerNames {
  nameOf(customerId: number): string
  hashOf(key: string): string
}

export interface HomeAssistantNewsDeps {
  readonly db: Db
  readonly clock: Clock
  readonly places: Pick<PlaceStates, 'lightningAt'>
  /** Returns recent strikes around a ring owner, as far as its rings reach. */
  readonly strikesAround: (locationId: number) => readonly RingStrike[]
  readonly sources: { readonly simulated: boolean }
  readonly listenerNames: ListenerNames
}

/** Strikes older than half an hour are ignored. */
const nearMs = 30 * minuteMs
/** Retained discovery messages are sent again once in this many rounds, in case they changed. */
const discoveryEvery = 12

interface Listener {
  readonly customerId: number
  readonly keyHash: string
  readonly prefix: string
}

export interface HomeAssistantNews {
  readonly listeners: { find(name: string): Promise<Listener | undefined> }
  /** Returns what to publish now; everything if the publisher has just started. */
  news(isFirst: boolean): Promise<{
    readonly messages: readonly HomeAssistantMessage[]
    readonly isGood: (known: Pick<Listener, 'customerId' | 'keyHash'>) => boolean
  }>
}

/** Who may subscribe at the broker, and what is published there. */
export function createHomeAssistantNews(deps: HomeAssistantNewsDeps): HomeAssistantNews {
  const { db, clock, places, sources, listenerNames } = deps
  let turn = 0
  /** The places that have been announced, by customer. */
  const announced = new Map<number, Set<number>>()

  function nearestMiles(place: Point & { readonly id: number }, sinceMs: number): number | null {
    const nearest = deps
      .strikesAround(placeRingId(place.id))
      .reduce((least, [latitude, longitude, timeMs]) => {
        const miles = timeMs < sinceMs ? null : distanceMiles(place, { latitude, longitude })
        return Math.min(least, miles ?? Infinity)
      }, Infinity)
    return Number.isFinite(nearest) ? Math.round(nearest * 10) / 10 : null
  }

  return {
    listeners: {
      async find(name) {
        const keys = await store.listKeys(db, 'system')
        const row = keys.find(({ customer_id }) => listenerNames.nameOf(customer_id) === name)
        if (!row) return undefined
        await store.noteKeyUse(db, row.customer_id, clock.now())
        return { customerId: row.customer_id, keyHash: row.key_hash, prefix: prefixOf(row.customer_id) }
      },
    },
    async news(isFirst) {
      const keys = await store.listKeys(db, 'system')
      const messages: HomeAssistantMessage[] = []
      const announces = isFirst || turn++ % discoveryEvery === 0
      const nowMs = clock.now().getTime()
      for (const { customer_id: customerId } of keys) {
        const own = await listOrganizationLocationRows(db, customerId)
        const before = announced.get(customerId) ?? new Set()
        const ids = new Set(own.map(({ id }) => id))
        for (const gone of before.difference(ids)) messages.push(...withdrawalOf(customerId, gone))
        announced.set(customerId, ids)
        messages.push(availabilityOf(customerId))
        for (const place of own) {
          if (announces || !before.has(place.id))
            messages.push(...discoveryOf(customerId, place, sources.simulated))
          const lightning = places.lightningAt(place.id, nowMs)
          const near = {
            nearestStrikeMiles: nearestMiles(place, nowMs - nearMs),
            simulated: sources.simulated,
          }
          messages.push(stateOf(customerId, place.id, lightning, near))
        }
      }
      const hashes = new Map(keys.map(({ customer_id, key_hash }) => [customer_id, key_hash]))
      return { messages, isGood: known => hashes.get(known.customerId) === known.keyHash }
    },
  }
}
