import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isSound } from '#domain/cases.testing'
import type { PointForecast } from '#domain/forecasts/forecast'
import { hasSamples, sample } from '#server/feeds/feed.testing'
import { dayMs, hourMs } from '#server/platform/clock'
import { meteoAnswer, type AnswerOptions } from './open-meteo.testing.ts'
import { parseForecast } from './parse.ts'
import { weatherCodeOfWmo } from './weather-codes.ts'

const tokyo = { latitude: 35.7, longitude: 139.7 }
/** 12:37 in Tokyo, whose day began at 15:00 UTC the day before. */
const askedMs = Date.UTC(2026, 6, 15, 3, 37)
const yesterdayMs = Date.UTC(2026, 6, 14)
const asked = { point: tokyo, timeZone: 'Asia/Tokyo', askedMs, heldMs: 0 }
const usual: AnswerOptions = { ...tokyo, firstMs: yesterdayMs, hours: 240 }
const bytes = (document: unknown) => Buffer.from(JSON.stringify(document))
const parse = (options: Partial<AnswerOptions> = {}, context = asked) =>
  parseForecast(bytes(meteoAnswer({ ...usual, ...options })), context)
const hourAt = (forecast: PointForecast, timeMs: number) =>
  forecast.hours.find(hour => hour.timeMs === timeMs)

describe('an hour', () => {
  it('has the values at its beginning, in our units', () => {
    const forecast = parse()
    expect(forecast).toMatchObject({ source: 'open-meteo', ...tokyo, issuedMs: askedMs })
    expect(forecast.elevationFeet).toBeCloseTo(131.2, 1)
    const hour = hourAt(forecast, Date.UTC(2026, 6, 15, 3))
    expect(hour).toMatchObject({ temperatureF: 68, humidityPercent: 60, windFromDegrees: 270 })
    expect(hour).toMatchObject({ cloudFraction: 0.5, precipitationChancePercent: 10, weatherCode: '9003' })
    expect(hour?.windMph).toBeCloseTo(22.37, 2)
    expect(hour?.gustMph).toBeCloseTo(44.74, 2)
  })

  it('has the precipitation until its end: the service gives amounts for the hour before', () => {
    const rainMs = Date.UTC(2026, 6, 16, 6)
    const wet = { precipitation: 25.4, precipitation_probability: 90, snowfall: 2.54, weather_code: 65 }
    const forecast = parse({ at: timeMs => (timeMs === rainMs ? { ...wet, temperature_2m: 10 } : {}) })
    const before = hourAt(forecast, rainMs - hourMs)
    expect(before).toMatchObject({ precipitationChancePercent: 90, weatherCode: '9100', temperatureF: 68 })
    expect(before?.precipitationInches).toBeCloseTo(1)
    expect(before?.snowInches).toBeCloseTo(1)
    expect(hourAt(forecast, rainMs)).toMatchObject({ precipitationInches: 0, temperatureF: 50 })
  })

  it.each([
    ['null', null],
    ['text', '20'],
    ['left out', undefined],
  ])('without a value has none, not even zero: %s', (_, value) => {
    const none = { precipitation: value, cloud_cover: value, temperature_2m: value, weather_code: value }
    const hour = hourAt(parse({ at: () => none }), Date.UTC(2026, 6, 15, 3))
    const missing = { precipitationInches: null, cloudFraction: null, temperatureF: null, weatherCode: null }
    expect(hour).toMatchObject(missing)
  })

  it('is read under the names that servers used until 2023', () => {
    const document = meteoAnswer(usual)
    const older = (name: string) => name.replace(/^(wind|relative|cloud|weather)_/, '$1')
    const renamed = <Value>(block: Record<string, Value>) =>
      Object.fromEntries(Object.entries(block).map(([name, value]) => [older(name), value]))
    const old = {
      ...document,
      hourly: renamed(document.hourly),
      hourly_units: renamed(document.hourly_units),
    }
    expect(Object.keys(old.hourly)).toContain('windspeed_10m')
    expect(parseForecast(bytes(old), asked)).toEqual(parse())
  })

  it('has no value in an unknown unit', () => {
    const document = meteoAnswer(usual)
    document.hourly_units.temperature_2m = 'K'
    expect(parseForecast(bytes(document), asked).hours[0]?.temperatureF).toBeNull()
  })

  it.each([
    [0, '0002'],
    [3, '0012'],
    [48, '0021'],
    [55, '0013'],
    [67, '0016'],
    [75, '0017'],
    [82, '9100'],
    [95, '0019'],
    [99, '9200'],
    [42, null],
  ])('has the weather of code %i as %s', (code, expected) => {
    expect(parse({ at: () => ({ weather_code: code }) }).hours[0]?.weatherCode).toBe(expected)
  })
})

