import type { RingArrivalShape, SeenStorm, StormArrival } from '#contract/weather/storms'
import { aheadMinutes, knownForMs } from '#domain/radar/storm-outlook'
import { compass16, compass8 } from '#domain/units/compass'
import { shownClock, timeThere } from '#web/parts/time/times.ts'

const minuteMs = 60_000

export interface RingRow {
  readonly ring: number
  readonly radiusMiles: number
  readonly arrival: RingArrivalShape['arrival']
  readonly text: string
}

export interface Flag {
  readonly text: string
  readonly isWorst: boolean
}

/** A storm that is approaching or near, in words, to the minute. */
export interface ShownStorm {
  /** The headline. */
  readonly big: string
  readonly where: string
  readonly course: string
  readonly flags: readonly Flag[]
  readonly rows: readonly RingRow[]
  readonly more: string | null
}

export type StormView =
  | { readonly show: 'loading' }
  /** There was no report, or it is too old. If the last report listed no storms, a single missing report is enough. */
  | { readonly show: 'unknown'; readonly asOf: string | null }
  | { readonly show: 'none'; readonly asOf: string; readonly big: string; readonly facts: readonly string[] }
  | { readonly show: 'told'; readonly asOf: string; readonly isStale: boolean; readonly storm: ShownStorm }

/** Other information shown for the place, which the card must not contradict. */
export interface Beside {
  readonly isDelayed: boolean
}

/** The time zones in which times are shown: the viewer's, and the place's next to it if they differ. */
export interface StormZones {
  readonly viewer: string
  readonly place: string
}

/**
 * Returns what the card shows for a response at an instant. After a failure, a reported storm stays until the report is
 * too old, because the storm is still out there. 'No storm' is not shown without a fresh report.
 */
export function stormView(
  answer: StormArrival | undefined,
  hasFailed: boolean,
  nowMs: number,
  zones: StormZones,
  beside: Beside,
): StormView {
  if (answer === undefined) return hasFailed ? { show: 'unknown', asOf: null } : { show: 'loading' }
  const asOf = shownClock(new Date(answer.asOf), zones.viewer)
  if (nowMs - Date.parse(answer.asOf) > knownForMs) return { show: 'unknown', asOf }
  if (answer.outlook === 'coming' || answer.outlook === 'near') {
    return { show: 'told', asOf, isStale: hasFailed, storm: toldStorm(answer, nowMs, zones) }
  }
  if (hasFailed) return { show: 'unknown', asOf }
  return { show: 'none', asOf, big: quietWords(answer, beside), facts: quietFacts(answer, beside) }
}

type QuietArrival = Extract<StormArrival, { outlook: 'none' | 'unsure' }>

/** Whether anything suggests a storm, although no cell is known to approach. */
function speaksOfStorms(answer: QuietArrival): boolean {
  if (answer.outlook === 'none') return false
  return answer.isStormForecast || answer.strikesWithoutCell !== null || answer.withoutMotion !== null
}

function quietWords(answer: QuietArrival, { isDelayed }: Beside): string {
  if (speaksOfStorms(answer)) return 'Storms cannot be ruled out'
  if (answer.outlook === 'unsure')
    return isDelayed ? 'No other known storm is heading here' : 'No known storm is heading here'
  return isDelayed ? 'No other storm is heading here' : 'No storm is heading here'
}

function quietFacts(answer: QuietArrival, { isDelayed }: Beside): string[] {
  return [
    ...(answer.outlook === 'unsure' ? doubtWords(answer) : []),
    ...(isDelayed ? ['The lightning delay is still in force.'] : []),
    watchedWords(answer),
  ]
}

/** Lists what suggests a storm although none is known to approach. */
function doubtWords(answer: Extract<StormArrival, { outlook: 'unsure' }>): string[] {
  const { strikesWithoutCell: strikes, withoutMotion: cells, isStormForecast, mayLackCells } = answer
  const where = (nearest: NonNullable<typeof strikes>) => {
    const from = nearest.bearingDegrees === null ? null : compass16(nearest.bearingDegrees)
    return from === null ? 'overhead' : `${stormMiles(nearest.distanceMiles)} ${from}`
  }
  return [
    ...(strikes ? [`Lightning ${where(strikes)}, where radar shows no storm cell.`] : []),
    ...(cells
      ? [
          cells.count === 1
            ? `A storm cell ${where(cells)}: its movement is not known yet.`
            : `${cells.count} storm cells, the nearest ${where(cells)}: their movement is not known yet.`,
        ]
      : []),
    ...(isStormForecast ? ['Storms are forecast here; radar does not show one heading here yet.'] : []),
    ...(mayLackCells ? ['A nearby radar may be down, so a storm can be missing here.'] : []),
  ]
}

type KnownArrival = Exclude<StormArrival, QuietArrival>

