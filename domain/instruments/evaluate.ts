import { pressureFromAltimeterHpa } from '#domain/conditions/formulas/pressure'
import { sunPosition } from '#domain/conditions/formulas/sun-position'
import type { Point } from '#domain/geo/distance'
import { metresFromFeet } from '#domain/units/convert'
import { calibrate, type Correction } from './calibration.ts'
import { cautionsOf, doubtsOf, unusedRainInches, type DoubtInput, type Doubts } from './doubts.ts'
import type { InstrumentMeasure, InstrumentMeasures } from './message.ts'
import { followRain, type RainState } from './rain.ts'
import { doubtedMeasures, tracked, type DoubtedMeasure, type DoubtedValues, type Tracks } from './track.ts'

/** An instrument's place and mounting. */
interface Standing extends Point {
  readonly elevationFeet: number | null
  readonly windHeightFeet: number | null
  readonly corrections: readonly Correction[]
}

/** State remembered from earlier messages. */
export interface Remembered {
  readonly rain: RainState | null
  readonly tracks: Tracks
}
export const nothingRemembered: Remembered = { rain: null, tracks: {} }

export interface Circumstances extends Pick<DoubtInput, 'neighbor' | 'isDryByRadar'> {
  /** When the message was received. */
  readonly timeMs: number
  /** How far local time is ahead of UTC. */
  readonly aheadOfUtcMs: number
}

/** A value from a message: as sent, as used and, if it is not used, the reason. */
export interface EvaluatedValue {
  readonly measure: InstrumentMeasure
  readonly sent: number
  readonly value: number
  readonly isCorrected: boolean
  readonly doubt: string | null
  /** Why the value may be wrong, or lacks a part, although it is used. */
  readonly caution?: string
}

export interface Evaluated {
  readonly values: readonly EvaluatedValue[]
  /** The values that a reading may contain. */
  readonly believed: DoubtedValues
  readonly remembered: Remembered
}

const dayMs = 86_400_000

/** Turns what an instrument sent into values to use: completed, calibrated and checked. */
export function evaluate(
  measures: InstrumentMeasures,
  standing: Standing,
  { rain: rainBefore, tracks }: Remembered,
  { timeMs, aheadOfUtcMs, neighbor, isDryByRadar }: Circumstances,
): Evaluated {
  const day = Math.floor((timeMs + aheadOfUtcMs) / dayMs)
  const rain = followRain(rainBefore, {
    todayInches: measures.rainTodayInches ?? null,
    counterInches: measures.rainCounterInches ?? null,
    timeMs,
    day,
    dayStartMs: day * dayMs - aheadOfUtcMs,
    isDryByRadar,
  })
  const hasRain = (measures.rainTodayInches ?? measures.rainCounterInches ?? null) !== null
  const completed: InstrumentMeasures = {
    ...measures,
    stationPressureHpa: measures.stationPressureHpa ?? stationPressure(measures, standing),
    rainTodayInches: hasRain ? confirmedRain(rain) : null,
  }
  const calibrated = calibrate(completed, standing.corrections, standing.windHeightFeet)
  const values: DoubtedValues = Object.fromEntries(
    doubtedMeasures.flatMap(measure => {
      const value = calibrated[measure]?.value
      return value === undefined ? [] : [[measure, value]]
    }),
  )
  const input: DoubtInput = {
    timeMs,
    values,
    tracks,
    sunElevationDegrees: sunPosition(timeMs, standing)?.elevationDegrees ?? null,
    elevationFeet: standing.elevationFeet,
    neighbor,
    isDryByRadar,
    dryRainInches: rain?.dryInches ?? 0,
    ...(hasRain && { dryRainMs: rain?.dryMs ?? null }),
  }
  const [doubts, cautions] = [doubtsOf(input), cautionsOf(input)]
  const evaluated = (Object.keys(calibrated) as InstrumentMeasure[]).flatMap(measure => {
    const { sent: completedValue, value } = calibrated[measure] ?? {}
    if (completedValue === undefined || value === undefined) return []
    // Completion may have added or converted a value.
    const sent = measures[measure] ?? completedValue
    const isCorrected = value !== measures[measure]
    const doubt = doubts[measure as DoubtedMeasure] ?? null
    const caution = doubt === null ? cautions[measure as DoubtedMeasure] : undefined
    return { measure, sent, value, isCorrected, doubt, ...(caution !== undefined && { caution }) }
  })
  return { values: evaluated, believed: without(values, doubts), remembered: { rain, tracks: after() } }

  function after(): Tracks {
    const next = doubtedMeasures.flatMap(measure => {
      const value = values[measure]
      return value === undefined
        ? []
        : [[measure, tracked(tracks[measure], value, timeMs, measure in doubts)] as const]
    })
    return { ...tracks, ...Object.fromEntries(next) }
  }
}

/** The day's rain without the part that is in doubt. */
function confirmedRain(rain: RainState | null): number | null {
  if (!rain || rain.totalInches === null) return null
  return Math.max(0, rain.totalInches - unusedRainInches(rain.dryInches))
}

function stationPressure(
  { seaLevelPressureHpa }: InstrumentMeasures,
  { elevationFeet }: Standing,
): number | null {
  return pressureFromAltimeterHpa(seaLevelPressureHpa ?? null, metresFromFeet(elevationFeet))
}

function without(values: DoubtedValues, doubts: Doubts): DoubtedValues {
  return Object.fromEntries(Object.entries(values).filter(([measure]) => !(measure in doubts)))
}
