import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { roundedTo } from '#domain/units/rounding'
import { agreedWeather, nothingKnown, weatherNow, type PresentWeather } from './agreed.ts'
import { expectedWeather } from './expected.ts'
import type { DayForecast, HourForecast, PointForecast } from './forecast.ts'
import { weatherTexts, worseWeather } from './weather-code.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs
/** Midnight at the place. */
const midnight = Date.UTC(2026, 10, 15, 6)

const maybe = <Value>(values: fc.Arbitrary<Value>) => fc.option(values, { freq: 5 })
const double = (min: number, max: number) => fc.double({ min, max, noNaN: true })
const code = fc.constantFrom(...weatherTexts.keys())

const hourAt = (timeMs: number): fc.Arbitrary<HourForecast> =>
  fc.record({
    timeMs: fc.constant(timeMs),
    temperatureF: maybe(double(-20, 110)),
    humidityPercent: fc.constant(50),
    windMph: fc.constant(5),
    gustMph: fc.constant(9),
    windFromDegrees: fc.constant(180),
    cloudFraction: fc.constant(0.5),
    precipitationInches: maybe(double(0, 3)),
    precipitationChancePercent: maybe(double(0, 100)),
    snowInches: maybe(double(0, 9)),
    weatherCode: maybe(code),
  })
const dayAt = (timeMs: number): fc.Arbitrary<DayForecast> =>
  fc.record({
    timeMs: fc.constant(timeMs),
    highF: maybe(double(-20, 110)),
    lowF: maybe(double(-20, 110)),
    windMph: fc.constant(5),
    windFromDegrees: fc.constant(180),
    precipitationInches: maybe(double(0, 9)),
    precipitationChancePercent: maybe(double(0, 100)),
    snowInches: maybe(double(0, 20)),
    weatherCode: maybe(code),
  })

/** Issued a few hours into the first of four days, with hours until the third day, and evaluated hours later. */
const cases = fc
  .record({ issuedHour: fc.integer({ min: 0, max: 20 }), laterMs: fc.integer({ min: 0, max: 11 * hourMs }) })
  .chain(({ issuedHour, laterMs }) =>
    fc.record({
      nowMs: fc.constant(midnight + issuedHour * hourMs + laterMs),
      forecast: fc.record({
        latitude: fc.constant(35.2),
        longitude: fc.constant(-97.4),
        source: fc.constant('test'),
        issuedMs: fc.constant(midnight + issuedHour * hourMs),
        elevationFeet: fc.constant(1000),
        timeZone: fc.constant('America/Chicago'),
        hours: fc.tuple(
          ...Array.from({ length: 54 }, (_, hour) => hourAt(midnight + (issuedHour + hour) * hourMs)),
        ),
        days: fc.tuple(...[0, 1, 2, 3].map(day => dayAt(midnight + day * dayMs))),
      }) satisfies fc.Arbitrary<PointForecast>,
      present: fc.record({
        temperatureF: maybe(double(-20, 110)),
        weatherCode: maybe(code),
        rainToday: maybe(
          fc.record({
            inches: double(0, 4),
            observedMs: fc.integer({ min: midnight - hourMs, max: midnight + dayMs }),
          }),
        ),
        isThundering: fc.boolean(),
      }) satisfies fc.Arbitrary<PresentWeather>,
    }),
  )

const shown = (value: number | null) => roundedTo(value, 2) ?? NaN
const total = (values: readonly (number | null)[], decimals: number) =>
  values.reduce<number>((sum, value) => sum + (roundedTo(value, decimals) ?? 0), 0)
const known = (values: readonly (number | null)[]) => values.filter(value => value !== null)