function toldStorm({ outlook, rings, storms }: KnownArrival, nowMs: number, zones: StormZones): ShownStorm {
  const [storm, ...others] = storms
  const more = others.filter(each => each.isHeadingHere).length
  return {
    big: outlook === 'coming' ? comingWords(rings, nowMs) : insideWords(rings),
    where: whereWords(storm),
    course: courseWords(storm, nowMs, zones),
    flags: flagsOf(storm),
    rows: rings.map(row => {
      const { ring, radiusMiles, arrival } = row
      return { ring, radiusMiles, arrival, text: arrivalWords(row, nowMs, zones) }
    }),
    more:
      more === 0
        ? null
        : more === 1
          ? '1 more storm is heading here.'
          : `${more} more storms are heading here.`,
  }
}

/** Rounds down to whole minutes, so that no storm arrives earlier than shown. */
function minutesUntil(at: string, nowMs: number): number {
  return Math.max(0, Math.floor((Date.parse(at) - nowMs) / minuteMs))
}

/**
 * Says when the storm reaches the next ring that it will enter. Says 'inside' or 'passing by' only if it will enter
 * none.
 */
function comingWords(rings: readonly RingArrivalShape[], nowMs: number): string {
  const entered = rings.filter(each => each.arrival === 'enters')
  const [next] = entered.toSorted((one, other) => Date.parse(one.at) - Date.parse(other.at))
  if (!next) return insideWords(rings)
  const minutes = minutesUntil(next.at, nowMs)
  return minutes === 0
    ? `Storm at Ring ${next.ring} any minute`
    : `Storm at Ring ${next.ring} in ${minutes} min`
}

function insideWords(rings: readonly RingArrivalShape[]): string {
  const innermost = rings
    .filter(({ arrival }) => arrival === 'inside')
    .toSorted((one, other) => one.radiusMiles - other.radiusMiles)[0]
  return innermost ? `Storm inside Ring ${innermost.ring}` : 'Storm passing by'
}

/** Returns text such as `23 mi WSW · moving NE at 35 mph`. */
export function whereWords({ distanceMiles, bearingDegrees, speedMph, headingDegrees }: SeenStorm): string {
  const from = bearingDegrees === null ? null : compass16(bearingDegrees)
  const place = from === null ? 'Overhead' : `${stormMiles(distanceMiles)} ${from}`
  if (speedMph === null || headingDegrees === null) return place
  if (speedMph < 1) return `${place} · not moving`
  return `${place} · moving ${compass8(headingDegrees)} at ${Math.round(speedMph)} mph`
}

function courseWords({ going, nearest }: SeenStorm, nowMs: number, zones: StormZones): string {
  switch (going) {
    case 'approaching':
      return nearest ? nearestWords(nearest.miles, nearest.at, nowMs, zones) : 'It is getting closer.'
    case 'receding':
      return 'It is moving away, if it stays on course.'
    case 'standing':
      return 'It is not moving.'
    case 'unknown':
      return 'Its direction is not known yet.'
  }
}

/** As with the rings, no time is shown if it is more than an hour away. */
function nearestWords(miles: number, at: string, nowMs: number, zones: StormZones): string {
  const isFar = minutesUntil(at, nowMs) > aheadMinutes
  const when = isFar ? `in more than ${aheadMinutes} min` : aboutWhen(at, nowMs, zones)
  return `If it stays on course, it will be closest, ${stormMiles(miles)} away, ${when}.`
}

function flagsOf({ tvs, meso, severeHail, hail }: SeenStorm): Flag[] {
  const hailText = severeHail ? 'Large hail' : 'Hail'
  return [
    ...(tvs ? [{ text: 'Tornado signature', isWorst: true }] : []),
    ...(meso ? [{ text: 'Rotation', isWorst: false }] : []),
    ...(severeHail || hail ? [{ text: hailText, isWorst: false }] : []),
  ]
}

function arrivalWords(ring: RingArrivalShape, nowMs: number, zones: StormZones): string {
  switch (ring.arrival) {
    case 'inside':
      return 'Inside now'
    case 'enters':
      return aboutWhen(ring.at, nowMs, zones)
    case 'later':
      return `Not within ${aheadMinutes} min`
    case 'passes':
      return 'Passes by'
  }
}

/** Returns `about 4:42 PM CST (31 min)`, or `about 4:42 PM CST (5:42 PM EST there, 31 min)` */
function aboutWhen(at: string, nowMs: number, { viewer, place }: StormZones): string {
  const minutes = minutesUntil(at, nowMs)
  if (minutes === 0) return 'any minute'
  const there = timeThere(new Date(at), viewer, place)
  const beside = `${there === null ? '' : `${there}, `}${minutes}\u{a0}min`
  return `about ${shownClock(new Date(at), viewer)} (${beside})`
}

/** Returns the distance as text. At one mile, tenths matter; at twenty miles, they are unknown. */
export function stormMiles(miles: number): string {
  return `${miles < 9.95 ? miles.toFixed(1) : Math.round(miles)} mi`
}

function watchedWords({ watched, watchedMiles }: StormArrival): string {
  if (watched === 0) return `No storm cells within ${watchedMiles} miles.`
  const cells = watched === 1 ? '1 storm cell is' : `${watched} storm cells are`
  return `${cells} watched within ${watchedMiles} miles.`
}
