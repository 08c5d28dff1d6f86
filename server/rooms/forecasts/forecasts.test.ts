import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { getObservation, type PlaceObservation } from '#contract/weather/conditions'
import {
  dailyForecasts,
  hourlyForecasts,
  proactiveForecasts,
  todayForecast,
  todayHours,
  todayHoursAt,
  type DailyForecast,
  type HourlyForecast,
} from '#contract/weather/forecasts'
import { createFeedKey, getDelay, ingestStrikes, type LocationDelay } from '#contract/weather/lightning'
import { listThreats } from '#contract/places/warnings'
import { addLocation } from '#contract/places/locations'
import { setFeedFault } from '#contract/status'
import type { Point } from '#domain/geo/distance'
import { hourMs } from '#server/platform/clock'
import { middleOfADay, shiftedClock } from '#server/platform/clock.testing'
import { testHouse, withoutPast, type TestHouse, type TestPerson } from '#server/house/testing'

let world: TestHouse
let person: TestPerson
let support: TestPerson
let stranger: TestPerson
let params: { id: string }
const clock = shiftedClock(middleOfADay)

beforeAll(async () => {
  const worldExtent = {
    ...withoutPast,
    sources: ['forecasts', 'alerts', 'observations', 'lightning'],
  } as const
  world = await testHouse({ clock, environment: { SKYWARDEN_FEEDS: 'simulated' }, worldExtent })
  person = await world.person({ role: 'Customer', customerId: await world.customer() })
  stranger = await world.person({ role: 'Admin', customerId: await world.customer() })
  support = await world.person({ role: 'SuperAdmin', customerId: await world.customer() })
  const body = { label: 'Stadium', latitude: 35.2058, longitude: -97.4423, radius1: 8 }
  const added = await world.ask(addLocation, { body }, person)
  params = { id: String((added.body.data as { location: { id: number } }).location.id) }
})
afterAll(() => world.close())

describe('the hours ahead', () => {
  it('begin with the current one, are contiguous, and are complete', async () => {
    const { body } = await world.ask(hourlyForecasts, { params, query: { hours: '71' } }, person)
    const hours = body.data as HourlyForecast[]
    expect(hours).toHaveLength(71)
    const nowMs = clock.now().getTime()
    const starts = hours.map(hour => Date.parse(hour.forecastStartTime))
    expect(starts[0]).toBe(Math.floor(nowMs / hourMs) * hourMs)
    for (const [index, start] of starts.entries()) expect(start).toBe((starts[0] ?? 0) + index * hourMs)
    for (const hour of hours) {
      expect(hour.stale).toBe(false)
      for (const measure of [hour.ambientTemperature, hour.feelsLike, hour.wbgt, hour.windSpeed]) {
        expect(measure.value).toEqual(expect.any(Number))
      }
    }
    expect(new Set(hours.map(hour => hour.dayLight))).toEqual(new Set([true, false]))
  })

  it('for today end at the place’s midnight', async () => {
    const { body } = await world.ask(todayHours, { params }, person)
    const hours = body.data as HourlyForecast[]
    expect(hours.length).toBeGreaterThan(0)
    expect(hours.length).toBeLessThanOrEqual(25)
    const zone = new Intl.DateTimeFormat('en-US', { timeZone: 'America/Chicago', dateStyle: 'short' })
    const days = new Set(hours.map(hour => zone.format(new Date(hour.forecastStartTime))))
    expect(days).toEqual(new Set([zone.format(clock.now())]))
  })

  it('are awaited for a place that was never requested before', async () => {
    const query = { latitude: '44.98', longitude: '-93.27' }
    const { body } = await world.ask(todayHoursAt, { query }, person)
    expect((body.data as unknown[]).length).toBeGreaterThan(0)
  })
})

it('a place has a thunderstorm with lightning within earshot, not in an outer ring, in both conditions and forecast', async () => {
  const fresno = { latitude: 36.7378, longitude: -119.7871 }
  const added = await world.ask(
    addLocation,
    { body: { label: 'Fields', ...fresno, radius1: 8, radius2: 35 } },
    person,
  )
  const { id } = (added.body.data as { location: { id: number } }).location
  const fields = { params: { id: String(id) } }
  const sky = async () => {
    const { body } = await world.ask(getObservation, fields, person)
    return (body.data as PlaceObservation).data.weather_code
  }
  await vi.waitFor(async () => expect((await sky()).text).toEqual(expect.any(String)), 10_000)
  expect((await sky()).text).not.toMatch(/thunderstorm/i)

  const network = { name: 'A network', provesAbsence: true }
  const made = (await world.ask(createFeedKey, { body: network }, support)).body.data as { key: string }
  const headers = { authorization: `Bearer ${made.key}` }
  const strike = async (name: string, at: Point) => {
    const payload = { strikes: [{ id: name, time: clock.now().toISOString(), ...at }], coverage: [] }
    const sent = await world.raw({ method: 'POST', url: ingestStrikes.path, headers, payload })
    expect(sent.status).toBe(200)
  }
  await strike('far', { ...fresno, latitude: 37.16 }) // 29 miles
  await vi.waitFor(async () => {
    const { body } = await world.ask(getDelay, fields, person)
    expect((body.data as LocationDelay).statements.map(({ state }) => state)).toContain('Delay')
  }, 10_000)
  expect((await sky()).text).not.toMatch(/thunderstorm/i)
  await strike('near', fresno)
  await vi.waitFor(async () => expect((await sky()).text).toBe('Thunderstorm'), 10_000)
  const { body } = await world.ask(hourlyForecasts, { ...fields, query: {} }, person)
  const [hour] = body.data as HourlyForecast[]
  expect(hour?.weatherCode).toEqual(await sky())
})

