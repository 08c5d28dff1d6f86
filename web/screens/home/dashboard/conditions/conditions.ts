import { shownBeside, limitStateOf, type Limit, type LimitState } from './limits.ts'
import type { PlaceObservation } from '#contract/weather/conditions'
import type { ObservedMeasure } from '#contract/weather/measures'
import { feelsLikePolicy } from '#domain/conditions/formulas/feels-like'
import type { PolicyShortName } from '#domain/policies/policy-types'
import { timeAgo } from '#domain/units/time-ago'
import { stationPath } from '#web/parts/weather/station-path.ts'

/** One value on the card. A missing value is shown as `--`. */
export interface ShownReading {
  readonly name: string
  readonly shown: string
  readonly unit: string
  readonly standing: LimitState | null
  /** A mark for a calculated value, with or without an assumption. The reason appears on hover. */
  readonly mark: ConditionMark | null
  /** The value's source if it differs from the others', and its age if it is old. */
  readonly origin: string | null
  readonly isOld: boolean
}

export interface ConditionMark {
  readonly kind: 'derived' | 'estimated'
  readonly text: string
}

export interface ShownConditions {
  readonly temperature: ShownReading
  readonly readings: readonly ShownReading[]
  /** `NNE`, `Calm`, or `--`. */
  readonly direction: string
  readonly sky: string
  readonly skyCode: string | null
  /** Whether some value breaches its policy. */
  readonly isScary: boolean
  readonly isOld: boolean
}

type Limits = ReadonlyMap<PolicyShortName, Limit>

/** Notes that apply to all values, and so are not repeated for each. */
interface Context {
  readonly observation: PlaceObservation
  readonly nowMs: number
}

/** Explains how a value was obtained. A measured value needs no mark. */
export function conditionMarkOf({ value, derived, estimated }: ObservedMeasure): ConditionMark | null {
  if (value === null) return null
  if (estimated !== null) return { kind: 'estimated', text: `Estimated: ${estimated}` }
  return derived ? { kind: 'derived', text: 'Calculated from other readings, not measured' } : null
}

/** The server sends how long a value is valid, so it expires even if no newer one can be fetched. */
export function isOldValue({ value, freshUntil }: ObservedMeasure, nowMs: number): boolean {
  return value !== null && freshUntil !== null && nowMs > Date.parse(freshUntil)
}

interface Wish {
  readonly name: string
  readonly decimals: number
  readonly limit?: Limit | undefined
}

function readingOf(
  measure: ObservedMeasure,
  { name, decimals, limit }: Wish,
  context: Context,
): ShownReading {
  const isOld = isOldValue(measure, context.nowMs)
  const standing = limitStateOf(measure.value, limit)
  return {
    name,
    shown: shownBeside(measure.value, decimals, limit),
    unit: measure.unit,
    // An old value can still warn, but it proves nothing anymore.
    standing: isOld && standing?.level === 'fine' ? null : standing,
    mark: conditionMarkOf(measure),
    origin: originOf(measure, isOld, context),
    isOld,
  }
}

function originOf(measure: ObservedMeasure, isOld: boolean, { observation, nowMs }: Context): string | null {
  const { value, source, observationTime } = measure
  if (value === null) return null
  const isOther = source !== null && source !== observation.data.ambientTemperature.source
  // If all values have the same age, the card shows the age once.
  const isApart = observationTime !== null && observationTime !== observation.data.observationTime
  const age = isOld && isApart ? timeAgo(Date.parse(observationTime), nowMs) : null
  const parts = [isOther ? source : null, age].filter(part => part !== null)
  return parts.length > 0 ? parts.join(', ') : null
}

/**
 * Returns radar-corrected rain where available, with its age and the gauge's value. The limit applies to the gauge's
 * value, as in policies, because the card must not show as safe what policies warn about.
 */
function rainOf(limit: Limit | undefined, context: Context): ShownReading {
  const { data, calibratedData } = context.observation
  const gauge = readingOf(data.precipitation, { name: 'Rain today', decimals: 2, limit }, context)
  const { rainToday, rainUpdatedTime } = calibratedData ?? { rainToday: null, rainUpdatedTime: null }
  if (rainToday === null) return gauge
  const age = rainUpdatedTime === null ? null : timeAgo(Date.parse(rainUpdatedTime), context.nowMs)
  const measured = data.precipitation.value === null ? null : `gauge ${gauge.shown} ${gauge.unit}`
  return {
    ...gauge,
    shown: shownBeside(rainToday, 2, limit),
    mark: { kind: 'estimated', text: 'Estimated: corrected by radar' },
    origin: [age === null ? 'By radar' : `By radar ${age}`, measured]
      .filter(part => part !== null)
      .join(', '),
  }
}

/** Calm wind has no direction. Without wind data, nothing is shown. */
export function directionOf({ windDirection, windSpeed }: PlaceObservation['data']): string {
  if (windDirection !== null) return windDirection
  return windSpeed.value !== null && windSpeed.value < 1 ? 'Calm' : '--'
}

export function conditionsOf(observation: PlaceObservation, limits: Limits, nowMs: number): ShownConditions {
  const { data } = observation
  const context: Context = { observation, nowMs }
  const feels = feelsLikePolicy(data.ambientTemperature.value)
  const temperature = readingOf(data.ambientTemperature, { name: 'Temperature', decimals: 0 }, context)
  const readings = [
    readingOf(
      data.feelLike,
      { name: 'Feels like', decimals: 0, limit: feels ? limits.get(feels) : undefined },
      context,
    ),
    readingOf(data.wgbt, { name: 'WBGT', decimals: 1, limit: limits.get('WBGT') }, context),
    rainOf(limits.get('PRECIP'), context),
    readingOf(data.windSpeed, { name: 'Wind', decimals: 0, limit: limits.get('WIND') }, context),
    readingOf(data.windGust, { name: 'Gust', decimals: 0, limit: limits.get('GUST') }, context),
  ]
  return {
    temperature,
    readings,
    direction: directionOf(data),
    sky: data.weather_code.text ?? '--',
    skyCode: data.weather_code.value,
    isScary: readings.some(({ standing }) => standing?.level === 'breach'),
    isOld: observation.state === 'Stale' || temperature.isOld,
  }
}

/** Returns a link to the history of a station, unless it is an airport or its history is not available. */
export function historyPath({ canViewHistorical, weatherStation }: PlaceObservation): string | null {
  if (!canViewHistorical || weatherStation === null || weatherStation.type === 0) return null
  return stationPath(weatherStation.id, weatherStation.imageUrl)
}
