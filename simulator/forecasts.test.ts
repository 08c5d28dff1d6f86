import { describe, expect, test } from 'vitest'
import type { PointForecast } from '#domain/forecasts/forecast'
import { weatherTexts } from '#domain/forecasts/weather-code'
import { createSimulatedForecasts } from './forecasts.ts'
import { createWorld, demoPlaces } from './world.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs
const world = createWorld(1)
const forecasts = createSimulatedForecasts(world)

const chicago = { latitude: 41.88, longitude: -87.63, timeZone: 'America/Chicago' }
const atlanta = { latitude: 33.75, longitude: -84.39, timeZone: 'America/New_York' }
type Place = typeof chicago

function forecastOf({ latitude, longitude, timeZone }: Place, issuedMs: number): PointForecast {
  return forecasts.forecastAt(latitude, longitude, timeZone, issuedMs)
}

function truthOf({ latitude, longitude }: Place, timeMs: number) {
  const fields = [10, 30, 50].map(minutes => world.at(latitude, longitude, timeMs + minutes * 60_000))
  const mean = (value: (each: (typeof fields)[number]) => number) =>
    fields.reduce((sum, each) => sum + value(each), 0) / fields.length
  return {
    temperatureF: mean(each => each.temperatureF),
    windMph: mean(each => each.windMph),
    inches: mean(each => each.rainInchesPerHour),
  }
}

function sized(errors: readonly number[]): number {
  return Math.sqrt(errors.reduce((sum, error) => sum + error * error, 0) / errors.length)
}

test('returns the same within an hour, from any instance, and nearly the same in the next hour', () => {
  const issuedMs = Date.UTC(2026, 10, 15, 6)
  const first = forecastOf(chicago, issuedMs)
  expect(forecastOf(chicago, issuedMs + hourMs - 1)).toEqual(first)
  const other = createSimulatedForecasts(createWorld(1))
  const { latitude, longitude, timeZone } = chicago
  other.forecastAt(latitude, longitude, timeZone, issuedMs - 40 * dayMs)
  expect(other.forecastAt(latitude, longitude, timeZone, issuedMs)).toEqual(first)
  const next = forecastOf(chicago, issuedMs + hourMs)
  expect(next).not.toEqual(first)
  const steps = next.hours
    .slice(0, 160)
    .map((hour, index) => (hour.temperatureF ?? NaN) - (first.hours[index + 1]?.temperatureF ?? NaN))
  expect(Math.max(...steps.map(Math.abs))).toBeLessThanOrEqual(3)
})

test('has a week of hours from the current one and ten days, with all values', () => {
  for (const place of demoPlaces) {
    const issuedMs = Date.UTC(2026, 7, 2, 13)
    const { hours, days, ...rest } = forecastOf(place, issuedMs + 1_234_567)
    expect(rest).toMatchObject({ source: 'simulated', issuedMs, timeZone: place.timeZone })
    expect(rest.elevationFeet).toBe(place.elevationFeet)
    expect(hours.map(({ timeMs }) => timeMs)).toEqual(
      Array.from({ length: 168 }, (_, hour) => issuedMs + hour * hourMs),
    )
    expect(days).toHaveLength(10)
    for (const each of [...hours, ...days]) {
      expect(Object.values(each)).not.toContain(null)
      expect(
        Object.values(each).filter(value => typeof value === 'number' && !Number.isFinite(value)),
      ).toEqual([])
      expect(weatherTexts.has(each.weatherCode ?? '')).toBe(true)
      expect(each.precipitationChancePercent).toBeGreaterThanOrEqual(0)
      expect(each.precipitationChancePercent).toBeLessThanOrEqual(100)
      expect(each.windFromDegrees).toBeLessThan(360)
    }
    for (const day of days) expect(day.lowF).toBeLessThanOrEqual(day.highF ?? -Infinity)
  }
})

test.each([
  ['forward', Date.UTC(2026, 2, 6, 15), Date.UTC(2026, 2, 8, 6), 23],
  ['back', Date.UTC(2026, 9, 30, 15), Date.UTC(2026, 10, 1, 5), 25],
])('days begin at local midnight, even when clocks go %s', (_, issuedMs, changedMs, length) => {
  const starts = forecastOf(chicago, issuedMs).days.map(({ timeMs }) => timeMs)
  const index = starts.indexOf(changedMs)
  expect(index).toBe(2)
  const lengths = starts.slice(1).map((start, day) => (start - (starts[day] ?? NaN)) / hourMs)
  expect(lengths).toEqual(lengths.map((__, day) => (day === index ? length : 24)))
})

test('a day’s high and low match its hours', () => {
  const { hours, days } = forecastOf(atlanta, Date.UTC(2026, 4, 9, 1))
  const [, tomorrow, after] = days
  if (!tomorrow || !after) throw new Error('ten days were asked for')
  const within = hours.filter(({ timeMs }) => timeMs >= tomorrow.timeMs && timeMs < after.timeMs)
  expect(within).toHaveLength(24)
  expect(Math.max(...within.map(({ temperatureF }) => temperatureF ?? NaN))).toBe(tomorrow.highF)
  expect(Math.min(...within.map(({ temperatureF }) => temperatureF ?? NaN))).toBe(tomorrow.lowF)
  const fallen = within.reduce((sum, hour) => sum + (hour.precipitationInches ?? NaN), 0)
  expect(Math.abs(fallen - (tomorrow.precipitationInches ?? NaN))).toBeLessThan(0.13)
})