describe('a day', () => {
  it("is one of the place's calendar, from today on, complete days only", () => {
    const warmMs = Date.UTC(2026, 6, 14, 16)
    const forecast = parse({
      at: timeMs => ({
        temperature_2m: timeMs === warmMs ? 30 : timeMs === warmMs - 2 * hourMs ? 40 : 20,
        precipitation: timeMs === warmMs ? 25.4 : 0,
        weather_code: timeMs === warmMs ? 63 : 2,
      }),
    })
    expect(forecast.days[0]).toMatchObject({ timeMs: Date.UTC(2026, 6, 14, 15), highF: 86, lowF: 68 })
    expect(forecast.days[0]?.precipitationInches).toBeCloseTo(1)
    expect(forecast.days[0]?.weatherCode).toBe('0014')
    expect(forecast.days.map(({ timeMs }) => timeMs)).toEqual(
      Array.from({ length: 9 }, (_, day) => Date.UTC(2026, 6, 14, 15) + day * dayMs),
    )
    expect(forecast.days[1]).toMatchObject({ highF: 68, weatherCode: '9003' })
    expect(forecast.hours[0]?.timeMs).toBe(Date.UTC(2026, 6, 14, 15))
  })

  it('of 25 hours is one day, where clocks go back', () => {
    const london = { latitude: 51.5, longitude: -0.1 }
    const context = { ...asked, point: london, timeZone: 'Europe/London', askedMs: Date.UTC(2026, 9, 24, 12) }
    const { days } = parse({ ...london, firstMs: Date.UTC(2026, 9, 23) }, context)
    expect(days.slice(0, 3).map(({ timeMs }) => timeMs)).toEqual([
      Date.UTC(2026, 9, 23, 23),
      Date.UTC(2026, 9, 24, 23),
      Date.UTC(2026, 9, 26),
    ])
  })

  it('is complete where clocks are half an hour off', () => {
    const delhi = { latitude: 28.6, longitude: 77.2 }
    const { days } = parse(delhi, { ...asked, point: delhi, timeZone: 'Asia/Kolkata' })
    expect(days[0]).toMatchObject({ timeMs: Date.UTC(2026, 6, 14, 18, 30), highF: 68 })
  })

  it('has no sum, high or low if an hour is missing', () => {
    const gapMs = Date.UTC(2026, 6, 15, 9)
    const gap = { precipitation: null, temperature_2m: null }
    const { days } = parse({ at: timeMs => (timeMs === gapMs ? gap : {}) })
    expect(days[0]).toMatchObject({ precipitationInches: null, highF: null, lowF: null, snowInches: 0 })
    expect(days[1]).toMatchObject({ precipitationInches: 0, highF: 68 })
  })
})

describe('a response is rejected', () => {
  it.each([
    ['for another place', { latitude: 36.9 }, 'the forecast is for another place'],
    ['of yesterday', { hours: 24 }, 'the forecast does not include the current hour'],
    ['of tomorrow', { firstMs: yesterdayMs + 2 * dayMs }, 'the forecast does not include the current hour'],
    [
      'whose current hour is empty, as on a server that has not been updated',
      { at: () => ({ temperature_2m: null, wind_speed_10m: null }) },
      'the forecast does not include the current hour',
    ],
    ['without hours', { hours: 0 }, 'it has 0 hours'],
    ['with years of hours', { hours: 20_000 }, 'it has 20000 hours'],
  ])('%s', (_, options, words) => expect(() => parse(options)).toThrow(words))

  it('with columns of different lengths', () => {
    const document = meteoAnswer(usual)
    document.hourly.temperature_2m?.pop()
    expect(() => parseForecast(bytes(document), asked)).toThrow('239 values of temperature_2m for 240 times')
  })

  it.each([
    ['not JSON', '<html>', 'not JSON'],
    ['an error', '{"error":true,"reason":"Latitude must be in range"}', 'not a forecast'],
    ['several places', '[]', 'not a forecast'],
  ])('that is %s', (_, text, words) => expect(() => parseForecast(Buffer.from(text), asked)).toThrow(words))
})

