import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { soundForecast } from '#domain/forecasts/sound'
import { weatherTexts } from '#domain/forecasts/weather-code'
import { bytesOf, hasSamples, sample } from './nws.testing.ts'
import { parseForecastGrid } from './parse-grid.ts'
import { parseHourly } from './parse-hourly.ts'
import { parsePoint, pointPath } from './parse-points.ts'
import { codeOfIconUrl, codeOfWeatherList } from './weather-words.ts'

const nowMs = Date.UTC(2026, 6, 15, 20, 0, 37)
const context = { source: 'nws', timeZone: 'America/New_York', nowMs, iconCodes: new Map<number, string>() }
const noonMs = Date.UTC(2026, 6, 15, 12)
const value = (validTime: string, amount: unknown) => ({ validTime, value: amount })
const start = '2026-07-15T12:00:00+00:00'

function grid(layers: object, rest: object = {}): object {
  return {
    type: 'Feature',
    properties: {
      updateTime: '2026-07-15T18:29:19+00:00',
      elevation: { unitCode: 'wmoUnit:m', value: 304.8 },
      temperature: { uom: 'wmoUnit:degC', values: [value(`${start}/P1DT12H`, 20)] },
      ...layers,
      ...rest,
    },
  }
}
const parse = (layers: object, rest?: object) => parseForecastGrid(bytesOf(grid(layers, rest)), context)

describe('a place', () => {
  test.each([
    [41.967, -71.189, '/points/41.967,-71.189'],
    [35, -97.5, '/points/35,-97.5'],
    [35.123456, -97.99999, '/points/35.1235,-98'],
    [-0.00001, 0, '/points/0,0'],
  ])('%d, %d is requested with at most four decimals and no trailing zeros', (latitude, longitude, path) => {
    expect(pointPath({ latitude, longitude })).toBe(path)
  })

  const properties = { gridId: 'BOX', gridX: 70, gridY: 82, timeZone: 'America/New_York' }
  it('has a grid cell, whose numbers may be text as they were in 2022', () => {
    const cell = { path: 'BOX/70,82', timeZone: 'America/New_York' }
    expect(parsePoint(bytesOf({ properties }))).toEqual(cell)
    expect(parsePoint(bytesOf({ properties: { ...properties, gridX: '70', gridY: '82' } }))).toEqual(cell)
  })

  it.each([
    { ...properties, gridId: null },
    { ...properties, gridX: 70.5 },
    { ...properties, gridId: '../zones' },
    { ...properties, timeZone: 'Mars/Olympus' },
  ])('without one is rejected: %o', broken => {
    expect(() => parsePoint(bytesOf({ properties: broken }))).toThrow('no grid cell')
  })
})

