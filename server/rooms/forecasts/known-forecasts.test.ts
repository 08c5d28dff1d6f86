import { describe, expect, it } from 'vitest'
import type { HourForecast, PointForecast } from '#domain/forecasts/forecast'
import { hourMs, minuteMs } from '#server/platform/clock'
import { ForecastBook } from './known-forecasts.ts'

const startMs = Date.UTC(2026, 6, 1, 18)
const place = { latitude: 35.21, longitude: -97.44 }
const ours = { customerId: 1 }

function hour(timeMs: number): HourForecast {
  return {
    timeMs,
    temperatureF: 90,
    humidityPercent: 50,
    windMph: 5,
    gustMph: null,
    windFromDegrees: null,
    cloudFraction: null,
    precipitationInches: null,
    precipitationChancePercent: null,
    snowInches: null,
    weatherCode: null,
  }
}

function forecast(issuedMs: number): PointForecast {
  const hours = Array.from({ length: 48 }, (_, index) => hour(issuedMs + index * hourMs))
  const where = { latitude: 35.2, longitude: -97.45 }
  return { ...where, source: 'test', issuedMs, elevationFeet: 1000, timeZone: 'UTC', hours, days: [] }
}

describe('forecasts', () => {
  it('are shared by the places of a grid point, and requested once', () => {
    const book = new ForecastBook()
    expect(book.want(place, startMs, ours)).toEqual({
      latitude: 35.2,
      longitude: -97.45,
      customerId: 1,
      isLookedAt: false,
      isMissing: true,
    })
    expect(book.want({ latitude: 35.19, longitude: -97.46 }, startMs, ours)).toBeUndefined()
    expect(book.want(place, startMs + 5 * minuteMs, ours)).toBeDefined()
  })

  it('are requested for each customer who needs them, and at once when a person looks', () => {
    const book = new ForecastBook()
    book.want(place, startMs, ours)
    expect(book.want(place, startMs, { customerId: 2 })).toMatchObject({ customerId: 2, isLookedAt: false })
    const look = { ...ours, isLookedAt: true }
    expect(book.want(place, startMs + minuteMs, look)).toMatchObject({ customerId: 1, isLookedAt: true })
    expect(book.want(place, startMs + 2 * minuteMs, look)).toBeUndefined()
    expect(book.due(startMs + 5 * minuteMs)).toMatchObject([{ customerId: 2, isLookedAt: false }])
  })

  it('that are old are not missing until they are no longer useful', () => {
    const book = new ForecastBook()
    book.receive(forecast(startMs))
    expect(book.want(place, startMs + 2 * hourMs, ours)).toMatchObject({ isMissing: false })
    expect(book.want(place, startMs + 12 * hourMs, ours)).toMatchObject({ isMissing: true })
  })

  it('are requested again when a source becomes available', () => {
    const book = new ForecastBook()
    book.want(place, startMs, ours)
    expect(book.due(startMs)).toEqual([])
    book.askAnew()
    expect(book.due(startMs)).toHaveLength(1)
  })

  it('are renewed after an hour, and no longer when no one needs them', () => {
    const book = new ForecastBook()
    book.want(place, startMs, ours)
    book.receive(forecast(startMs))
    expect(book.due(startMs + 59 * minuteMs)).toEqual([])
    expect(book.due(startMs + hourMs)).toHaveLength(1)
    expect(book.due(startMs + 25 * hourMs)).toEqual([])
  })

  it('are the last good ones with their age, then old, then none', () => {
    const book = new ForecastBook()
    book.receive(forecast(startMs))
    expect(book.at(place, startMs + 2 * hourMs)).toMatchObject({ stale: false })
    expect(book.at(place, startMs + 3 * hourMs)).toMatchObject({ stale: true })
    expect(book.at(place, startMs + 12 * hourMs)).toBeUndefined()
    expect(book.hourAt(place, startMs + 90 * minuteMs)?.timeMs).toBe(startMs + hourMs)
    expect(book.hourAt(place, startMs + 3 * hourMs)).toBeUndefined()
  })

  it('go stale on their source’s own limit, because some are issued only a few times a day', () => {
    const book = new ForecastBook(source => (source === 'test' ? 6 : 3) * hourMs)
    book.receive(forecast(startMs))
    expect(book.at(place, startMs + 5 * hourMs)).toMatchObject({ stale: false })
    expect(book.hourAt(place, startMs + 5 * hourMs)).toBeDefined()
    expect(book.at(place, startMs + 6 * hourMs)).toMatchObject({ stale: true })
    expect(book.hourAt(place, startMs + 6 * hourMs)).toBeUndefined()
  })

  it('that arrive late do not replace newer ones', () => {
    const book = new ForecastBook()
    book.receive(forecast(startMs))
    expect(book.receive(forecast(startMs - hourMs))).toBe(false)
    expect(book.at(place, startMs)?.forecast.issuedMs).toBe(startMs)
  })

  it('include feels-like values, and what an hour lacks stays null', () => {
    const book = new ForecastBook()
    book.receive(forecast(startMs))
    const [first] = book.at(place, startMs)?.expected.hours ?? []
    expect(first?.feelsLikeF).toBeCloseTo(94.6, 0)
    expect(first?.wbgtF).toBeGreaterThan(75)
    expect(first?.gustMph).toBeNull()
  })
})
