import type { Point } from '#domain/geo/distance'
import { wbgt } from '#domain/heat-stress/wbgt'
import {
  celsiusFromFahrenheit,
  fahrenheitFromCelsius,
  metresFromFeet,
  msFromMph,
} from '#domain/units/convert'
import { feelsLike, type FeelsLike } from './formulas/feels-like.ts'
import { heatIndexF } from './formulas/heat-index.ts'
import { dewPointC } from './formulas/humidity.ts'
import type { Measures } from './reading.ts'
import { windChillF } from './formulas/wind-chill.ts'

export interface GroundPoint extends Point {
  readonly elevationFeet: number | null
}

/** Values that are calculated from measurements, unless they were measured directly. */
export interface Derived {
  readonly feelsLike: FeelsLike | null
  readonly heatIndexF: number | null
  readonly windChillF: number | null
  readonly dewPointF: number | null
  readonly wbgtF: number | null
  /** What was assumed for the WBGT, as text. */
  readonly wbgtAssumes: string | null
  readonly isWbgtMeasured: boolean
}

/**
 * If the mast height is unknown, the wind is assumed to be measured at the standard 10 m. If the mast is lower, work in
 * that wind is rated slightly hotter than it is, which errs on the side of caution.
 */
export const usualWindHeightM = 10

export function derivedOf(ground: GroundPoint, measures: Measures, timeMs: number): Derived {
  const { temperatureF, humidityPercent, windMph } = measures
  return {
    feelsLike: feelsLike(temperatureF, humidityPercent, windMph),
    heatIndexF: heatIndexF(temperatureF, humidityPercent),
    windChillF: windChillF(temperatureF, windMph),
    dewPointF: fahrenheitFromCelsius(dewPointC(celsiusFromFahrenheit(temperatureF), humidityPercent)),
    ...measuredWbgtOf(measures),
    ...(measures.measuredWbgtF === null && wbgtOf(ground, measures, timeMs)),
  }
}

/** A measurement in the actual sun and wind of the place takes precedence over a calculated value. */
function measuredWbgtOf({
  measuredWbgtF,
}: Measures): Pick<Derived, 'wbgtF' | 'wbgtAssumes' | 'isWbgtMeasured'> {
  return { wbgtF: measuredWbgtF, wbgtAssumes: null, isWbgtMeasured: measuredWbgtF !== null }
}

export type HeatMeasures = Pick<
  Measures,
  'temperatureF' | 'humidityPercent' | 'windMph' | 'stationPressureHpa' | 'solarWattsPerM2' | 'cloudFraction'
>

export function wbgtOf(
  ground: GroundPoint,
  measures: HeatMeasures,
  timeMs: number,
): Pick<Derived, 'wbgtF' | 'wbgtAssumes'> {
  const worked = wbgt({
    timeMs,
    place: ground,
    elevationM: metresFromFeet(ground.elevationFeet),
    tempC: celsiusFromFahrenheit(measures.temperatureF),
    humidityPercent: measures.humidityPercent,
    windMs: msFromMph(measures.windMph),
    windHeightM: usualWindHeightM,
    pressureHpa: measures.stationPressureHpa,
    solarWm2: measures.solarWattsPerM2,
    cloudFraction: measures.cloudFraction,
  })
  if (worked === null) return { wbgtF: null, wbgtAssumes: null }
  const assumed = [
    ...(worked.solarFrom === 'clouds' ? ['sun from the clouds'] : []),
    ...(worked.solarFrom === 'full sun' ? ['full sun'] : []),
    ...(worked.pressureFrom === 'elevation' ? ['pressure from the elevation'] : []),
  ]
  return {
    wbgtF: fahrenheitFromCelsius(worked.wbgtC),
    wbgtAssumes: assumed.length === 0 ? null : assumed.join(', '),
  }
}