describe('the days ahead', () => {
  it('begin with today, with a high above the low', async () => {
    const days = (await world.ask(dailyForecasts, { params }, person)).body.data as DailyForecast[]
    expect(days.length).toBeGreaterThanOrEqual(7)
    for (const day of days)
      expect(day.temperatureHigh.value ?? 0).toBeGreaterThanOrEqual(day.temperatureLow.value ?? 0)
    const today = (await world.ask(todayForecast, { params }, person)).body.data as DailyForecast
    expect(today.observationTime).toBe(days[0]?.observationTime)
  })
})

describe('hours and days', () => {
  it('agree on precipitation, its chance and temperature, for every demo location', async () => {
    for (const [latitude, longitude] of [
      [35.2058, -97.4423],
      [42.8864, -78.8784],
      [27.9506, -82.4572],
      [33.4484, -112.074],
    ] as const) {
      const body = { label: 'Field', latitude, longitude, radius1: 8 }
      const added = await world.ask(addLocation, { body }, person)
      const id = String((added.body.data as { location: { id: number } }).location.id)
      const all = { params: { id }, query: { hours: '168' } }
      const hours = (await world.ask(hourlyForecasts, all, person)).body.data as HourlyForecast[]
      const days = (await world.ask(dailyForecasts, { params: { id } }, person)).body.data as DailyForecast[]
      for (const [index, day] of days.slice(0, 7).entries()) {
        const [from, to] = [day, days[index + 1]].map(each => Date.parse(each?.observationTime ?? ''))
        const own = hours.filter(({ forecastStartTime }) => {
          const startMs = Date.parse(forecastStartTime)
          return startMs >= (from ?? NaN) && startMs < (to ?? NaN)
        })
        const of = (value: (hour: HourlyForecast) => number | null) => own.map(hour => value(hour) ?? NaN)
        const sum = of(hour => hour.precipitation.value).reduce((total, inches) => total + inches, 0)
        if (index === 0) expect(day.precipitation.value).toBeGreaterThanOrEqual(sum - 0.005)
        else if (own.length === 24) expect(day.precipitation.value).toBeCloseTo(sum, 5)
        expect(day.precipitationChance.value).toBeGreaterThanOrEqual(
          Math.max(...of(hour => hour.precipitationChance.value)),
        )
        expect(day.temperatureHigh.value).toBeGreaterThanOrEqual(
          Math.max(...of(hour => hour.ambientTemperature.value)),
        )
        expect(day.temperatureLow.value).toBeLessThanOrEqual(
          Math.min(...of(hour => hour.ambientTemperature.value)),
        )
        expect(['high', 'low']).toContain(day.feelLikeIs)
      }
    }
  })
})

describe('a forecast', () => {
  it('is not visible to other people', async () => {
    for (const call of [dailyForecasts, todayForecast, todayHours, listThreats]) {
      expect((await world.ask(call, { params }, stranger)).status).toBe(404)
    }
  })

  it('survives a restart without the feed', async () => {
    const fault = { feed: 'Simulated forecasts', fault: 'silent' } as const
    const unplug = () =>
      vi.waitFor(
        async () => expect((await world.ask(setFeedFault, { body: fault }, support)).status).toBe(200),
        15_000,
      )
    await unplug()
    await world.restart()
    await unplug()
    const answer = await world.ask(hourlyForecasts, { params, query: {} }, person)
    expect(answer.body.data).toHaveLength(36)
  })

  it('is unknown, not empty, when the feed is silent', async () => {
    const body = { label: 'Pier', latitude: 51.5, longitude: -0.1, radius1: 8 }
    const added = await world.ask(addLocation, { body }, person)
    const id = String((added.body.data as { location: { id: number } }).location.id)
    for (const call of [dailyForecasts, todayForecast, todayHours]) {
      const answer = await world.ask(call, { params: { id } }, person)
      expect(answer.status).toBe(503)
      expect(answer.body.responseException?.message).toBe(
        'The forecast for this location is currently unknown.',
      )
    }
  })
})

describe('meteorologists’ messages', () => {
  it('are returned for a location', async () => {
    const answer = await world.ask(proactiveForecasts, { params: { locationId: params.id } }, person)
    expect(answer.status).toBe(200)
    expect(Array.isArray(answer.body.data)).toBe(true)
  })
})
