import type { Zone } from '#domain/lightning/ring-rules'
import { distanceMiles, type Point } from '#domain/geo/distance'
import { shownMs } from '#domain/lightning/half-hour'
import { RingIndex } from '#domain/lightning/ring-index'
import {
  quietRing,
  withPromisedEnd,
  withSettings,
  withStrike,
  type Ring,
  type RingSettings,
  type RingState,
} from '#domain/lightning/ring'
import { ringStateBy } from '#domain/lightning/proof'
import { nearestOnCircle } from '#domain/lightning/strike-range'
import { countsFor, type Strike } from '#domain/lightning/strike'
import { minuteMs } from '#server/platform/clock'
import type { LocationRings } from '#server/rooms/locations/index'
import type { ProofWithin, WatchedPlace } from './proven-coverage.ts'

/** An administrator's acceptance that a satellite alone proves All Clear, and its time. */
export interface Acceptance {
  readonly by: string
  readonly at: string
}

export type WatchedRings = LocationRings & WatchedPlace & { readonly satelliteAcceptance?: Acceptance | null }

export interface WatchedLocation {
  place: WatchedRings
  rings: (Ring | undefined)[]
  /** The newest strike inside each ring, if it is still known. */
  newest: (Strike | undefined)[]
  /** The ends of the delays that were running when the place was last moved. */
  endsBeforeMove: readonly (number | null | undefined)[]
  /** The strikes of the last half hour inside any of the rings, in order of arrival. */
  readonly near: Set<Strike>
}

/** A strike inside a place's ring. */
export interface Hit {
  readonly locationId: number
  readonly ring: Zone
  readonly strike: Strike
}

/** A delay on record that has not ended. */
export interface RunningDelay extends RingSettings {
  readonly locationId: number
  readonly ring: Zone
  readonly endsMs: number
}

export interface PromisedDelay extends RunningDelay {
  readonly simulated: boolean
}

/** The strikes of the last hour that may lie within a given distance of a place. */
export type StrikesAround = (place: LocationRings, miles: number) => Iterable<Strike>

export const ringNumbers = [1, 2, 3, 4] as const

/**
 * A distance computed on the sphere may exceed the true distance by this factor; the index and the ring check both
 * allow for it.
 */
const sphereExcess = 1.006

/**
 * Everything that is watched, in memory: places by ID, their rings, and an index of the places that a strike affects.
 */
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

  /** Fills an empty watch in one step, which is cheaper than adding places one by one. */
  fill(places: readonly WatchedRings[]) {
    for (const place of places) {
      this.#places.set(place.id, quietWatched(place))
    }
    this.#index = new RingIndex([...this.#places.values()].map(centreOf))
  }

  /**
   * Adds or updates a place and re-evaluates the strikes of the last hour. Returns those that delay a ring only since
   * this edit.
   */
  set(place: WatchedRings, around: StrikesAround, nowMs: number): Hit[] {
    const before = this.#places.get(place.id)
    const reachMiles = Math.max(...place.radiiMiles, before ? centreOf(before).reachMiles : 0)
    const near = new Set<Strike>()
    for (const strike of around(place, reachMiles * sphereExcess))
      if (isInside(place, reachMiles, strike)) near.add(strike)
    const newest = place.radiiMiles.map(radius => lastInside(place, radius, near))
    const rings = ringsOf(place, before?.rings, newest)
    const isMoved = before !== undefined && !isSamePoint(place, before.place)
    const endsBeforeMove = isMoved
      ? before.rings.map(ring => ring?.delayEndsMs)
      : (before?.endsBeforeMove ?? [])
    const watched: WatchedLocation = { place, rings, newest, endsBeforeMove, near }
    this.#places.set(place.id, watched)
    this.#index.set(centreOf(watched))
    return hitsByEdit(watched, before, nowMs)
  }

  remove(locationId: number) {
    this.#places.delete(locationId)
    this.#index.delete(locationId)
  }

  /** Keeps a recorded delay running until its promised end, even if its ring has been switched off since it began. */
  promiseEnd({ locationId, ring, endsMs, radiusMiles, allClearMinutes }: RunningDelay) {
    const watched = this.#places.get(locationId)
    if (!watched) return
    const kept = watched.rings[ring - 1]
    const promised = kept ?? quietRing({ radiusMiles, allClearMinutes })
    watched.rings[ring - 1] = withPromisedEnd(promised, endsMs)
    if (!kept) this.#index.set(centreOf(watched))
  }

  /** Drops the rings that are switched off and whose delay has ended in All Clear. */
  dropCleared(watched: WatchedLocation, states: readonly (RingState | undefined)[]) {
    const isOver = (index: number) =>
      watched.place.radiiMiles[index] === 0 && states[index]?.state === 'AllClear'
    if (!watched.rings.some((_, index) => isOver(index))) return
    watched.rings = watched.rings.map((ring, index) => (isOver(index) ? undefined : ring))
    this.#index.set(centreOf(watched))
  }

  /** Applies a strike to every ring that contains it, and calls `onHit` for each. */
  strike(strike: Strike, onHit: (hit: Hit) => void) {
    const { latitude, longitude, positionErrorMiles, circleMiles = 0 } = strike
    this.#index.match(latitude, longitude, positionErrorMiles + circleMiles, (locationId, centerMiles) => {
      const watched = this.#places.get(locationId)
      if (!watched || !countsFor(strike, watched.place.customerId)) return
      const distance = nearestOnCircle(centerMiles, strike)
      for (const number of ringNumbers) {
        const ring = watched.rings[number - 1]
        if (!ring || distance > ring.settings.radiusMiles + positionErrorMiles) continue
        watched.near.add(strike)
        watched.rings[number - 1] = withStrike(ring, strike.timeMs)
        const known = watched.newest[number - 1]
        if (!known || strike.timeMs >= known.timeMs) watched.newest[number - 1] = strike
        onHit({ locationId, ring: number, strike })
      }
    })
  }
}

