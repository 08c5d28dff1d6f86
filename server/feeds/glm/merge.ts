import { publicSourceOf } from '#domain/feeds/public-sources'
import { distanceMiles, milesPerKilometre } from '#domain/geo/distance'
import type { Span, Spans } from '#domain/lightning/coverage'
import {
  footprintMiles,
  satelliteOfSide,
  satellitePositionErrorMiles,
  type LightningSatellite,
} from '#domain/lightning/satellite'
import type { Coverage, Strike } from '#domain/lightning/strike'
import { mostBeforeWindowMs, noFlashes, type GlmFile } from './glm-file.ts'

/** A file's contents, and which of the two satellites they are from. */
export interface SeenWindow extends GlmFile {
  readonly by: LightningSatellite
}

const glmSource = publicSourceOf('glm', 'lightning').id

/** Flashes of both satellites that are this close to each other are one. */
const sameWithin = { miles: 10 * milesPerKilometre, ms: 300 }
/** Light from a cloud does not show where it went: every flash is a 'Cloud Pulse', and its current is unknown. */
const strikeType = 4
/** File names have tenths of a second, so adjacent windows may seem to be a tenth apart. */
export const touchingMs = 100

/** A strike, and whether it is on the side of the satellite that saw it. */
interface Seen {
  readonly strike: Strike
  readonly isAtHome: boolean
}

const byTime = (one: Seen, other: Seen) => one.strike.timeMs - other.strike.timeMs

function strikesOf({ by, satellite, startMs, flashes }: SeenWindow): Seen[] {
  const seen = flashes.map(({ id, timeMs, latitude, longitude, ...footprint }) => ({
    strike: {
      // The ID is the same in every process, and when the file is read again.
      id: `${satellite}-${startMs}-${id}`,
      source: glmSource,
      timeMs,
      latitude,
      longitude,
      amp: null,
      type: strikeType,
      positionErrorMiles:
        satellitePositionErrorMiles({ latitude, longitude }, by) + footprintMiles(footprint),
    } as const,
    isAtHome: satelliteOfSide({ longitude }) === by,
  }))
  return seen.sort(byTime)
}

/** Cached, because windows are compared again with each later one. */
const known = new WeakMap<SeenWindow, readonly Seen[]>()

function strikesIn(window: SeenWindow): readonly Seen[] {
  const strikes = known.get(window) ?? strikesOf(window)
  known.set(window, strikes)
  return strikes
}

/** More than 10 km of latitude: most pairs need no exact comparison. */
const farDegrees = 0.1

function isSame(one: Strike, other: Strike): boolean {
  return (
    Math.abs(one.latitude - other.latitude) < farDegrees &&
    (distanceMiles(one, other) ?? Infinity) <= sameWithin.miles
  )
}

/** Returns whether a list in time order contains a strike from the same flash. */
function hasSame(list: readonly Seen[], strike: Strike): boolean {
  let [low, high] = [0, list.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((list[middle]?.strike.timeMs ?? Infinity) < strike.timeMs - sameWithin.ms) low = middle + 1
    else high = middle
  }
  for (let at = low; at < list.length; at++) {
    const other = list[at]?.strike
    if (!other || other.timeMs > strike.timeMs + sameWithin.ms) return false
    if (isSame(other, strike)) return true
  }
  return false
}

/**
 * Returns the strikes of the given windows, without duplicates where that is possible without waiting. A flash that
 * both satellites saw is published from the satellite on whose side it lies. The other satellite's copy is left out if,
 * and only if, its twin is among the given windows, so nothing that only one of them saw is ever lost. A flash may be
 * published twice if the border runs between the two locations, or if the other satellite's file is read later. A ring
 * counts from its last strike, so publishing twice does no harm, but not publishing would.
 *
 * `others` are windows that were published before. Their flashes are used for comparison, and not published again.
 */
export function mergedStrikes(windows: readonly SeenWindow[], others: readonly SeenWindow[] = []): Strike[] {
  const fresh = windows.flatMap(strikesIn)
  const atHome = [...fresh, ...others.flatMap(strikesIn)].filter(({ isAtHome }) => isAtHome).sort(byTime)
  // A flash on its satellite's own side is kept. The twin of any other flash is on the other side, so it belongs to the
  // other satellite.
  const kept = fresh.filter(({ strike, isAtHome }) => isAtHome || !hasSame(atHome, strike))
  return kept
    .map(({ strike }) => strike)
    .sort((one, other) => one.timeMs - other.timeMs || (one.id < other.id ? -1 : 1))
}

/** A window, with or without its flashes. */
export type ReadWindow = Pick<SeenWindow, 'by' | 'startMs' | 'endMs' | 'doubt'>

/** No flash for this long over half of the Americas is an outage. */
export const mostQuietMs = 60_000

/**
 * Returns the windows that prove something: those without a doubt, and those without a flash between two of them, if
 * the satellite saw nothing for less than a minute.
 */
export function provingWindows<T extends ReadWindow>(windows: readonly T[], by: LightningSatellite): T[] {
  const own = windows.filter(window => window.by === by).toSorted((one, other) => one.startMs - other.startMs)
  const proving: T[] = []
  let quiet: T[] = []
  for (const window of own) {
    if (window.doubt === noFlashes) quiet.push(window)
    if (window.doubt !== null) continue
    const lastMs = proving.at(-1)?.endMs ?? -Infinity
    if (window.startMs - lastMs < mostQuietMs) proving.push(...quiet)
    proving.push(window)
    quiet = []
  }
  return proving
}

/**
 * Returns the times that one satellite has covered completely: its proving windows, joined where they touch. The last
 * seconds of each stretch are not claimed. A flash is reported when it has ended, so some flashes that began before the
 * end of a window are in the next file, and are missing until that file is read.
 */
function reportedBy(windows: readonly ReadWindow[], by: LightningSatellite): Spans {
  const joined: { fromMs: number; toMs: number }[] = []
  for (const { startMs, endMs } of provingWindows(windows, by)) {
    const last = joined.at(-1)
    if (last && startMs <= last.toMs + touchingMs) last.toMs = Math.max(last.toMs, endMs)
    else joined.push({ fromMs: startMs, toMs: endMs })
  }
  return joined
    .map(({ fromMs, toMs }): Span => [fromMs, toMs - mostBeforeWindowMs])
    .filter(([fromMs, toMs]) => fromMs < toMs)
}

/**
 * Returns the coverage that the windows read so far prove. The two satellites are one source, and coverage applies to
 * its whole area: it is claimed only for times that both have covered completely. While one is down nothing is proven
 * anywhere, and the other's strikes are still used.
 */
export function coverageBy(windows: readonly ReadWindow[], nowMs: number): Coverage[] {
  const west = reportedBy(windows, 'west')
  return reportedBy(windows, 'east').flatMap(([eastFromMs, eastToMs]) =>
    west.flatMap(([westFromMs, westToMs]): Coverage[] => {
      const fromMs = Math.max(eastFromMs, westFromMs)
      const toMs = Math.min(eastToMs, westToMs, nowMs)
      return fromMs < toMs ? [{ source: glmSource, fromMs, toMs }] : []
    }),
  )
}