describe('the hours of a forecast', () => {
  it('have the values of their period, in our units', () => {
    const { hours, elevationFeet, issuedMs } = parse({
      relativeHumidity: { uom: 'wmoUnit:percent', values: [value(`${start}/PT2H`, 77)] },
      windSpeed: { uom: 'wmoUnit:km_h-1', values: [value(`${start}/PT1H`, 16.09344)] },
      windGust: { uom: 'wmoUnit:m_s-1', values: [value(`${start}/PT1H`, 10)] },
      windDirection: { uom: 'wmoUnit:degree_(angle)', values: [value(`${start}/PT1H`, 260)] },
      skyCover: { uom: 'wmoUnit:percent', values: [value(`${start}/PT1H`, 50)] },
      probabilityOfPrecipitation: { uom: 'wmoUnit:percent', values: [value(`${start}/PT1H`, 0)] },
    })
    expect(hours).toHaveLength(36)
    expect(hours[0]).toEqual({
      timeMs: noonMs,
      temperatureF: 68,
      humidityPercent: 77,
      windMph: expect.closeTo(10, 4),
      gustMph: expect.closeTo(22.37, 2),
      windFromDegrees: 260,
      cloudFraction: 0.5,
      precipitationInches: null,
      precipitationChancePercent: 0,
      snowInches: null,
      weatherCode: '9003',
    })
    expect(hours[1]).toMatchObject({ humidityPercent: 77, windMph: null })
    expect(hours[2]).toMatchObject({ temperatureF: 68, humidityPercent: null })
    expect(elevationFeet).toBeCloseTo(1000)
    expect(issuedMs).toBe(Date.UTC(2026, 6, 15, 18, 29, 19))
  })

  it('have an even share of a total, which is never counted twice', () => {
    const { hours } = parse({
      quantitativePrecipitation: {
        uom: 'wmoUnit:mm',
        values: [
          value(`${start}/PT6H`, 25.4),
          value('2026-07-15T18:00:00+00:00/PT1H', 0),
          // Contains two of the hours again.
          value('2026-07-15T16:00:00+00:00/PT2H', 0),
        ],
      },
      snowfallAmount: { uom: 'wmoUnit:mm', values: [value(`${start}/PT12H`, 304.8)] },
    })
    expect(hours.slice(0, 8).map(hour => hour.precipitationInches)).toEqual([
      ...[1, 1, 1, 1].map(() => expect.closeTo(1 / 6)),
      0,
      0,
      0,
      null,
    ])
    expect(hours[0]?.snowInches).toBeCloseTo(1)
  })

  it('without data stay unknown between others', () => {
    const values = [
      value(`${start}/PT1H`, 20),
      value('2026-07-15T15:00:00+00:00/PT1H', null),
      value('2026-07-15T16:00:00+00:00/PT1H', 25),
    ]
    const { hours } = parse({ temperature: { uom: 'wmoUnit:degC', values } })
    expect(hours.map(hour => hour.temperatureF)).toEqual([68, null, null, null, 77])
  })

  it.each([
    ['no unit', { values: [value(`${start}/PT1H`, 5)] }],
    ['the name of something else', { uom: 'wmoUnit:constructor', values: [value(`${start}/PT1H`, 5)] }],
    ['an unknown unit', { uom: 'wmoUnit:furlong', values: [value(`${start}/PT1H`, 5)] }],
    ['no values', { values: [] }],
    ['nothing', undefined],
    [
      'an invalid period',
      { uom: 'wmoUnit:km_h-1', values: [value('today', 5), value(`${start}/P9000D`, 5)] },
    ],
  ])('of a layer with %s are unknown, not zero', (_what, windSpeed) => {
    for (const hour of parse({ windSpeed }).hours) expect(hour.windMph).toBeNull()
  })

  it('have the weather of the icon, else of the text, else of the clouds', () => {
    const weather = { values: [value(`${start}/PT2H`, [{ weather: 'rain', intensity: 'light' }])] }
    const skyCover = { uom: 'wmoUnit:percent', values: [value(`${start}/PT3H`, 95)] }
    const document = bytesOf(grid({ weather, skyCover }))
    const { hours } = parseForecastGrid(document, { ...context, iconCodes: new Map([[noonMs, '0019']]) })
    expect(hours.slice(0, 4).map(hour => hour.weatherCode)).toEqual(['0019', '0013', '0012', null])
  })
})

