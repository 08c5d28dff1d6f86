import type { PolicyShortName } from '#domain/policies/policy-types'

/** The conditions that a widget can show, by their number in the API. */
export const conditionCodes = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9] as const
export type ConditionCode = (typeof conditionCodes)[number]

/** What can be forecast; -1 for no forecast. */
export const forecastCodes = [-1, 0, 1, 2, 3, 4, 5] as const
export type ForecastCode = (typeof forecastCodes)[number]

export interface WidgetCondition {
  readonly code: ConditionCode
  readonly name: string
  readonly unit: string
  /** Number of decimal places. */
  readonly precision: number
  /** The name that policies use for the condition, if they evaluate it. */
  readonly watchedAs: PolicyShortName | null
}

const aqi = { unit: 'AQI', precision: 0 } as const

const widgetConditions: readonly WidgetCondition[] = [
  { code: 0, name: 'Temperature', unit: '°F', precision: 0, watchedAs: null },
  { code: 1, name: 'WBGT', unit: '°F', precision: 1, watchedAs: 'WBGT' },
  { code: 2, name: 'Wind Speed', unit: 'mph', precision: 0, watchedAs: 'WIND' },
  { code: 3, name: 'Precipitation', unit: 'in', precision: 2, watchedAs: 'PRECIP' },
  { code: 4, name: 'Wind Gust', unit: 'mph', precision: 0, watchedAs: 'GUST' },
  { code: 5, name: 'Feels Like', unit: '°F', precision: 0, watchedAs: 'HEAT' },
  { code: 6, name: 'PM2.5', ...aqi, watchedAs: 'AQI-PM2.5' },
  { code: 7, name: 'PM10', ...aqi, watchedAs: 'AQI-PM10' },
  { code: 8, name: 'Ozone', ...aqi, watchedAs: 'AQI-O3' },
  { code: 9, name: 'Air Quality Index', ...aqi, watchedAs: 'AQI' },
]

export function conditionOf(code: ConditionCode): WidgetCondition {
  const found = widgetConditions[code]
  if (!found) throw new RangeError(`There is no condition ${code}`)
  return found
}

/** Air quality is available only this close to a sensor, as the builder explains. */
export const airSensorMiles = 10

export function isAirCondition(code: ConditionCode): boolean {
  return conditionOf(code).unit === 'AQI'
}

/** A value as shown in every widget: '95 °F', '0.25 in'. A missing value is never shown as a number. */
export function valueInWords(code: ConditionCode, value: number | null): string {
  const { unit, precision } = conditionOf(code)
  return value === null ? '--' : `${value.toFixed(precision)} ${unit}`
}

/** How a value compares to the widget's threshold, as text, because color alone is not accessible. */
export function thresholdNote(
  code: ConditionCode,
  threshold: number | null,
  value: number | null,
): { readonly isReached: boolean; readonly words: string } | null {
  if (threshold === null || value === null) return null
  const limit = valueInWords(code, threshold)
  const shown = Number(value.toFixed(conditionOf(code).precision))
  return shown >= threshold
    ? { isReached: true, words: `At or above ${limit}` }
    : { isReached: false, words: `Below ${limit}` }
}
