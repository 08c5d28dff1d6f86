import { shownBeside, limitStateOf, type Limit, type LimitState } from './limits.ts'
import type { PlaceObservation } from '#contract/conditions'
import type { ObservedMeasure } from '#contract/measures'
import { feelsLikePolicy } from '#domain/conditions/formulas/feels-like'
import type { PolicyShortName } from '#domain/policies/policy-types'
import { timeAgo } from '#domain/units/time-ago'
import { stationPath } from '#web/parts/station-path.ts'

/** One value of the card. What is missing is shown as `--`. */
export interface Reading {
  readonly name: string
  readonly shown: string
  readonly unit: string
  readonly standing: LimitState | null
  /** Worked out, or worked out with something assumed: a mark, with the reason on pointing. */
  readonly mark: Mark | null
  /** Where it comes from, if not from where the others do; and its age, if it is old. */
  readonly origin: string | null
  readonly isOld: boolean
}

export interface Mark {
  readonly kind: 'derived' | 'estimated'
  readonly text: string
}

export interface Conditions {
  readonly temperature: Reading
  readonly readings: readonly Reading[]
  /** `NNE`, `Calm`, or `--`. */
  readonly direction: string
  readonly sky: string
  readonly skyCode: string | null
  /** Any value breaches its policy. */
  readonly isScary: boolean
  readonly isOld: boolean
}

type Limits = ReadonlyMap<PolicyShortName, Limit>

/** What is told of all values at once is not repeated at each. */
interface Context {
  readonly observation: PlaceObservation
  readonly nowMs: number
}

/** How a value was come by: what is measured needs no mark. */
export function markOf({ value, derived, estimated }: ObservedMeasure): Mark | null {
  if (value === null) return null
  if (estimated !== null) return { kind: 'estimated', text: `Estimated: ${estimated}` }
  return derived ? { kind: 'derived', text: 'Calculated from other readings, not measured' } : null
}

/** The server has said for how long a value counts: it grows old also while nobody can ask for a newer one. */
export function isOldValue({ value, freshUntil }: ObservedMeasure, nowMs: number): boolean {
  return value !== null && freshUntil !== null && nowMs > Date.parse(freshUntil)
}

interface Wish {
  readonly name: string
  readonly decimals: number
  readonly limit?: Limit | undefined
}

function readingOf(measure: ObservedMeasure, { name, decimals, limit }: Wish, context: Context): Reading {
  const isOld = isOldValue(measure, context.nowMs)
  const standing = limitStateOf(measure.value, limit)
  return {
    name,
    shown: shownBeside(measure.value, decimals, limit),
    unit: measure.unit,
    // An old value may still warn, but it proves nothing any more.
    standing: isOld && standing?.level === 'fine' ? null : standing,
    mark: markOf(measure),
    origin: originOf(measure, isOld, context),
    isOld,
  }
}

function originOf(measure: ObservedMeasure, isOld: boolean, { observation, nowMs }: Context): string | null {
  const { value, source, observationTime } = measure
  if (value === null) return null
  const isOther = source !== null && source !== observation.data.ambientTemperature.source
  // Where all are of the same age, the card says so once.
  const isApart = observationTime !== null && observationTime !== observation.data.observationTime
  const age = isOld && isApart ? timeAgo(Date.parse(observationTime), nowMs) : null
  const parts = [isOther ? source : null, age].filter(part => part !== null)
  return parts.length > 0 ? parts.join(', ') : null
}

/**
 * Rain as radar corrects it, where somebody does, with its age and what the gauge says. The limit is held against the
 * gauge, as policies do: the card must not call safe what they warn of.
 */
function rainOf(limit: Limit | undefined, context: Context): Reading {
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

/** Calm air has no direction; where nothing is known of the wind, nothing is said. */
export function directionOf({ windDirection, windSpeed }: PlaceObservation['data']): string {
  if (windDirection !== null) return windDirection
  return windSpeed.value !== null && windSpeed.value < 1 ? 'Calm' : '--'
}

export function conditionsOf(observation: PlaceObservation, limits: Limits, nowMs: number): Conditions {
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

/** Where history may be seen: a station that may be looked back on, and is no airport. */
export function historyPath({ canViewHistorical, weatherStation }: PlaceObservation): string | null {
  if (!canViewHistorical || weatherStation === null || weatherStation.type === 0) return null
  return stationPath(weatherStation.id, weatherStation.imageUrl)
}
