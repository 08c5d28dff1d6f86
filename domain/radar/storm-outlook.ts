import { bearingDegrees, distanceMiles, type Point } from '#domain/geo/distance'
import type { Zone } from '#domain/lightning/ring-rules'
import { roundedTo } from '#domain/units/rounding'
import { minutesToCircle, arrivalOfStorm, type Arrival } from './storm-arrival.ts'
import { cellMotion, type StormCell } from './storm-cell.ts'
import { meanMotion, stormAfter, type StormMotion } from './storm-motion.ts'

const minuteMs = 60_000

/** Storms rarely arrive from farther away within the hour. */
export const watchedMiles = 100
/** Radars forecast a track no further ahead, and most cells do not live longer, so nothing is predicted beyond this. */
export const aheadMinutes = 60
/** A sighting older than this counts as unknown. */
export const knownForMs = 15 * minuteMs
/** How much closer the fastest cell can get before its sighting is too old. */
const fastestComesMiles = 30

/**
 * How far a cell may stray from its track, as a share of its distance: a quarter, fourteen degrees to either side. A
 * heading is measured from a few sightings, and storms turn, split and grow on one flank. Listing a storm that passes
 * by costs people a glance; omitting one that turns toward them costs more.
 */
const strayShare = 0.25

/** Lightning strikes up to this far from its storm. A strike farther from every listed cell belongs to none of them. */
const strikeReachMiles = 25

/** The properties of a strike that the outlook uses. */
export interface StormStrike extends Point {
  readonly timeMs: number
  readonly positionErrorMiles: number
}

/** Everything that indicates storms around a place. Storms are ruled out only if all of it agrees. */
export interface StormSky {
  readonly cells: readonly StormCell[]
  readonly strikes: readonly StormStrike[]
  /** Whether meteorologists expect storms at the place. */
  readonly isStormForecast: boolean
  /**
   * Whether cells may be missing from the list unnoticed, because a radar that is down simply disappears from some
   * lists.
   */
  readonly mayLackCells: boolean
}

export interface WatchedRing {
  readonly zone: Zone
  readonly radiusMiles: number
}

/** When a storm reaches a ring's edge, if it keeps its course. */
export type RingArrival =
  | { readonly kind: 'inside' }
  | { readonly kind: 'enters'; readonly minutes: number }
  /** The storm will reach the ring, but too far ahead to predict. */
  | { readonly kind: 'later' }
  | { readonly kind: 'passes' }

export interface RingOutlook extends WatchedRing {
  readonly arrival: RingArrival
}

/** A cell as seen from a place now, extrapolated along its track since it was issued. */
export interface Storm {
  readonly cell: StormCell
  /** The storm's estimated current position, or its listed position if its motion is unknown. */
  readonly point: Point
  readonly distanceMiles: number
  /** Bearing from the place to the cell; null if directly overhead. */
  readonly bearingDegrees: number | null
  /** The storm's own motion or, for a cell seen only once, that of the other storms around. */
  readonly motion: StormMotion | null
  readonly arrival: Arrival | null
  readonly isHeadingHere: boolean
}

interface StormsNear {
  readonly because: string
  /** Number of cells within `watchedMiles`. */
  readonly watched: number
  /** The earliest arrival of any storm, for each ring. */
  readonly rings: readonly RingOutlook[]
  /** Storms that are heading here, are inside a ring or have struck inside one, most urgent first. */
  readonly storms: readonly [Storm, ...Storm[]]
}

/** The number of cells or strikes around a place, and where the nearest one is. */
export interface Nearest {
  readonly count: number
  readonly distanceMiles: number
  readonly bearingDegrees: number | null
}

/** Why a storm cannot be ruled out. */
interface Doubts {
  /** Cells whose motion is unknown. */
  readonly withoutMotion: Nearest | null
  /** Strikes in the last few minutes where radar lists no cell. */
  readonly strikesWithoutCell: Nearest | null
  readonly isStormForecast: boolean
  /** No source in this area proves that there is no cell. */
  readonly mayLackCells: boolean
}

export type StormOutlook =
  | ({ readonly kind: 'coming' } & StormsNear)
  /**
   * No storm is heading here, but one is inside a ring or has just struck there: moving away, stationary, or unknown.
   */
  | ({ readonly kind: 'near' } & StormsNear)
  /** No storm is known to be heading here, but something indicates storms. */
  | { readonly kind: 'unsure'; readonly because: string; readonly watched: number; readonly doubts: Doubts }
  | { readonly kind: 'none'; readonly because: string; readonly watched: number }
  /** The last data from this area is too old to rule out a storm. */
  | { readonly kind: 'unknown'; readonly because: string }

