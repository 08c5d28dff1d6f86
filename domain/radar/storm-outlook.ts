import { bearingDegrees, distanceMiles, type Point } from '#domain/geo/distance'
import type { Zone } from '#domain/lightning/ring-rules'
import { roundedTo } from '#domain/units/rounding'
import { minutesToCircle, stormArrival, type Arrival } from './storm-arrival.ts'
import { cellMotion, type StormCell } from './storm-cell.ts'
import { meanMotion, stormAfter, type StormMotion } from './storm-motion.ts'

const minuteMs = 60_000

/** Within the hour hardly any storm comes from further away. */
export const watchedMiles = 100
/** Radars forecast a track no further, and most cells do not live longer: beyond, nothing is said. */
export const aheadMinutes = 60
/** What was seen longer ago is not known any more. */
export const knownForMs = 15 * minuteMs
/** How much nearer the fastest cell can come while it is known. */
const fastestComesMiles = 30

/**
 * How far a cell may stray from its track, as a share of its distance: a quarter, fourteen degrees to either side.
 * A heading is measured from a few sightings, and storms turn, split and grow on one flank. To name a storm that passes
 * by costs a glance; to keep silent about one that turns costs more.
 */
const strayShare = 0.25

export interface WatchedRing {
  readonly zone: Zone
  readonly radiusMiles: number
}

/** When a storm comes over a ring's edge, if it keeps its course. */
export type RingArrival =
  | { readonly kind: 'inside' }
  | { readonly kind: 'enters'; readonly minutes: number }
  /** It will, but too far ahead to be told. */
  | { readonly kind: 'later' }
  | { readonly kind: 'passes' }

export interface RingOutlook extends WatchedRing {
  readonly arrival: RingArrival
}

/** A cell as it is seen from a place now: moved on along its track since it was issued. */
export interface Storm {
  readonly cell: StormCell
  readonly distanceMiles: number
  /** From the place to the cell; null right above it. */
  readonly bearingDegrees: number | null
  /** Its own, or for a cell seen but once that of the others around. */
  readonly motion: StormMotion | null
  readonly arrival: Arrival | null
  readonly isHeadingHere: boolean
}

interface StormsNear {
  readonly because: string
  /** How many cells there are within `watchedMiles`. */
  readonly watched: number
  /** For each ring the earliest of all storms. */
  readonly rings: readonly RingOutlook[]
  /** Those that head here or are inside a ring, the most urgent first. */
  readonly storms: readonly [Storm, ...Storm[]]
}

export type StormOutlook =
  | ({ readonly kind: 'coming' } & StormsNear)
  /** None heads here, but one is inside a ring: it moves away, stands, or nobody knows. */
  | ({ readonly kind: 'near' } & StormsNear)
  | { readonly kind: 'none'; readonly because: string; readonly watched: number }
  /** What was last seen around is too old: that no storm comes would be a guess. */
  | { readonly kind: 'unknown'; readonly because: string }

/** Whether a storm heads for a place, and when it comes over each of the place's rings. */
export function stormOutlook(
  place: Point,
  rings: readonly WatchedRing[],
  cells: readonly StormCell[],
  nowMs: number,
): StormOutlook {
  const reachMiles = watchedMiles + fastestComesMiles
  const around = cells.filter(cell => (distanceMiles(place, cell) ?? Infinity) <= reachMiles)
  const known = around.filter(cell => nowMs - cell.issuedMs <= knownForMs)
  const usual = meanMotion(known.map(cellMotion).filter(motion => motion !== null))
  const widestMiles = Math.max(0, ...rings.map(ring => ring.radiusMiles))
  const watched = known
    .map(cell => seenFrom(place, cell, cellMotion(cell) ?? usual, widestMiles, nowMs))
    .filter(storm => storm.distanceMiles <= watchedMiles)

  const told = watched.filter(storm => storm.isHeadingHere || storm.distanceMiles <= widestMiles)
  const outlooks = rings.map(ring => ({ ...ring, arrival: earliestAt(ring.radiusMiles, told) }))
  const [first, ...others] = byUrgency(told, outlooks)
  if (first) {
    return {
      kind: first.isHeadingHere ? 'coming' : 'near',
      because: whyTold(first),
      watched: watched.length,
      rings: outlooks,
      storms: [first, ...others],
    }
  }
  if (known.length < around.length) {
    return { kind: 'unknown', because: 'The last radar data here is more than 15 minutes old' }
  }
  return { kind: 'none', because: whyNone(watched.length), watched: watched.length }
}

