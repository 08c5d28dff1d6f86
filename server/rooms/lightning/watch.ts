import { distanceMiles } from '#domain/geo/distance'
import { shownMs } from '#domain/lightning/half-hour'
import { RingIndex } from '#domain/lightning/ring-index'
import {
  quietRing,
  withPromisedEnd,
  withSettings,
  withStrike,
  type Ring,
  type RingState,
} from '#domain/lightning/ring'
import { ringStateBy } from '#domain/lightning/proof'
import type { Strike } from '#domain/lightning/strike'
import type { LocationRings } from '#server/rooms/locations/index'
import type { ProofWithin, WatchedPlace } from './coverage-book.ts'

export type RingNumber = 1 | 2 | 3 | 4

/** Who has accepted that a satellite alone proves All Clear, and when. */
export interface Acceptance {
  readonly by: string
  readonly at: string
}

export type WatchedRings = LocationRings & WatchedPlace & { readonly satelliteAcceptance?: Acceptance | null }

export interface WatchedLocation {
  place: WatchedRings
  rings: (Ring | undefined)[]
  /** The newest strike inside each ring, as far as it is remembered. */
  newest: (Strike | undefined)[]
  /** The strikes of the last half hour inside any of the rings, in the order in which they came. */
  readonly near: Set<Strike>
}

/** A strike inside a ring of a place. */
export interface Hit {
  readonly locationId: number
  readonly ring: RingNumber
  readonly strike: Strike
}

/** The strikes of the last hour that may lie within some miles of a place. */
export type StrikesAround = (place: LocationRings, miles: number) => Iterable<Strike>

export const ringNumbers = [1, 2, 3, 4] as const

/** On the sphere a strike may seem this much farther than it was on the globe; the index knows, and so do we. */
const sphereExcess = 1.006

/** Everything watched, in memory: places by id, their rings, and an index that finds whom a strike concerns. */
export class Watch {
  readonly #places = new Map<number, WatchedLocation>()
  #index = new RingIndex([])

  ringCount(): number {
    let count = 0
    for (const { rings } of this.#places.values()) count += rings.filter(ring => ring !== undefined).length
    return count
  }

  find(locationId: number): WatchedLocation | undefined {
    return this.#places.get(locationId)
  }

  all(): Iterable<WatchedLocation> {
    return this.#places.values()
  }

  /** Fills an empty watch at once, which is cheaper than place by place. */
  fill(places: readonly WatchedRings[]) {
    for (const place of places) {
      this.#places.set(place.id, quietWatched(place))
    }
    this.#index = new RingIndex([...this.#places.values()].map(centreOf))
  }

  /** Adds a place, or follows its edits; strikes of the last hour are weighed anew. */
  set(place: WatchedRings, around: StrikesAround) {
    const before = this.#places.get(place.id)
    const reachMiles = Math.max(...place.radiiMiles, before ? centreOf(before).reachMiles : 0)
    const near = new Set<Strike>()
    for (const strike of around(place, reachMiles * sphereExcess))
      if (isInside(place, reachMiles, strike)) near.add(strike)
    const newest = place.radiiMiles.map(radius => lastInside(place, radius, near))
    const rings = ringsOf(place, before?.rings, newest)
    const watched: WatchedLocation = { place, rings, newest, near }
    this.#places.set(place.id, watched)
    this.#index.set(centreOf(watched))
  }

  remove(locationId: number) {
    this.#places.delete(locationId)
    this.#index.delete(locationId)
  }

  promiseEnd(locationId: number, ring: RingNumber, endsMs: number) {
    const watched = this.#places.get(locationId)
    const kept = watched?.rings[ring - 1]
    if (watched && kept) watched.rings[ring - 1] = withPromisedEnd(kept, endsMs)
  }

  /** Lets a strike count in every ring that it lies in; tells each of them. */
  strike(strike: Strike, onHit: (hit: Hit) => void) {
    this.#index.match(
      strike.latitude,
      strike.longitude,
      strike.positionErrorMiles,
      (locationId, distance) => {
        const watched = this.#places.get(locationId)
        if (!watched) return
        watched.near.add(strike)
        for (const number of ringNumbers) {
          const ring = watched.rings[number - 1]
          if (!ring || distance > ring.settings.radiusMiles + strike.positionErrorMiles) continue
          watched.rings[number - 1] = withStrike(ring, strike.timeMs)
          const known = watched.newest[number - 1]
          if (!known || strike.timeMs >= known.timeMs) watched.newest[number - 1] = strike
          onHit({ locationId, ring: number, strike })
        }
      },
    )
  }
}

/** Forgets what is too old to be shown. */
export function forgetNear({ near }: WatchedLocation, nowMs: number) {
  for (const strike of near) if (strike.timeMs < nowMs - shownMs) near.delete(strike)
}

/** Of each ring by what is proven within its own radius: a source may see the inner one whole, and not the outer. */
export function statesOf(
  watched: WatchedLocation,
  proofWithin: ProofWithin,
  nowMs: number,
): (RingState | undefined)[] {
  return watched.rings.map(ring => ring && ringStateBy(ring, proofWithin(ring.settings.radiusMiles), nowMs))
}

/** As far as its widest ring, one that is off but still in delay included. */
function centreOf({ place, rings }: WatchedLocation) {
  const { id: key, latitude, longitude } = place
  const reachMiles = Math.max(0, ...rings.map(ring => ring?.settings.radiusMiles ?? 0))
  return { key, latitude, longitude, reachMiles }
}

/** How long a ring of a place stays in delay after a strike. */
export function minutesOf({ allClearMinutes, zoneMinutes }: LocationRings, ring: RingNumber): number {
  return Math.max(allClearMinutes, zoneMinutes?.[ring] ?? 0)
}

function ringsOf(
  place: LocationRings,
  before: WatchedLocation['rings'] | undefined,
  newest: WatchedLocation['newest'],
): WatchedLocation['rings'] {
  return place.radiiMiles.map((radiusMiles, index) => {
    const kept = before?.[index]
    // A ring that is switched off while its delay runs stays until the delay has ended.
    if (radiusMiles === 0) return kept?.delayEndsMs === null ? undefined : kept
    const settings = { radiusMiles, allClearMinutes: minutesOf(place, ringNumbers[index] ?? 1) }
    return withSettings(kept ?? quietRing(settings), settings, newest[index]?.timeMs ?? null)
  })
}

function isInside(place: LocationRings, radiusMiles: number, strike: Strike): boolean {
  // A place that makes no sense counts as inside: a delay too many hurts nobody.
  const distance = distanceMiles(place, strike) ?? 0
  return distance <= (radiusMiles + strike.positionErrorMiles) * sphereExcess
}

function lastInside(place: LocationRings, radiusMiles: number, near: Iterable<Strike>): Strike | undefined {
  let last: Strike | undefined
  for (const strike of near) {
    if (last && strike.timeMs <= last.timeMs) continue
    if (isInside(place, radiusMiles, strike)) last = strike
  }
  return last
}

/** A place of which nothing is known yet but its settings. */
export function quietWatched(place: WatchedRings): WatchedLocation {
  return { place, rings: ringsOf(place, undefined, []), newest: [], near: new Set() }
}
