import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { expectedWeather } from './expected.ts'
import type { HourForecast, PointForecast } from './forecast.ts'
import { soundForecast } from './sound.ts'

const hour = (timeMs: number, change: Partial<HourForecast> = {}): HourForecast => ({
  timeMs,
  temperatureF: 80,
  humidityPercent: 50,
  windMph: 5,
  gustMph: 10,
  windFromDegrees: 180,
  cloudFraction: 0.5,
  precipitationInches: 0,
  precipitationChancePercent: 10,
  snowInches: 0,
  weatherCode: '0002',
  ...change,
})
const forecast = (hours: readonly HourForecast[]): PointForecast => ({
  latitude: 35,
  longitude: -97,
  source: 'test',
  issuedMs: 0,
  elevationFeet: 1000,
  timeZone: 'America/Chicago',
  hours,
  days: [],
})

describe('a forecast', () => {
  it('drops impossible values one by one and keeps the rest', () => {
    const sound = soundForecast(
      forecast([
        hour(0, { temperatureF: 900, precipitationChancePercent: 140, weatherCode: 'sunny' }),
        hour(3_600_000, { windMph: -3, snowInches: NaN }),
      ]),
    )
    expect(sound?.hours).toMatchObject([
      { temperatureF: null, precipitationChancePercent: null, weatherCode: null, windMph: 5 },
      { windMph: null, snowInches: null, temperatureF: 80 },
    ])
  })

  it('is in order, with each hour once', () => {
    const sound = soundForecast(
      forecast([hour(7_200_000), hour(0), hour(0, { temperatureF: 70 }), hour(NaN)]),
    )
    expect(sound?.hours.map(({ timeMs, temperatureF }) => [timeMs, temperatureF])).toEqual([
      [0, 70],
      [7_200_000, 80],
    ])
  })

  it('is null if nothing is left', () => {
    expect(soundForecast(forecast([]))).toBeNull()
    expect(soundForecast(forecast([hour(0, { temperatureF: NaN, windMph: null })]))).toBeNull()
    expect(soundForecast({ ...forecast([hour(0)]), latitude: NaN })).toBeNull()
  })

  it('always produces derived values that are numbers or null', () => {
    const broken = fc.oneof(fc.double(), fc.constant(null), fc.constantFrom(NaN, Infinity, -Infinity))
    const anyHour = fc.record({
      timeMs: fc.oneof(fc.integer({ min: 0, max: 1e12 }), fc.constant(NaN)),
      temperatureF: broken,
      humidityPercent: broken,
      windMph: broken,
      gustMph: broken,
      windFromDegrees: broken,
      cloudFraction: broken,
      precipitationInches: broken,
      precipitationChancePercent: broken,
      snowInches: broken,
      weatherCode: fc.oneof(fc.string(), fc.constant(null)),
    })
    fc.assert(
      fc.property(fc.array(anyHour, { maxLength: 4 }), hours => {
        const sound = soundForecast(forecast(hours))
        if (!sound) return
        for (const each of expectedWeather(sound).hours) {
          for (const value of Object.values(each)) {
            expect(value === null || typeof value !== 'number' || Number.isFinite(value)).toBe(true)
          }
        }
      }),
      { numRuns: 2000 },
    )
  })
})
