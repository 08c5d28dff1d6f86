import type { DailyForecast, HourlyForecast } from '#contract/weather/forecasts'
import { feelsLikePolicy } from '#domain/conditions/formulas/feels-like'
import { isSnowCode } from '#domain/forecasts/weather-code'
import type { PolicyShortName } from '#domain/policies/policy-types'
import { roundedTo } from '#domain/units/rounding'
import { limitStateOf, type Limit, type LimitState } from '#web/screens/home/dashboard/conditions/limits.ts'

export type ForecastView = 'hourly' | 'daily'
export type ForecastMetric = 'temp' | 'high' | 'low' | 'precip' | 'feelLike' | 'wbgt' | 'wind' | 'snow'

/** Missing values are null. */
export type MetricValues = Readonly<Partial<Record<ForecastMetric, number | null>>>

export const defaultMetric: ForecastMetric = 'feelLike'

export interface MetricLook {
  /** The label of the metric's button. */
  readonly label: string
  /** The label of the metric's row. */
  readonly name: string
  readonly unit: string
  readonly decimals: number
  readonly kind: 'line' | 'bars'
  /** Where the metric's axis starts. Amounts start at zero. */
  readonly from?: number
  readonly leastSpan: number
}

const degrees = { unit: '°F', decimals: 0, kind: 'line', leastSpan: 10 } as const
const inches = { unit: 'in', kind: 'bars', from: 0 } as const

export const metricLooks: Readonly<Record<ForecastMetric, MetricLook>> = {
  temp: { label: 'Temp', name: 'Temp', ...degrees },
  high: { label: 'High', name: 'High', ...degrees },
  low: { label: 'Low', name: 'Low', ...degrees },
  precip: { label: 'Precip', name: 'Precip', ...inches, decimals: 2, leastSpan: 0.2 },
  feelLike: { label: 'Feels', name: 'Feels like', ...degrees },
  wbgt: { label: 'WBGT', name: 'WBGT', ...degrees, decimals: 1 },
  wind: { label: 'Wind', name: 'Wind', unit: 'mph', decimals: 0, kind: 'line', from: 0, leastSpan: 10 },
  snow: { label: 'Snow', name: 'Snow', ...inches, decimals: 1, leastSpan: 1 },
}

const always: Readonly<Record<ForecastView, readonly ForecastMetric[]>> = {
  hourly: ['temp', 'precip', 'feelLike', 'wbgt', 'wind'],
  daily: ['high', 'low', 'precip', 'feelLike', 'wbgt', 'wind'],
}

export function metricsOf(view: ForecastView, hasSnow: boolean): readonly ForecastMetric[] {
  return hasSnow ? [...always[view], 'snow'] : always[view]
}

/** Keeps the chosen metric if the view has it, otherwise uses the feels-like temperature. */
export function metricIn(view: ForecastView, chosen: ForecastMetric, hasSnow: boolean): ForecastMetric {
  return metricsOf(view, hasSnow).includes(chosen) ? chosen : defaultMetric
}

/** Whether snow gets a button: some hour or day has snow, or a day's weather is described as snow. */
export function isSnowExpected(
  hours: readonly Pick<HourlyForecast, 'snowAccumulation'>[],
  days: readonly Pick<DailyForecast, 'snowAccumulation' | 'weather_code'>[],
): boolean {
  const falls = ({ snowAccumulation: { value } }: Pick<HourlyForecast, 'snowAccumulation'>) =>
    value !== null && value > 0
  return (
    hours.some(falls) ||
    days.some(falls) ||
    days.some(({ weather_code: { value } }) => value !== null && isSnowCode(value))
  )
}

export type MetricLimits = ReadonlyMap<PolicyShortName, Limit>

const policyTypes: Readonly<Partial<Record<ForecastMetric, PolicyShortName>>> = {
  precip: 'PRECIP',
  wbgt: 'WBGT',
  wind: 'WIND',
}

/**
 * Returns a column value's state relative to its policy. A feels-like value is judged by the temperature next to it: as
 * heat from 65 °F on.
 */
export function standingIn(
  metric: ForecastMetric,
  values: MetricValues,
  limits: MetricLimits,
): LimitState | null {
  const type =
    metric === 'feelLike' ? feelsLikePolicy(values.temp ?? values.high ?? null) : policyTypes[metric]
  return limitStateOf(values[metric] ?? null, type ? limits.get(type) : undefined)
}

/** Returns the row's name: warm days show the highest feels-like temperature, cold ones the lowest. */
export function feelsName(days: readonly DailyForecast['feelLikeIs'][]): string {
  const [hasHighs, hasLows] = [days.includes('high'), days.includes('low')]
  if (hasHighs && hasLows) return 'Feels high or low'
  return hasHighs ? 'Feels high' : hasLows ? 'Feels low' : metricLooks.feelLike.name
}

/** Returns `67°`, `0.07`, or `--` if missing. */
export function shownValue(metric: ForecastMetric, value: number | null): string {
  const { unit, decimals } = metricLooks[metric]
  const shown = roundedTo(value, decimals)
  if (shown === null) return '--'
  return `${shown.toFixed(decimals)}${unit === '°F' ? '°' : ''}`
}
