import { conditionsOf, directionOf, historyPath, conditionMarkOf } from './conditions.ts'
import type { Limit } from './limits.ts'
import { measured, observation, observedAt } from './observation.testing.ts'
import type { PolicyShortName } from '#domain/policies/policy-types'
import { expect, test } from 'vitest'

const minute = 60_000
const soonMs = Date.parse(observedAt) + 4 * minute
const limits = new Map<PolicyShortName, Limit>([
  ['HEAT', { type: 'HEAT', threshold: 100 }],
  ['CHILL', { type: 'CHILL', threshold: 20 }],
  ['WBGT', { type: 'WBGT', threshold: 88 }],
])
const named = (of: ReturnType<typeof conditionsOf>, name: string) =>
  of.readings.find(each => each.name === name)

test('shows every value with its unit and no breach on a calm day', () => {
  const shown = conditionsOf(observation(), limits, soonMs)
  expect(
    [shown.temperature, ...shown.readings].map(({ name, shown: text, unit }) => `${name} ${text} ${unit}`),
  ).toEqual([
    'Temperature 72 °F',
    'Feels like 72 °F',
    'WBGT 70.3 °F',
    'Rain today 0.00 in',
    'Wind 8 mph',
    'Gust 12 mph',
  ])
  expect(shown).toMatchObject({ direction: 'NNE', sky: 'Mostly clear', isScary: false, isOld: false })
})

test('shows a missing value as missing, never zero, without mark or color', () => {
  const none = measured(null, '°F')
  const shown = conditionsOf(
    observation({ wgbt: none, feelLike: none, weather_code: { value: null, text: null } }),
    limits,
    soonMs,
  )
  expect(named(shown, 'WBGT')).toMatchObject({ shown: '--', standing: null, mark: null, origin: null })
  expect(shown.sky).toBe('--')
})

test('judges feels-like as heat from 65 degrees on and as cold below', () => {
  const hot = conditionsOf(
    observation({ ambientTemperature: measured(65, '°F'), feelLike: measured(19, '°F') }),
    limits,
    soonMs,
  )
  expect(named(hot, 'Feels like')?.standing).toMatchObject({ level: 'fine', isCold: false })
  const cold = conditionsOf(
    observation({ ambientTemperature: measured(64, '°F'), feelLike: measured(19, '°F') }),
    limits,
    soonMs,
  )
  expect(named(cold, 'Feels like')?.standing).toMatchObject({ level: 'breach', isCold: true })
  expect(cold.isScary).toBe(true)
})

test('lets an old value warn but never calls it fine, and shows its age if it differs from the others’', () => {
  const late = Date.parse(observedAt) + 50 * minute
  const earlier = new Date(Date.parse(observedAt) - 10 * minute).toISOString()
  const gust = measured(12, 'mph', { observationTime: earlier })
  const shown = conditionsOf(observation({ wgbt: measured(89, '°F'), windGust: gust }), limits, late)
  expect(named(shown, 'Feels like')).toMatchObject({ isOld: true, standing: null, origin: null })
  expect(named(shown, 'Gust')).toMatchObject({ isOld: true, origin: '60 minutes ago' })
  expect(named(shown, 'WBGT')?.standing?.level).toBe('breach')
  expect(shown.isOld).toBe(true)
})

test('keeps an airport’s value valid for longer, and names the airport where others have another source', () => {
  const gust = measured(20, 'mph', {
    source: 'Norman Westheimer, OK',
    freshUntil: '2026-11-15T19:15:00.000Z',
  })
  const late = conditionsOf(observation({ windGust: gust }), limits, Date.parse(observedAt) + 50 * minute)
  expect(named(late, 'Gust')).toMatchObject({ isOld: false, origin: 'Norman Westheimer, OK' })
})

test('shows radar-corrected rain before the gauge’s, with its age', () => {
  const calibratedData = { rainToday: 0.4, rainUpdatedTime: new Date(soonMs - 40 * minute).toISOString() }
  const precipitation = measured(0.31, 'in')
  const seen = observation({ precipitation }, { calibratedData })
  expect(named(conditionsOf(seen, limits, soonMs), 'Rain today')).toMatchObject({
    shown: '0.40',
    mark: { kind: 'estimated', text: 'Estimated: corrected by radar' },
    origin: 'By radar 40 minutes ago, gauge 0.31 in',
  })
})

test('compares the gauge with the limit, as policies do, whatever the radar reports', () => {
  const calibratedData = { rainToday: 0.1, rainUpdatedTime: observedAt }
  const seen = observation({ precipitation: measured(2, 'in') }, { calibratedData })
  const wet = new Map<PolicyShortName, Limit>([['PRECIP', { type: 'PRECIP', threshold: 1.5 }]])
  const standingOf = (of: typeof seen) => named(conditionsOf(of, wet, soonMs), 'Rain today')?.standing
  expect(standingOf(seen)).toEqual(standingOf({ ...seen, calibratedData: null }))
  expect(standingOf(seen)?.level).toBe('breach')
})

test('puts no mark on a measured value', () => {
  expect(conditionMarkOf(measured(1, 'in'))).toBeNull()
  expect(conditionMarkOf(measured(1, 'in', { derived: true }))?.kind).toBe('derived')
  expect(conditionMarkOf(measured(1, 'in', { derived: true, estimated: 'full sun' }))?.text).toBe(
    'Estimated: full sun',
  )
})

test('shows no direction for calm air, and nothing without wind data', () => {
  const { data } = observation()
  expect(directionOf({ ...data, windDirection: null, windSpeed: measured(0, 'mph') })).toBe('Calm')
  expect(directionOf({ ...data, windDirection: null, windSpeed: measured(null, 'mph') })).toBe('--')
})

test('offers history where it may be seen, for a station that is not an airport', () => {
  const station = { id: 7, name: 'A', type: 1, imageUrl: 'https://a.test/b c.jpg', distanceInMiles: 1 }
  expect(historyPath(observation())).toBe('/Historical/1')
  expect(historyPath(observation({}, { weatherStation: station }))).toBe(
    '/Historical/7/https%3A%2F%2Fa.test%2Fb%20c.jpg',
  )
  expect(historyPath(observation({}, { weatherStation: { ...station, type: 0 } }))).toBeNull()
  expect(historyPath(observation({}, { weatherStation: null }))).toBeNull()
  expect(historyPath(observation({}, { canViewHistorical: false }))).toBeNull()
})