/** Whether a storm is heading for a place, and when it reaches each of the place's rings. */
export function stormOutlook(
  place: Point,
  rings: readonly WatchedRing[],
  { cells, strikes, isStormForecast, mayLackCells }: StormSky,
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

  const recent = strikesAround(place, strikes, watched, nowMs)
  const struckHere = new Set(
    recent
      .filter(strike => strike.distanceMiles <= widestMiles + strike.errorMiles)
      .map(({ storm }) => storm),
  )
  const reported = watched.filter(
    storm => storm.isHeadingHere || storm.distanceMiles <= widestMiles || struckHere.has(storm),
  )
  const outlooks = rings.map(ring => ({ ...ring, arrival: earliestAt(ring.radiusMiles, reported) }))
  const [first, ...others] = byUrgency(reported, outlooks)
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
  const doubts: Doubts = {
    withoutMotion: nearestOf(watched.filter(({ motion }) => motion === null)),
    strikesWithoutCell: nearestOf(recent.filter(({ storm }) => storm === null)),
    isStormForecast,
    mayLackCells,
  }
  const why = whyUnsure(doubts)
  if (why !== null) return { kind: 'unsure', because: why, watched: watched.length, doubts }
  return { kind: 'none', because: whyNone(watched.length), watched: watched.length }
}

interface SeenStrike {
  readonly distanceMiles: number
  readonly bearingDegrees: number | null
  readonly errorMiles: number
  /** The nearest cell to which the strike can belong. */
  readonly storm: Storm | null
}

/** The recent strikes, each with its storm. */
function strikesAround(
  place: Point,
  strikes: readonly StormStrike[],
  storms: readonly Storm[],
  nowMs: number,
): SeenStrike[] {
  return strikes.flatMap(strike => {
    const miles = distanceMiles(place, strike) ?? 0
    if (miles > watchedMiles || nowMs - strike.timeMs > knownForMs) return []
    const errorMiles = strike.positionErrorMiles
    return {
      distanceMiles: miles,
      bearingDegrees: bearingDegrees(place, strike),
      errorMiles,
      storm: stormOf(strike, storms, strikeReachMiles + errorMiles),
    }
  })
}

/**
 * The nearest cell within reach of a strike. Compares with the cell's positions at issue and now, because the strike's
 * time lies in between.
 */
function stormOf(strike: Point, storms: readonly Storm[], reachMiles: number): Storm | null {
  const miles = (storm: Storm) =>
    Math.min(distanceMiles(strike, storm.cell) ?? Infinity, distanceMiles(strike, storm.point) ?? Infinity)
  const [nearest] = storms.toSorted((one, other) => miles(one) - miles(other))
  return nearest && miles(nearest) <= reachMiles ? nearest : null
}

function nearestOf(
  seen: readonly { readonly distanceMiles: number; readonly bearingDegrees: number | null }[],
): Nearest | null {
  const [first] = seen.toSorted((one, other) => one.distanceMiles - other.distanceMiles)
  if (!first) return null
  return { count: seen.length, distanceMiles: first.distanceMiles, bearingDegrees: first.bearingDegrees }
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
  const arrival = motion && arrivalOfStorm(point, motion, place)
  return {
    cell,
    point,
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

/** The arrival in minutes, for comparing arrivals. */
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

/**
 * Sorts storms by urgency: those heading here come first, led by the one that reaches the next storm-free ring first;
 * the rest are by distance.
 */
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
  return arrival.kind === 'standing' ? `${where} and is not moving` : `${where} and is moving away`
}

/** Why a storm cannot be ruled out; null if nothing indicates storms. */
function whyUnsure({
  withoutMotion,
  strikesWithoutCell,
  isStormForecast,
  mayLackCells,
}: Doubts): string | null {
  const away = (nearest: Nearest) => `${roundedTo(nearest.distanceMiles, 1)} mi from here`
  if (strikesWithoutCell) return `Lightning ${away(strikesWithoutCell)} where radar lists no storm cell`
  if (withoutMotion) return `The movement of a storm cell ${away(withoutMotion)} is not known yet`
  if (isStormForecast) return 'Storms are forecast here'
  return mayLackCells ? 'A radar may be down, and its storm cells missing' : null
}

function whyNone(watched: number): string {
  if (watched === 0) return `No storm cell within ${watchedMiles} miles`
  const cells = watched === 1 ? '1 storm cell' : `${watched} storm cells`
  return `None of ${cells} within ${watchedMiles} miles will come near within ${aheadMinutes} minutes`
}
