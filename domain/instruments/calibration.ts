import { metresFromFeet } from '#domain/units/convert'
import type { InstrumentMeasure, InstrumentMeasures } from './message.ts'
import { doubtedMeasures } from './track.ts'

/** The measures that a person can correct. */
export const calibratedMeasures = [...doubtedMeasures, 'pm25'] as const satisfies readonly InstrumentMeasure[]

export interface Correction {
  readonly measure: (typeof calibratedMeasures)[number]
  readonly offset: number
  readonly factor: number
}

/** A value as it was sent and as it is used. */
export interface CalibratedValue {
  readonly sent: number
  readonly value: number
}
export type CalibratedValues = Readonly<Partial<Record<InstrumentMeasure, CalibratedValue>>>

/** The standard height of wind measurements: 33 feet. */
const standardHeightM = 10
/** Below this height the profile above grass does not apply, and above `highestM` the ground no longer matters much. */
const lowestM = 1
const highestM = 100

/**
 * How much faster the wind is at 10 m than at another height, over short grass in the open: the logarithmic profile of
 * FAO-56 (equation 47), which evapotranspiration also uses. Around buildings the true factor is larger but unknown, so
 * this one is used there too.
 */
export function windFactorTo10m(heightFeet: number | null): number {
  const heightM = metresFromFeet(heightFeet)
  if (heightM === null) return 1
  const profile = (metres: number) => Math.log(67.8 * metres - 5.42)
  return profile(standardHeightM) / profile(Math.min(highestM, Math.max(lowestM, heightM)))
}

/** Values that cannot be negative, whatever offset a person enters. */
const neverNegative: ReadonlySet<InstrumentMeasure> = new Set([
  'humidityPercent',
  'windMph',
  'gustMph',
  'solarWattsPerM2',
  'rainInchesPerHour',
  'rainTodayInches',
  'pm25',
])

function bounded(measure: InstrumentMeasure, value: number): number {
  if (measure === 'windFromDegrees') return ((value % 360) + 360) % 360
  if (measure === 'humidityPercent') return Math.min(100, Math.max(0, value))
  return neverNegative.has(measure) ? Math.max(0, value) : value
}

/** Applies corrections: value times factor plus offset. Values without a correction stay exactly as sent. */
export function calibrate(
  measures: InstrumentMeasures,
  corrections: readonly Correction[],
  windHeightFeet: number | null,
): CalibratedValues {
  const values: Partial<Record<InstrumentMeasure, CalibratedValue>> = {}
  for (const measure of Object.keys(measures) as InstrumentMeasure[]) {
    const sent = measures[measure]
    if (sent === null || sent === undefined || !Number.isFinite(sent)) continue
    const correction = corrections.find(each => each.measure === measure)
    const value = correction ? bounded(measure, sent * correction.factor + correction.offset) : sent
    values[measure] = { sent, value }
  }
  return withWindAt10m(values, windFactorTo10m(windHeightFeet))
}

/**
 * A gust gains as many miles per hour as the mean wind does, because turbulence hardly changes with height. A gust that
 * was sent at or above the wind therefore stays at or above it.
 */
function withWindAt10m(values: CalibratedValues, factor: number): CalibratedValues {
  const { windMph: wind, gustMph: gust } = values
  if (!wind) return values
  const windMph = wind.value * factor
  const raised = { ...values, windMph: { ...wind, value: windMph } }
  if (!gust) return raised
  const gustMph = gust.value + (windMph - wind.value)
  const least = gust.sent >= wind.sent ? windMph : 0
  return { ...raised, gustMph: { ...gust, value: Math.max(least, gustMph) } }
}
