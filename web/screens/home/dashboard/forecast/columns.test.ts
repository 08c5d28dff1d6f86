import { dayColumns, hourColumns, forecastWind } from './columns.ts'
import type { DailyForecast, HourlyForecast } from '#contract/weather/forecasts'
import { expect, test } from 'vitest'

const measure = { value: null, unit: '' }
const direction = { ...measure, text: null }
const sky = { value: '0012', text: 'Cloudy' }
const issue = { source: 'test', issuedTime: '2026-11-15T00:00:00.000Z', stale: false }

const hour = (start: string, chance: number | null): HourlyForecast => ({
  ...issue,
  observationTime: start,
  forecastStartTime: start,
  ambientTemperature: { value: 67, unit: '°F' },
  feelsLike: measure,
  wbgt: measure,
  windSpeed: measure,
  windGust: measure,
  windDirection: direction,
  precipitation: measure,
  precipitationChance: { value: chance, unit: '%' },
  snowAccumulation: measure,
  relativeHumidity: measure,
  weatherCode: sky,
  dayLight: true,
})

const day = (start: string): DailyForecast => ({
  ...issue,
  observationTime: start,
  temperatureHigh: measure,
  temperatureLow: measure,
  feelLike: measure,
  feelLikeIs: null,
  wgbt: measure,
  windSpeed: measure,
  windDirection: direction,
  precipitation: measure,
  precipitationChance: measure,
  snowAccumulation: measure,
  weather_code: sky,
})

/** Formatters put a narrow space before AM and PM, so any space is replaced. */
const plain = (text: string) => text.replace(/\s/g, ' ')

test('shows hours in the requested zone and marks a new day', () => {
  const columns = hourColumns(
    [hour('2026-11-15T05:00:00.000Z', 0), hour('2026-11-15T06:00:00.000Z', 79.6)],
    'America/Chicago',
  )
  expect(
    columns.map(({ weekday, when, startsDay, chance }) => [weekday, plain(when), startsDay, chance]),
  ).toEqual([
    ['Sat', '11 PM', false, ''],
    ['Sun', '12 AM', true, '80%'],
  ])
  expect(columns[0]?.values).toMatchObject({ temp: 67, wbgt: null })
})

test('uses the place’s day, wherever the viewer is', () => {
  const buffalo = day('2026-11-15T05:00:00.000Z') // midnight at the place, 11 PM on Saturday in Norman
  for (const zone of ['America/Chicago', 'America/Los_Angeles', 'America/New_York']) {
    expect(dayColumns([buffalo], zone).map(({ weekday, when }) => [weekday, when])).toEqual([
      ['Sun', 'Nov 15'],
    ])
  }
})

test.each([
  [0, 180],
  [180, 0],
  [34, 225],
  [359, 180],
  [270, 90],
])('wind from %d degrees blows to %d', (from, to) =>
  expect(forecastWind({ value: from, text: null }).toDegrees).toBe(to),
)

test('shows no arrow for wind without a direction', () =>
  expect(forecastWind({ value: null, text: null }).toDegrees).toBeNull())
