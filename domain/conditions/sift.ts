import { isKnown, knownWithin } from '#domain/units/known'
import type { Measures } from './reading.ts'

export type MeasureName = keyof Measures

/** A value that no instrument can report. */
export interface Dropped {
  readonly field: MeasureName
  readonly value: unknown
}

export interface Sifted {
  readonly measures: Measures
  readonly dropped: readonly Dropped[]
}

/**
 * A reading further ahead of the server's clock than this is rejected as broken, because it would look fresh until the
 * clock caught up with it.
 */
const aheadAtMostMs = 5 * 60_000

/**
 * No instrument resolves values this small; they are left over from floating-point sums. The database cannot store them
 * and would reject the whole batch, including other stations' readings.
 */
const leastTold = 1e-6
const flushDenormals = (value: unknown) =>
  typeof value === 'number' && Math.abs(value) < leastTold ? 0 : value

type Check = (value: unknown) => number | string | null

const within =
  (least: number, most: number): Check =>
  value =>
    typeof value === 'number' ? knownWithin(value, least, most) : null

/** Slightly beyond every record on earth: keeps values that could be true and drops those of a broken sensor. */
const checks: Readonly<Record<MeasureName, Check>> = {
  temperatureF: within(-140, 145),
  // At 0 there is no dew point. Slightly above 100 is noise and means 100.
  humidityPercent: value => {
    const percent = typeof value === 'number' ? knownWithin(value, 0, 105) : null
    return percent === null || percent === 0 ? null : Math.min(100, percent)
  },
  windMph: within(0, 250),
  gustMph: within(0, 320),
  windFromDegrees: value => {
    const degrees = typeof value === 'number' ? knownWithin(value, 0, 360) : null
    return degrees === null ? null : degrees % 360
  },
  stationPressureHpa: within(300, 1100),
  // A sensor in the dark may read slightly below zero.
  solarWattsPerM2: value => {
    const watts = typeof value === 'number' ? knownWithin(value, -100, 2000) : null
    return watts === null ? null : Math.max(0, watts)
  },
  cloudFraction: within(0, 1),
  rainInchesPerHour: within(0, 50),
  rainTodayInches: within(0, 75),
  visibilityMiles: within(0, 300),
  measuredWbgtF: within(-140, 145),
  // Next to a fire the value is beyond the range of most sensors, and that is when it matters most.
  pm25: within(0, 5000),
  weatherCode: value => (typeof value === 'string' && /^\d{4}$/.test(value) ? value : null),
}

export const fields = Object.keys(checks) as readonly MeasureName[]

/** The plausible values of a reading. Absent values are null; implausible ones are null too, and listed. */
export function sift(given: Readonly<Partial<Record<MeasureName, unknown>>>): Sifted {
  const dropped: Dropped[] = []
  const kept = Object.fromEntries(
    fields.map(field => {
      const value = flushDenormals(given[field] ?? null)
      const usable = value === null ? null : checks[field](value)
      if (value !== null && usable === null) dropped.push({ field, value })
      return [field, usable]
    }),
  )
  return { measures: kept as unknown as Measures, dropped }
}

/** Whether a reading's time is valid and not in the future. */
export function isTimely(timeMs: number, nowMs: number): boolean {
  return isKnown(timeMs) && timeMs > 0 && timeMs <= nowMs + aheadAtMostMs
}

/** Whether real weather could produce this value. */
export function isWithinLimits(field: MeasureName, value: unknown): boolean {
  return checks[field](flushDenormals(value)) !== null
}
