import type { MeasureName } from '#domain/conditions/sift'
import type { InstrumentMeasure } from './message.ts'

/** The measures of a reading that can be doubted. */
export const doubtedMeasures = [
  'temperatureF',
  'humidityPercent',
  'windMph',
  'gustMph',
  'windFromDegrees',
  'stationPressureHpa',
  'solarWattsPerM2',
  'rainInchesPerHour',
  'rainTodayInches',
  'wbgtF',
  'pm25',
] as const satisfies readonly InstrumentMeasure[]
export type DoubtedMeasure = (typeof doubtedMeasures)[number]

/** A measure's name in a reading, where plain WBGT is the calculated one. */
export function readingField(measure: DoubtedMeasure): MeasureName {
  return measure === 'wbgtF' ? 'measuredWbgtF' : measure
}
export type DoubtedValues = Readonly<Partial<Record<DoubtedMeasure, number>>>

/** The state stored for one measure, for checks that need the past. */
export interface Track {
  /** The last value, doubtful or not. */
  readonly value: number
  /** Since when it has been exactly this value. */
  readonly sinceMs: number
  readonly timeMs: number
  /** The last value that was not doubted. */
  readonly good: { readonly value: number; readonly timeMs: number } | null
  /** The current level if it is far from the last good value, and since when values have been near it. */
  readonly jump: { readonly value: number; readonly sinceMs: number } | null
}
export type Tracks = Readonly<Partial<Record<DoubtedMeasure, Track>>>
export const noTracks: Tracks = {}

const minuteMs = 60_000
const hourMs = 60 * minuteMs
/**
 * A new level that persists is real weather: an outflow or a front. This duration is our choice, as is the next one.
 */
const confirmedAfterMs = 10 * minuteMs
/** After a longer silence anything may have happened. */
const comparableMs = hourMs

/**
 * The fastest changes that weather causes, per minute and per hour. Per minute: the World Meteorological Organization's
 * guidelines for automatic stations (Zahumensky, 2004); of their two limits, the one beyond which a value is wrong (15
 * %, 2 hPa), and for temperature their only one, 3 °C. Per hour: the one-hour changes of NOAA's MADIS surface checks
 * (35 °F, 50 %, and 10 hPa of the altimeter setting, which changes as the pressure does;
 * madis.ncep.noaa.gov/madis_sfc_qc_notes.shtml).
 */
const changes = {
  temperatureF: { inMinute: 5.4, inHour: 35 },
  humidityPercent: { inMinute: 15, inHour: 50 },
  stationPressureHpa: { inMinute: 2, inHour: 10 },
} as const satisfies Partial<Record<DoubtedMeasure, { readonly inMinute: number; readonly inHour: number }>>

/** The largest change that weather can cause in this time; null if the measure may change instantly. */
function mostChange(measure: DoubtedMeasure, betweenMs: number): number | null {
  const limits = measure in changes ? changes[measure as keyof typeof changes] : undefined
  if (!limits || betweenMs > comparableMs) return null
  return Math.min(limits.inHour, limits.inMinute * Math.max(1, betweenMs / minuteMs))
}

/** Whether a value belongs to the new level rather than to the last good one. */
function isAtNewLevel({ good, jump }: Pick<Track, 'good' | 'jump'>, value: number): boolean {
  if (jump === null) return false
  return good === null || Math.abs(value - jump.value) < Math.abs(value - good.value)
}

/** Whether a value is too far from the last good one, and has not stayed there long enough to be believed. */
export function isUnconfirmedJump(
  measure: DoubtedMeasure,
  track: Track,
  value: number,
  timeMs: number,
): boolean {
  const { good, jump } = track
  if (good === null) return false
  // A broken level must not be believed sooner merely because the good value gets older.
  const sinceMs = jump !== null && isAtNewLevel(track, value) ? jump.sinceMs : timeMs
  const most = mostChange(measure, sinceMs - good.timeMs)
  return most !== null && Math.abs(value - good.value) > most && timeMs - sinceMs < confirmedAfterMs
}

/** How long a value has been exactly the same; zero if it is new or was unknown in between. */
export function sameForMs(track: Track | undefined, value: number, timeMs: number): number {
  if (track?.value !== value || timeMs - track.timeMs > comparableMs) return 0
  return Math.max(0, timeMs - track.sinceMs)
}

/** The state to remember after receiving a value. */
export function tracked(before: Track | undefined, value: number, timeMs: number, isDoubted: boolean): Track {
  const sinceMs = timeMs - sameForMs(before, value, timeMs)
  if (!isDoubted) return { value, sinceMs, timeMs, good: { value, timeMs }, jump: null }
  const [good, jump] = [before?.good ?? null, before?.jump ?? null]
  const continues = jump !== null && isAtNewLevel({ good, jump }, value)
  return { value, sinceMs, timeMs, good, jump: continues ? jump : { value, sinceMs: timeMs } }
}

/**
 * How long a value must be unchanged to count as stuck; null if it may stay unchanged. The guidelines above expect a
 * change within an hour; consumer sensors round to whole degrees, so they get six hours, and the other times are our
 * choice too. Air at 100 % may stay so all day, and rain at zero for weeks.
 */
export function stuckForMs(measure: DoubtedMeasure, value: number, values: DoubtedValues): number | null {
  if (measure === 'temperatureF' || measure === 'stationPressureHpa' || measure === 'wbgtF') return 6 * hourMs
  if (measure === 'humidityPercent') return value >= 95 ? null : 6 * hourMs
  if (measure === 'windMph' || measure === 'gustMph') return value === 0 ? 24 * hourMs : 3 * hourMs
  // A vane does not move in calm air.
  if (measure === 'windFromDegrees') return (values.windMph ?? 0) >= 5 ? 6 * hourMs : null
  if (measure === 'solarWattsPerM2') return value > nightGlowWatts ? 3 * hourMs : null
  return null
}

const nightGlowWatts = 5