describe('the error', () => {
  const issues = Array.from(
    { length: 40 },
    (_, index) => Date.UTC(2026, 0, 3, (index * 7) % 24) + index * 9 * dayMs,
  )
  const leads = [0, 24, 72, 160]
  const errors = leads.map(lead => {
    const pairs = issues.flatMap(issuedMs =>
      [chicago, atlanta].map(place => {
        const hour = forecastOf(place, issuedMs).hours[lead]
        if (!hour) throw new Error(`no hour ${lead}`)
        return { hour, truth: truthOf(place, hour.timeMs) }
      }),
    )
    return {
      temperatureF: sized(pairs.map(({ hour, truth }) => (hour.temperatureF ?? NaN) - truth.temperatureF)),
      windMph: sized(pairs.map(({ hour, truth }) => (hour.windMph ?? NaN) - truth.windMph)),
    }
  })
  const [now, day, days3, week] = errors
  if (!now || !day || !days3 || !week) throw new Error('four leads were asked for')

  test('of temperature is close to zero now and about 5 degrees after a week', () => {
    expect(now.temperatureF).toBeLessThan(0.6)
    expect(day.temperatureF).toBeGreaterThan(now.temperatureF)
    expect(days3.temperatureF).toBeGreaterThan(day.temperatureF)
    expect(week.temperatureF).toBeGreaterThan(days3.temperatureF)
    expect(week.temperatureF).toBeGreaterThan(3.5)
    expect(week.temperatureF).toBeLessThan(6.5)
  })

  test('of wind grows as well', () => {
    expect(now.windMph).toBeLessThan(0.6)
    expect(days3.windMph).toBeGreaterThan(now.windMph)
    expect(week.windMph).toBeGreaterThan(3)
    expect(week.windMph).toBeLessThan(9)
  })
})

describe('the chance of precipitation', () => {
  /** Places whose forecast hours throughout a year are compared with the actual outcome. */
  const places: readonly Place[] = [
    chicago,
    atlanta,
    ...demoPlaces.filter(({ hazard }) => hazard !== 'smoke'),
  ]
  const issues = Array.from(
    { length: 14 },
    (_, index) => Date.UTC(2026, 0, 5, (index * 5) % 24) + index * 26 * dayMs,
  )
  const outcomes = issues.flatMap(issuedMs =>
    places.flatMap(place =>
      forecastOf(place, issuedMs)
        .hours.filter((__, lead) => lead % 3 === 1)
        .map(({ timeMs, precipitationChancePercent }) => ({
          lead: (timeMs - issuedMs) / hourMs,
          chance: (precipitationChancePercent ?? NaN) / 100,
          wet: truthOf(place, timeMs).inches >= 0.01 ? 1 : 0,
        })),
    ),
  )
  type Outcome = (typeof outcomes)[number]
  const mean = (some: readonly Outcome[], value: (outcome: Outcome) => number) =>
    some.reduce((sum, outcome) => sum + value(outcome), 0) / some.length

  test('is calibrated: the share of wet hours matches the chance', () => {
    for (const [low, high] of [
      [0, 0.1],
      [0.1, 0.3],
      [0.3, 0.5],
      [0.5, 0.7],
      [0.7, 1.01],
    ] as const) {
      const some = outcomes.filter(({ chance }) => chance >= low && chance < high)
      expect(some.length).toBeGreaterThan(60)
      const reported = mean(some, ({ chance }) => chance)
      const came = mean(some, ({ wet }) => wet)
      expect(Math.abs(came - reported), `${low} to ${high}: ${reported} said, ${came} came`).toBeLessThan(
        0.13,
      )
    }
  })

  test('is certain for the next hours and less so later', () => {
    const faults = (from: number, to: number) =>
      mean(
        outcomes.filter(({ lead }) => lead >= from && lead < to),
        ({ chance, wet }) => (chance - wet) ** 2,
      )
    expect(faults(0, 4)).toBeLessThan(0.06)
    expect(faults(4, 24)).toBeGreaterThan(faults(0, 4))
    expect(faults(120, 168)).toBeGreaterThan(faults(4, 24))
    // The forecast is never worse than the climatology of each place.
    expect(faults(120, 168)).toBeLessThan(0.2)
  })
})

test('forecasts show each place’s hazard', () => {
  const issuedMs = Date.UTC(2026, 0, 20, 12)
  const daysOf = (name: string) => {
    const place = demoPlaces.find(each => each.name === name)
    if (!place) throw new Error(`no ${name}`)
    return forecastOf(place, issuedMs).days
  }
  expect(daysOf('Phoenix').filter(({ highF }) => (highF ?? 0) > 98).length).toBeGreaterThan(7)
  expect(daysOf('Fresno').filter(({ weatherCode }) => weatherCode === '0023').length).toBeGreaterThan(7)
  expect(daysOf('Buffalo').filter(({ snowInches }) => (snowInches ?? 0) > 0.5).length).toBeGreaterThan(7)
  expect(daysOf('Amarillo').filter(({ windMph }) => (windMph ?? 0) > 20).length).toBeGreaterThan(7)
  expect(daysOf('Norman').filter(({ weatherCode }) => weatherCode === '0019').length).toBeGreaterThan(3)
})

test('likely rain has an amount, and its chance rises and falls over hours', () => {
  for (const place of demoPlaces) {
    for (const issuedMs of [
      Date.UTC(2026, 4, 20, 18),
      Date.UTC(2026, 7, 2, 13),
      Date.UTC(2026, 10, 17, 21),
    ]) {
      const { hours } = forecastOf(place, issuedMs)
      for (const [index, hour] of hours.entries()) {
        const chance = hour.precipitationChancePercent ?? NaN
        if (chance >= 50) expect(hour.precipitationInches).toBeGreaterThanOrEqual(0.01)
        const next = hours[index + 1]?.precipitationChancePercent ?? chance
        expect(Math.abs(next - chance)).toBeLessThanOrEqual(50)
      }
    }
  }
})