function hitsByEdit(
  { place, near }: WatchedLocation,
  before: WatchedLocation | undefined,
  nowMs: number,
): Hit[] {
  const isIn = (of: LocationRings, ring: Zone, strike: Strike) =>
    of.radiiMiles[ring - 1] !== 0 &&
    strike.timeMs + minutesOf(of, ring) * minuteMs > nowMs &&
    isInside(of, of.radiiMiles[ring - 1] ?? 0, strike)
  return ringNumbers.flatMap(ring =>
    [...near]
      .filter(strike => isIn(place, ring, strike) && !(before && isIn(before.place, ring, strike)))
      .map(strike => ({ locationId: place.id, ring, strike })),
  )
}

const isSamePoint = (one: Point, other: Point) =>
  one.latitude === other.latitude && one.longitude === other.longitude

/**
 * Whether a delay continues only because an edit ends none: no strike inside the ring, as it is now, lasts until its
 * end.
 */
export function isKept({ newest, rings }: WatchedLocation, ring: Zone, state: RingState): boolean {
  if (state.state !== 'Delay') return false
  const [strike, minutes] = [newest[ring - 1], rings[ring - 1]?.settings.allClearMinutes ?? 0]
  return strike === undefined || strike.timeMs + minutes * minuteMs < state.endsMs
}

/** Drops strikes that are too old to be shown. */
export function forgetNear({ near }: WatchedLocation, nowMs: number) {
  for (const strike of near) if (strike.timeMs < nowMs - shownMs) near.delete(strike)
}

/** Each ring uses the proof within its own radius: a source may cover the inner ring entirely, but not the outer. */
export function statesOf(
  watched: WatchedLocation,
  proofWithin: ProofWithin,
  nowMs: number,
): (RingState | undefined)[] {
  return watched.rings.map(ring => ring && ringStateBy(ring, proofWithin(ring.settings.radiusMiles), nowMs))
}

/** The place's center with the reach of its widest ring, including one that is off but still in delay. */
function centreOf({ place, rings }: WatchedLocation) {
  const { id: key, latitude, longitude } = place
  const reachMiles = Math.max(0, ...rings.map(ring => ring?.settings.radiusMiles ?? 0))
  return { key, latitude, longitude, reachMiles }
}

/** How long a ring stays in delay after a strike. */
export function minutesOf({ allClearMinutes, zoneMinutes }: LocationRings, ring: Zone): number {
  return Math.max(allClearMinutes, zoneMinutes?.[ring] ?? 0)
}

function ringsOf(
  place: LocationRings,
  before: WatchedLocation['rings'] | undefined,
  newest: WatchedLocation['newest'],
): WatchedLocation['rings'] {
  return place.radiiMiles.map((radiusMiles, index) => {
    const kept = before?.[index]
    // A ring that is switched off during a delay stays until the delay ends.
    if (radiusMiles === 0) return kept?.delayEndsMs === null ? undefined : kept
    const settings = { radiusMiles, allClearMinutes: minutesOf(place, ringNumbers[index] ?? 1) }
    return withSettings(kept ?? quietRing(settings), settings, newest[index]?.timeMs ?? null)
  })
}

export function isInside(place: LocationRings, radiusMiles: number, strike: Strike): boolean {
  if (!countsFor(strike, place.customerId)) return false
  // An invalid position counts as inside: an extra delay is harmless.
  const distance = nearestOnCircle(distanceMiles(place, strike) ?? 0, strike)
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

/** A place with settings and no known strikes or proof yet. */
export function quietWatched(place: WatchedRings): WatchedLocation {
  return { place, rings: ringsOf(place, undefined, []), newest: [], endsBeforeMove: [], near: new Set() }
}