describe('the days of a forecast', () => {
  const layers = {
    temperature: { uom: 'wmoUnit:degC', values: [value('2026-07-15T04:00:00+00:00/P3D', 20)] },
    maxTemperature: {
      uom: 'wmoUnit:degC',
      values: [value(`${start}/PT13H`, 30), value('2026-07-16T12:00:00+00:00/PT13H', 35)],
    },
    minTemperature: {
      uom: 'wmoUnit:degC',
      values: [value(`${start}/PT2H`, 22), value('2026-07-16T00:00:00+00:00/PT14H', 15)],
    },
  }

  it("begin at the place's midnight, and have the high and the low whose middle lies in them", () => {
    const { days } = parse(layers)
    expect(days.map(({ timeMs, highF, lowF }) => ({ timeMs, highF, lowF }))).toEqual([
      { timeMs: Date.UTC(2026, 6, 15, 4), highF: 86, lowF: expect.closeTo(71.6) },
      { timeMs: Date.UTC(2026, 6, 16, 4), highF: 95, lowF: 59 },
      { timeMs: Date.UTC(2026, 6, 17, 4), highF: null, lowF: null },
    ])
  })

  it('have a total only if every hour of it is known', () => {
    const values = [
      value('2026-07-15T04:00:00+00:00/P1D', 25.4),
      value('2026-07-16T04:00:00+00:00/PT23H', 25.4),
    ]
    const { days } = parse({ ...layers, quantitativePrecipitation: { uom: 'wmoUnit:mm', values } })
    expect(days.map(day => day.precipitationInches)).toEqual([expect.closeTo(1), null, null])
  })

  it('of 25 hours when clocks go back are complete with 25', () => {
    const values = [value('2026-11-01T04:00:00+00:00/P1DT1H', 25)]
    const { days } = parseForecastGrid(
      bytesOf(
        grid({
          temperature: { uom: 'wmoUnit:degC', values: [value('2026-11-01T04:00:00+00:00/P2D', 20)] },
          quantitativePrecipitation: { uom: 'wmoUnit:mm', values },
        }),
      ),
      context,
    )
    expect(days[0]?.precipitationInches).toBeCloseTo(25 / 25.4)
  })
})

describe('the text for the weather', () => {
  test.each([
    ['https://api.weather.gov/icons/land/day/tsra,30?size=small', '0019'],
    ['https://api.weather.gov/icons/land/night/skc?size=small', '0002'],
    ['https://api.weather.gov/icons/land/day/rain_showers,20/snow,60?size=medium', '0016'],
    ['https://api.weather.gov/icons/land/day/bkn/tsra_hi,20', '0019'],
    ['https://api.weather.gov/icons/land/day/pumpkins', null],
    ['https://api.weather.gov/icons/land/day/constructor', null],
    [null, null],
  ])('of icon %s is %s', (url, code) => {
    expect(codeOfIconUrl(url)).toBe(code)
  })

  it('of the grid is the worst of what is forecast', () => {
    const list = [
      { weather: 'rain_showers', intensity: 'moderate' },
      { weather: 'thunderstorms', attributes: ['gusty_wind'] },
    ]
    expect(codeOfWeatherList(list)).toBe('0019')
    expect(codeOfWeatherList([{ weather: 'thunderstorms', attributes: ['tornadoes'] }])).toBe('9200')
    expect(codeOfWeatherList([{ weather: null, intensity: null }])).toBeNull()
    for (const weather of ['snow', 'rain', 'fog', 'smoke', 'freezing_rain'])
      expect(weatherTexts.has(codeOfWeatherList([{ weather }]) ?? '')).toBe(true)
  })
})

describe('an invalid forecast', () => {
  it.each([
    ['no JSON', '<html>'],
    ['a problem', { title: 'Unexpected Problem', status: 503 }],
    ['without its time', grid({}, { updateTime: null })],
    ['from the future', grid({}, { updateTime: '2026-07-16T18:29:19+00:00' })],
    ['without temperatures and wind', grid({ temperature: { values: [] } })],
  ])('is rejected: %s', (_what, document) => {
    expect(() => parseForecastGrid(bytesOf(document), context)).toThrow(Error)
  })

  it('is read or rejected, whatever is broken in it, and nothing in it becomes zero', () => {
    const whole = JSON.stringify(
      grid({ windSpeed: { uom: 'wmoUnit:km_h-1', values: [value(`${start}/PT6H`, 16)] } }),
    )
    fc.assert(
      fc.property(fc.nat(whole.length), fc.nat(40), fc.string({ maxLength: 8 }), (from, cut, text) => {
        const mixed = whole.slice(0, from) + text + whole.slice(from + cut)
        try {
          const forecast = parseForecastGrid(bytesOf(mixed), context)
          expect(forecast.hours.length).toBeLessThanOrEqual(24 * 14)
          for (const hour of forecast.hours) expect(hour.precipitationInches).toBeNull()
        } catch (error) {
          expect(error).toBeInstanceOf(Error)
          expect((error as Error).name).not.toBe('AssertionError')
        }
      }),
      { numRuns: 400 },
    )
  })

  it('with a layer of anything is read', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 4 }), layer => {
        const { hours } = parse({
          skyCover: layer,
          quantitativePrecipitation: { uom: 'wmoUnit:mm', values: layer },
          weather: layer,
        })
        expect(hours).toHaveLength(36)
      }),
      { numRuns: 200 },
    )
  })
})