describe('a response with days alone', () => {
  const daily = (change: object = {}, unitsOf: object = {}) => ({
    ...tokyo,
    utc_offset_seconds: 32_400,
    daily_units: { time: 'iso8601', temperature_2m_max: '°C', precipitation_sum: 'mm', ...unitsOf },
    daily: {
      time: ['2026-07-14', '2026-07-15', '2026-07-16'],
      temperature_2m_max: [30, 25, null],
      precipitation_sum: [0, 25.4, null],
      ...change,
    },
  })
  const days = (document: object) => parseForecast(bytes(document), asked).days

  it("gives the days from today on, by the place's calendar, and nothing else", () => {
    const forecast = parseForecast(bytes(daily()), asked)
    expect(forecast.hours).toEqual([])
    const unknown = { lowF: null, windMph: null, windFromDegrees: null, snowInches: null, weatherCode: null }
    expect(forecast.days).toMatchObject([
      { timeMs: Date.UTC(2026, 6, 14, 15), highF: 77, precipitationInches: expect.closeTo(1), ...unknown },
      { timeMs: Date.UTC(2026, 6, 15, 15), highF: null, precipitationInches: null, ...unknown },
    ])
    const seconds = [13, 14, 15].map(day => Date.UTC(2026, 6, day, 15) / 1000)
    expect(days(daily({ time: seconds }, { time: 'unixtime' }))).toEqual(forecast.days)
  })

  it.each([
    ['nothing of today', { time: ['2026-07-11', '2026-07-12', '2026-07-13'] }, 'does not include today'],
    ['no dates', { time: ['soon', null, 3] }, 'a day without a date'],
    ['no days', { time: [] }, '0 days'],
    ['too few values', { precipitation_sum: [1] }, '1 values of precipitation_sum for 3 times'],
  ])('that has %s is rejected with a reason', (_, change, words) => {
    expect(() => days(daily(change))).toThrow(words)
  })
})

describe.skipIf(!hasSamples)('real responses', () => {
  it('of Toronto, in miles, inches and local time', () => {
    const toronto = { latitude: 43.7, longitude: -79.4 }
    const at = Date.UTC(2026, 2, 6, 2, 10)
    const context = { point: toronto, timeZone: 'America/Toronto', askedMs: at, heldMs: 0 }
    const forecast = parseForecast(sample('openmeteo/forecast_linecast.json'), context)
    const { hourly } = JSON.parse(sample('openmeteo/forecast_linecast.json').toString()) as {
      hourly: Record<string, (number | null)[]>
    }
    // 21:00 on March 5 in Toronto is the 46th of its hours.
    expect(hourAt(forecast, Date.UTC(2026, 2, 6, 2))).toMatchObject({
      temperatureF: hourly.temperature_2m?.[45],
      windMph: hourly.wind_speed_10m?.[45],
      gustMph: hourly.wind_gusts_10m?.[46],
      windFromDegrees: hourly.wind_direction_10m?.[45],
      precipitationInches: hourly.precipitation?.[46],
      precipitationChancePercent: hourly.precipitation_probability?.[46],
      humidityPercent: null,
      snowInches: null,
    })
    expect(forecast.days[0]).toMatchObject({
      timeMs: Date.UTC(2026, 2, 5, 5),
      highF: Math.max(...(hourly.temperature_2m ?? []).slice(24, 48).map(Number)),
    })
    // Clocks go forward on March 8, so that day's hours end 23 hours after they begin.
    expect(forecast.days.map(({ timeMs }) => timeMs).slice(3, 5)).toEqual([
      Date.UTC(2026, 2, 8, 5),
      Date.UTC(2026, 2, 9, 4),
    ])
  })

  it('of Alaska, in metric units and GMT', () => {
    const point = { latitude: 63.568, longitude: -145.679 }
    const context = { point, timeZone: 'America/Anchorage', askedMs: Date.UTC(2026, 0, 15, 21), heldMs: 0 }
    const forecast = parseForecast(sample('openmeteo/forecast_hourly_alaska_snow.json'), context)
    const hour = hourAt(forecast, Date.UTC(2026, 0, 21, 22))
    expect(hour?.temperatureF).toBeCloseTo(22.28)
    expect(hour?.windMph).toBeCloseTo(7.46, 2)
    expect(hour).toMatchObject({ humidityPercent: 76, snowInches: 0, weatherCode: '0012' })
    expect(forecast.elevationFeet).toBeCloseTo(2132.5, 1)
  })

  it('with days alone, whose hours and winds stay unknown', () => {
    const point = { latitude: 63.568, longitude: -145.679 }
    const context = { point, timeZone: 'America/Anchorage', askedMs: Date.UTC(2026, 0, 16, 21), heldMs: 0 }
    const { hours, days } = parseForecast(sample('openmeteo/forecast_daily_alaska_snow.json'), context)
    expect(hours).toEqual([])
    expect(days).toHaveLength(6)
    expect(days[0]).toMatchObject({
      timeMs: Date.UTC(2026, 0, 16, 9),
      windMph: null,
      windFromDegrees: null,
      precipitationChancePercent: 60,
      weatherCode: weatherCodeOfWmo(71),
    })
    expect(days[0]?.highF).toBeCloseTo(26.6)
    expect(days[0]?.lowF).toBeCloseTo(10.4)
    expect(days[0]?.precipitationInches).toBeCloseTo(0.197, 3)
    expect(days[0]?.snowInches).toBeCloseTo(3.94, 2)
    expect(days[2]).toMatchObject({ precipitationInches: 0, snowInches: 0 })
  })
})

