import { forecastMaxOf, metricFrom, timelineAxis, timelineOf, type TimelinePoint } from './timeline.ts'
import type { HourlyForecast } from '#contract/weather/forecasts'
import { expect, test } from 'vitest'

const noon = Date.parse('2026-11-15T12:00:00Z')
const minute = 60_000
const hour = 60 * minute
const span = [noon - 3 * hour, noon] as const

const row = (minutesBefore: number, wbgt: number | null) => ({
  date: new Date(noon - minutesBefore * minute).toISOString(),
  avgAmbientTemperature: 71.5,
  maxWindSpeed: 3.4,
  maxWetBulbGlobalTemp: wbgt,
})
const minutes = (points: readonly TimelinePoint[]) =>
  points.map(({ x, value }) => [(x - noon) / minute, value])

test('fills a silence of more than 30 minutes with empty points every 15', () => {
  expect(minutes(timelineOf([row(10, 70), row(60, 69), row(90, 68)], 'wbgt', span))).toEqual([
    [-90, 68],
    [-60, 69],
    [-45, null],
    [-30, null],
    [-15, null],
    [-10, 70],
  ])
})

test('gives WBGT one decimal and the others none, and keeps missing values missing', () => {
  expect(timelineOf([row(5, 70.26)], 'wbgt', span)[0]?.value).toBe(70.3)
  expect(timelineOf([row(5, 70.26)], 'temperature', span)[0]?.value).toBe(72)
  expect(timelineOf([row(5, 70.26)], 'wind', span)[0]?.value).toBe(3)
  expect(timelineOf([row(5, null)], 'wbgt', span)[0]?.value).toBeNull()
  expect(timelineOf([row(200, 70)], 'wbgt', span)).toEqual([])
})

test('runs the axis from 5 below the lowest to 10 above the highest, and from zero for wind', () => {
  const points = [
    { x: 0, value: 60 },
    { x: 1, value: null },
    { x: 2, value: 75 },
  ]
  expect(timelineAxis(points, 'wbgt')).toEqual({ least: 55, most: 85, ticks: [55, 60, 65, 70, 75, 80, 85] })
  expect(timelineAxis(points, 'wind')).toMatchObject({ least: 0, most: 85 })
  expect(timelineAxis([{ x: 0, value: null }], 'wbgt')).toBeNull()
})

function forecast(hoursAhead: number, value: number | null): HourlyForecast {
  const start = new Date(noon + hoursAhead * hour).toISOString()
  const measure = { value, unit: '°F' }
  return {
    source: 'simulated',
    issuedTime: start,
    stale: false,
    observationTime: start,
    forecastStartTime: start,
    ambientTemperature: measure,
    feelsLike: measure,
    wbgt: measure,
    windSpeed: measure,
    windGust: measure,
    windDirection: { ...measure, text: null },
    precipitation: measure,
    precipitationChance: measure,
    snowAccumulation: measure,
    relativeHumidity: measure,
    weatherCode: { value: null, text: null },
    dayLight: true,
  }
}

const observed = [{ x: noon, value: 80 }]

test.each([
  [
    'more than observed, later',
    [forecast(0, 70), forecast(3, 88.04), forecast(4, null)],
    { value: 88, startMs: noon + 3 * hour },
  ],
  ['no more than observed', [forecast(3, 80)], null],
  ['in the present hour', [forecast(0, 88), forecast(3, 85)], null],
  ['nothing forecast', [], null],
])('the forecast maximum: %s', (_case, hours, expected) => {
  expect(forecastMaxOf(hours, observed, 'wbgt', noon)).toEqual(expected)
  expect(forecastMaxOf(hours, [], 'wbgt', noon)).toBeNull()
})

test('falls back to WBGT for an invalid choice', () => {
  expect(['wind', 'temperature', 'x', null].map(metricFrom)).toEqual(['wind', 'temperature', 'wbgt', 'wbgt'])
})