describe('hours and days of a forecast, whatever the source reports for its days', () => {
  it('agree', () => {
    fc.assert(
      fc.property(cases, ({ forecast, present, nowMs }) => {
        const { hours, days } = agreedWeather(expectedWeather(forecast), present, nowMs)
        expect(hours[0]?.timeMs ?? nowMs).toBeLessThanOrEqual(nowMs)
        expect(days[0]?.timeMs).toBeLessThanOrEqual(nowMs)
        for (const [index, day] of days.entries()) {
          const own = hours.filter(({ timeMs }) => timeMs >= day.timeMs && timeMs < day.timeMs + dayMs)
          const temperatures = known(own.map(({ temperatureF }) => temperatureF))
          if (temperatures.length > 0) {
            expect(day.highF ?? NaN).toBeGreaterThanOrEqual(Math.max(...temperatures))
            expect(day.lowF ?? NaN).toBeLessThanOrEqual(Math.min(...temperatures))
          }
          for (const chance of known(own.map(hour => hour.precipitationChancePercent)))
            expect(day.precipitationChancePercent).toBeGreaterThanOrEqual(chance)

          const water = own.map(hour => hour.precipitationInches)
          const snow = own.map(hour => hour.snowInches)
          if (known(water).length > 0)
            expect(shown(day.precipitationInches)).toBeGreaterThanOrEqual(shown(total(water, 2)))
          if (known(snow).length > 0)
            expect(shown(day.snowInches)).toBeGreaterThanOrEqual(shown(total(snow, 1)))
          if (index > 0 && known(water).length === 24)
            expect(shown(day.precipitationInches)).toBe(shown(total(water, 2)))
          if (index > 0 && known(snow).length === 24)
            expect(shown(day.snowInches)).toBe(shown(total(snow, 1)))
        }
      }),
    )
  })

  it('include what has fallen and what is measured today', () => {
    fc.assert(
      fc.property(cases, ({ forecast, present, nowMs }) => {
        const { hours, days } = agreedWeather(expectedWeather(forecast), present, nowMs)
        const [today] = days
        if (!today) throw new Error('four days were given')
        const { rainToday, temperatureF } = present
        if (rainToday && rainToday.observedMs >= today.timeMs) {
          const left = hours.filter(({ timeMs }) => timeMs < today.timeMs + dayMs)
          const ahead = total(
            left.map(hour => hour.precipitationInches),
            2,
          )
          expect(today.precipitationInches).toBeGreaterThanOrEqual(rainToday.inches)
          expect(today.precipitationInches).toBeLessThanOrEqual(rainToday.inches + ahead + 1e-9)
        }
        if (temperatureF !== null) {
          expect(today.highF).toBeGreaterThanOrEqual(temperatureF)
          expect(today.lowF).toBeLessThanOrEqual(temperatureF)
        }
      }),
    )
  })

  it('never remove a thunderstorm that is in progress', () => {
    fc.assert(
      fc.property(cases, ({ forecast, present, nowMs }) => {
        const thunder = { ...present, isThundering: true }
        const { hours, days } = agreedWeather(expectedWeather(forecast), thunder, nowMs)
        for (const each of [hours[0], days[0]]) expect(each?.weatherCode).toMatch(/^(0019|9200)$/)
      }),
    )
  })

  it('start with the current weather, unless they expect worse', () => {
    fc.assert(
      fc.property(cases, ({ forecast, present, nowMs }) => {
        const expected = expectedWeather(forecast)
        const [hour] = agreedWeather(expected, present, nowMs).hours
        const foreseen = expected.hours.find(({ timeMs }) => timeMs === hour?.timeMs)?.weatherCode ?? null
        const now = weatherNow(present)
        if (now === null) return
        expect(hour?.weatherCode).toBe(worseWeather(now, foreseen))
        if (present.isThundering) expect(now).toMatch(/^(0019|9200)$/)
      }),
    )
  })
})

describe('the current hour', () => {
  const presentCode = (expected: string | null, change: Partial<PresentWeather>) => {
    const [hour] = fc.sample(hourAt(midnight), { numRuns: 1, seed: 1 })
    if (!hour) throw new Error('one hour was asked for')
    const expectedHour = { ...hour, weatherCode: expected, feelsLikeF: null, wbgtF: null, daylight: true }
    const present = { ...nothingKnown, ...change }
    return agreedWeather({ hours: [expectedHour], days: [] }, present, midnight).hours[0]
  }

  it.each<[string, string | null, Partial<PresentWeather>, string | null]>([
    ['as forecast where nothing is known', '0002', {}, '0002'],
    ['a thunderstorm where lightning is inside a ring', '0002', { isThundering: true }, '0019'],
    ['a severe one where that is expected', '9200', { isThundering: true }, '9200'],
    ['a thunderstorm that a station reports', '0012', { weatherCode: '0019' }, '0019'],
    ['the rain that falls', '0012', { weatherCode: '0013' }, '0013'],
    ['the rain that is still expected', '0014', { weatherCode: '0002' }, '0014'],
    ['the sky that is seen', '0012', { weatherCode: '0002' }, '0002'],
    ['what is seen where nothing is forecast', null, { weatherCode: '0021' }, '0021'],
  ])('is %s', (_name, expected, present, code_) =>
    expect(presentCode(expected, present)?.weatherCode).toBe(code_),
  )

  it('has a 100 % chance while precipitation falls', () => {
    expect(presentCode('0002', { weatherCode: '0013' })?.precipitationChancePercent).toBe(100)
  })
})

it('includes only what is left of the current hour, and excludes yesterday’s rain from today', () => {
  const day = { windMph: null, windFromDegrees: null, precipitationChancePercent: null, weatherCode: null }
  const noon = midnight + 12 * hourMs
  const wet = {
    timeMs: noon,
    temperatureF: null,
    humidityPercent: null,
    windMph: null,
    gustMph: null,
    windFromDegrees: null,
    cloudFraction: null,
    precipitationInches: 0.4,
    precipitationChancePercent: null,
    snowInches: null,
    weatherCode: null,
  }
  const weather = expectedWeather({
    latitude: 35,
    longitude: -97,
    source: 'test',
    issuedMs: noon,
    elevationFeet: null,
    timeZone: 'America/Chicago',
    hours: [wet],
    days: [{ ...day, timeMs: midnight, highF: null, lowF: null, precipitationInches: 0.1, snowInches: null }],
  })
  const rain = (inches: number, observedMs: number) =>
    agreedWeather(weather, { ...nothingKnown, rainToday: { inches, observedMs } }, noon + hourMs / 4).days[0]
      ?.precipitationInches
  expect(rain(0.5, noon)).toBeCloseTo(0.5 + 0.3)
  expect(rain(0, noon)).toBeCloseTo(0.4)
  expect(rain(0.5, midnight - 1)).toBeCloseTo(0.4)
})