describe('any input', () => {
  /** Parses, or rejects with a reason; a value is a number or missing. */
  function holds(body: Uint8Array) {
    try {
      const forecast = parseForecast(body, asked)
      return isSound(forecast) && forecast.hours.length <= 24 * 21
    } catch (error) {
      return error instanceof Error && !(error instanceof TypeError || error instanceof RangeError)
    }
  }
  const whole = bytes(meteoAnswer({ ...usual, hours: 60 }))

  it('is read or rejected when cut off or with wrong bytes', () => {
    const change = fc.tuple(fc.nat(whole.length - 1), fc.nat(255))
    const changes = fc.tuple(fc.array(change, { maxLength: 8 }), fc.nat(whole.length))
    fc.assert(
      fc.property(changes, ([wrong, length]) => {
        const body = Buffer.from(whole)
        for (const [at, byte] of wrong) body[at] = byte
        return holds(body) && holds(body.subarray(0, length))
      }),
      { numRuns: 200 },
    )
  })

  it('is read or rejected with days of any dates and values', () => {
    const values = fc.array(fc.oneof(fc.jsonValue({ maxDepth: 1 }), fc.double()), { maxLength: 3 })
    const dates = fc.array(fc.constantFrom<unknown>('2026-07-15', '2026-02-31', 1784041200, null), {
      maxLength: 3,
    })
    const unit = fc.constantFrom('iso8601', 'unixtime', '°C', 'K')
    fc.assert(
      fc.property(dates, values, unit, unit, (time, temperature_2m_max, timeUnit, temperatureUnit) => {
        const daily_units = { time: timeUnit, temperature_2m_max: temperatureUnit }
        const daily = { time, temperature_2m_max, temperature_2m_min: temperature_2m_max }
        return holds(bytes({ ...tokyo, utc_offset_seconds: 32_400, daily_units, daily }))
      }),
      { numRuns: 300 },
    )
  })

  it('with any values in place of its own never turns a non-number into a number', () => {
    const anything = fc.oneof(fc.jsonValue({ maxDepth: 1 }), fc.double(), fc.constant(1e308))
    fc.assert(
      fc.property(fc.array(anything, { minLength: 60, maxLength: 60 }), fc.jsonValue(), (values, field) => {
        const document = meteoAnswer({ ...usual, hours: 60 })
        const withColumn = { ...document, hourly: { ...document.hourly, temperature_2m: values } }
        const isRead = holds(bytes(withColumn))
        const known = values.filter(value => typeof value === 'number').length
        const { hours } = parseForecast(bytes(withColumn), asked)
        const others = ['hourly', 'hourly_units', 'latitude', 'elevation', 'utc_offset_seconds']
        return (
          isRead &&
          hours.filter(({ temperatureF }) => temperatureF !== null).length <= known &&
          others.every(name => holds(bytes({ ...document, [name]: field })))
        )
      }),
      { numRuns: 60 },
    )
  })

  it('of random text is rejected', () => {
    fc.assert(fc.property(fc.oneof(fc.string(), fc.json()), text => holds(Buffer.from(text))))
  })
})
