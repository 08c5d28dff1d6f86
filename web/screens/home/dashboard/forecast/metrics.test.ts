import {
  feelsName,
  isSnowExpected,
  standingIn,
  metricIn,
  metricsOf,
  shownValue,
  type ForecastMetric,
  type ForecastView,
} from './metrics.ts'
import { expect, test } from 'vitest'

test.each<[ForecastView, ForecastMetric, boolean, ForecastMetric]>([
  ['hourly', 'high', false, 'feelLike'],
  ['hourly', 'low', false, 'feelLike'],
  ['hourly', 'temp', false, 'temp'],
  ['daily', 'temp', false, 'feelLike'],
  ['daily', 'high', false, 'high'],
  ['daily', 'wind', false, 'wind'],
  ['hourly', 'snow', true, 'snow'],
  ['hourly', 'snow', false, 'feelLike'],
])('%s, %s chosen, snow %s: %s', (view, chosen, snow, metric) =>
  expect(metricIn(view, chosen, snow)).toBe(metric),
)

test('shows each view’s buttons, with snow only where it snows', () => {
  expect(metricsOf('hourly', false)).toEqual(['temp', 'precip', 'feelLike', 'wbgt', 'wind'])
  expect(metricsOf('daily', true)).toEqual(['high', 'low', 'precip', 'feelLike', 'wbgt', 'wind', 'snow'])
})

test.each([
  ['feelLike', { temp: 99, feelLike: 104 }, 'breach', false],
  ['feelLike', { temp: 99, feelLike: 99.5 }, 'near', false],
  ['feelLike', { temp: 30, feelLike: 15 }, 'breach', true],
  ['feelLike', { high: 50, low: 10, feelLike: 4 }, 'breach', true],
  ['wind', { wind: 30 }, 'breach', false],
  ['wind', { wind: 12 }, 'fine', false],
] as const)('%s of %j by its policy: %s', (metric, values, level, isCold) => {
  const limits = new Map([
    ['HEAT', { type: 'HEAT', threshold: 100 }],
    ['CHILL', { type: 'CHILL', threshold: 20 }],
    ['WIND', { type: 'WIND', threshold: 30 }],
  ] as const)
  expect(standingIn(metric, values, limits)).toMatchObject({ level, isCold })
})

test.each([
  [['high', 'high', null] as const, 'Feels high'],
  [['low', 'low'] as const, 'Feels low'],
  [['low', 'high'] as const, 'Feels high or low'],
  [[null, null] as const, 'Feels like'],
])('names days with %j %s', (days, name) => expect(feelsName(days)).toBe(name))

const hour = (value: number | null) => ({ snowAccumulation: { value, unit: 'in' } })
const day = (value: number | null, code: string | null) => ({
  ...hour(value),
  weather_code: { value: code, text: null },
})

test.each([
  [[hour(0), hour(null)], [day(0, '0012'), day(null, null)], false],
  [[hour(0.1)], [], true],
  [[], [day(2, '0012')], true],
  [[hour(0)], [day(0, '0016')], true],
  [[hour(0)], [day(0, '9126')], true],
  [[], [], false],
])('hours %j and days %j: %s', (hours, days, snows) => expect(isSnowExpected(hours, days)).toBe(snows))

test.each<[ForecastMetric, number | null, string]>([
  ['temp', 67.4, '67°'],
  ['wbgt', 65.94, '65.9°'],
  ['precip', 0.071, '0.07'],
  ['wind', 0, '0'],
  ['snow', null, '--'],
  ['temp', -0.2, '0°'],
])('%s %s is shown as %s', (metric, value, text) => expect(shownValue(metric, value)).toBe(text))