function seenFrom(
  place: Point,
  cell: StormCell,
  motion: StormMotion | null,
  widestMiles: number,
  nowMs: number,
): Storm {
  const ageMinutes = Math.max(0, nowMs - cell.issuedMs) / minuteMs
  const point = (motion && stormAfter(cell, motion, ageMinutes)) ?? cell
  const miles = distanceMiles(place, point) ?? Infinity
  const arrival = motion && stormArrival(point, motion, place)
  return {
    cell,
    distanceMiles: miles,
    bearingDegrees: bearingDegrees(place, point),
    motion,
    arrival,
    isHeadingHere: motion !== null && arrival !== null && headsHere(arrival, motion, miles, widestMiles),
  }
}

function headsHere(arrival: Arrival, motion: StormMotion, miles: number, widestMiles: number): boolean {
  if (arrival.kind !== 'approaching') return false
  if (arrival.nearestMiles > widestMiles + strayShare * miles) return false
  return (minutesToCircle(arrival, motion, widestMiles) ?? arrival.minutes) <= aheadMinutes
}

function arrivalAt(radiusMiles: number, storm: Storm): RingArrival {
  const { distanceMiles: miles, arrival, motion } = storm
  if (miles <= radiusMiles) return { kind: 'inside' }
  const minutes = arrival && motion && minutesToCircle(arrival, motion, radiusMiles)
  if (minutes === null || !storm.isHeadingHere) return { kind: 'passes' }
  return minutes > aheadMinutes ? { kind: 'later' } : { kind: 'enters', minutes }
}

/** Minutes, so that arrivals can be compared. */
function soonness(arrival: RingArrival): number {
  switch (arrival.kind) {
    case 'inside':
      return -1
    case 'enters':
      return arrival.minutes
    case 'later':
      return Number.MAX_VALUE
    case 'passes':
      return Infinity
  }
}

function earliestAt(radiusMiles: number, storms: readonly Storm[]): RingArrival {
  return storms
    .map(storm => arrivalAt(radiusMiles, storm))
    .reduce((first, next) => (soonness(next) < soonness(first) ? next : first), { kind: 'passes' })
}

/** First the one that heads here and is first over the next ring that is still free of storms; of others the nearest. */
function byUrgency(storms: readonly Storm[], rings: readonly RingOutlook[]): Storm[] {
  const next = rings
    .filter(({ arrival }) => arrival.kind === 'enters')
    .toSorted((one, other) => soonness(one.arrival) - soonness(other.arrival))[0]
  const isFirstIn = (storm: Storm) =>
    next !== undefined && soonness(arrivalAt(next.radiusMiles, storm)) === soonness(next.arrival)
  return storms.toSorted(
    (one, other) =>
      Number(other.isHeadingHere) - Number(one.isHeadingHere) ||
      Number(isFirstIn(other)) - Number(isFirstIn(one)) ||
      one.distanceMiles - other.distanceMiles,
  )
}

function whyTold({ isHeadingHere, arrival, distanceMiles: miles }: Storm): string {
  const tenths = (value: number) => roundedTo(value, 1)
  if (isHeadingHere && arrival) return `Its track passes ${tenths(arrival.nearestMiles)} mi from here`
  const where = `A storm is ${tenths(miles)} mi from here`
  if (arrival === null) return `${where}; its track is not known yet`
  return arrival.kind === 'standing' ? `${where} and is not moving` : `${where} and moves away`
}

function whyNone(watched: number): string {
  if (watched === 0) return `No storm cell within ${watchedMiles} miles`
  const cells = watched === 1 ? '1 storm cell' : `${watched} storm cells`
  return `None of ${cells} within ${watchedMiles} miles comes near within ${aheadMinutes} minutes`
}