describe.skipIf(!hasSamples)('real forecasts', () => {
  const files = [
    'gridpoint_raw_BOX_2026-07-15',
    'gridpoint_raw_FGZ_2024-02-20_snow',
    'gridpoint_raw_TAE_2022-02-04',
  ]
  const read = (file: string, iconCodes = context.iconCodes) =>
    parseForecastGrid(sample(`${file}.json`), { ...context, iconCodes })

  it.each(files)('%s: the hours add up to the totals of their periods', file => {
    const { hours } = read(file)
    const { properties } = JSON.parse(sample(`${file}.json`).toString()) as {
      properties: Record<string, { values: { validTime: string; value: number | null }[] }>
    }
    for (const [layer, field] of [
      ['quantitativePrecipitation', 'precipitationInches'],
      ['snowfallAmount', 'snowInches'],
    ] as const) {
      const reported = (properties[layer]?.values ?? []).reduce((sum, each) => sum + (each.value ?? 0), 0)
      const spread = hours.reduce((sum, hour) => sum + (hour[field] ?? 0), 0)
      expect(spread * 25.4).toBeCloseTo(reported, 6)
    }
    expect(soundForecast({ ...read(file), latitude: 42, longitude: -71 })?.hours).toHaveLength(hours.length)
  })

  it('BOX: temperatures and chances match the hourly text forecast, and the weather matches its icons', () => {
    const hourly = sample('forecast_hourly_BOX_2026-07-15.json')
    const codes = parseHourly(hourly)
    const { hours, days } = read('gridpoint_raw_BOX_2026-07-15', new Map(codes))
    const byTime = new Map(hours.map(hour => [hour.timeMs, hour]))
    const { properties } = JSON.parse(hourly.toString()) as {
      properties: {
        periods: { startTime: string; temperature: number; probabilityOfPrecipitation: { value: number } }[]
      }
    }
    expect(properties.periods).toHaveLength(156)
    for (const period of properties.periods) {
      const hour = byTime.get(Date.parse(period.startTime))
      expect(Math.abs((hour?.temperatureF ?? NaN) - period.temperature)).toBeLessThanOrEqual(0.51)
      expect(hour?.precipitationChancePercent).toBe(period.probabilityOfPrecipitation.value)
      expect(hour?.weatherCode).toBe(codes.get(Date.parse(period.startTime)))
    }
    expect(codes.get(Date.UTC(2026, 6, 15, 20))).toBe('0023')
    expect(days[0]).toMatchObject({ highF: 87, lowF: 72, precipitationInches: null })
    expect(days).toHaveLength(8)
  })

  it('Flagstaff: has snow, and no ice where none is given', () => {
    const { days } = read('gridpoint_raw_FGZ_2024-02-20_snow')
    expect(days.some(day => (day.snowInches ?? 0) > 0.5)).toBe(true)
  })

  it('points are read in the formats of 2022 and 2026', () => {
    expect(parsePoint(sample('points_41.967_-71.189.json'))).toEqual({
      path: 'BOX/70,82',
      timeZone: 'America/New_York',
    })
    expect(parsePoint(sample('points_pynws.json')).path).toMatch(/^[A-Z]{3}\/\d+,\d+$/)
    expect(parseHourly(sample('forecast_hourly_si_pynws.json')).size).toBe(2)
  })
})
