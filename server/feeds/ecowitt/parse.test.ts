import { describe, expect, it } from 'vitest'
import {
  hasInstrumentSamples,
  instrumentSample,
  sampleFields,
} from '#server/feeds/instrument-samples.testing'
import { readForm } from '#server/feeds/uploads/form'
import { parseEcowitt } from './parse.ts'

const read = (text: string) => parseEcowitt(readForm(text))
const sentMs = Date.UTC(2026, 6, 4, 18, 5, 9)
const usual =
  'PASSKEY=0123ABCD&stationtype=GW2000A_V3.1.0&dateutc=2026-07-04+18:05:09&tempinf=72&baromrelin=29.92&baromabsin=29.10' +
  '&tempf=88.2&humidity=51&winddir=225&windspeedmph=6.5&windgustmph=11.4&solarradiation=640.1&uv=7&rainratein=0.12' +
  '&hourlyrainin=0.05&dailyrainin=0.31&yearlyrainin=17.5&totalrainin=40.25&interval=16&model=GW2000A'
const struck = (seconds: number | string, km: number | string) =>
  read(`${usual}&lightning_num=4&lightning=${km}&lightning_time=${seconds}`).lightning
const secondsAt = (ms: number) => Math.round(ms / 1000)

describe('an Ecowitt upload', () => {
  it('has all its values', () => {
    const found = read(`${usual}&wbgt=80.1&bgt=99&pm25_ch1=9.5`)
    expect(found.sentMs).toBe(sentMs)
    expect(found.measures).toEqual({
      temperatureF: 88.2,
      humidityPercent: 51,
      windMph: 6.5,
      gustMph: 11.4,
      windFromDegrees: 225,
      stationPressureHpa: expect.closeTo(985.4, 1),
      seaLevelPressureHpa: expect.closeTo(1013.2, 1),
      rainInchesPerHour: 0.12,
      rainTodayInches: 0.31,
      rainCounterInches: 40.25,
      solarWattsPerM2: 640.1,
      uvIndex: 7,
      wbgtF: 80.1,
      pm25: 9.5,
    })
    expect(found.lightning).toBeNull()
    expect(found.health).toMatchObject({ firmware: 'GW2000A_V3.1.0', model: 'GW2000A', intervalSeconds: 16 })
    expect(JSON.stringify(found)).not.toMatch(/PASSKEY|0123ABCD/)
  })

  it('has the last strike, with its time as its ID and a distance as precise as the sensor’s steps', () => {
    const seconds = secondsAt(sentMs) - 40
    expect(struck(seconds, 10)).toEqual({
      count: 4,
      strikes: [
        {
          id: String(seconds),
          timeMs: sentMs - 40_000,
          kind: 'distance',
          miles: expect.closeTo(6.21, 2),
          errorMiles: expect.closeTo(3.31, 2),
        },
      ],
    })
  })

  it.each([
    ['4294967295', '255'],
    [secondsAt(sentMs) - 40, '255'],
    [secondsAt(sentMs) - 40, '63'],
  ])('has no strike with the time "%s" and the distance "%s"', (seconds, km) => {
    expect(struck(seconds, km)).toEqual({ count: 4, strikes: [] })
  })

  it.each([
    ['', '', 12.4],
    ['0', '12', 7.5],
    ['', '12', 7.5],
    [secondsAt(sentMs) + 121, '12', 7.5],
    [secondsAt(sentMs) + 18_000, '12', 7.5],
  ])('has a strike by its count with the time "%s" and the distance "%s"', (seconds, km, miles) => {
    const [strike] = struck(seconds, km)?.strikes ?? []
    expect(strike).toMatchObject({ id: 'count 4', timeMs: null, miles: expect.closeTo(miles, 1) })
    expect(
      read(`${usual}&lightning_num=0&lightning=${km}&lightning_time=${seconds}`).lightning?.strikes,
    ).toEqual([])
  })

  it('has a strike anywhere in reach if its distance is missing', () => {
    const [strike] = struck(secondsAt(sentMs) - 40, '')?.strikes ?? []
    expect(strike).toMatchObject({ timeMs: sentMs - 40_000, errorMiles: expect.closeTo(12.4, 1) })
  })

  it('allows clocks to differ by two minutes', () => {
    expect(struck(secondsAt(sentMs) + 119, 12)?.strikes).toHaveLength(1)
  })

  it.each([
    ['wh65batt=0&wh57batt=5&wh90batt=3.1', false],
    ['wh65batt=1&wh57batt=5', true],
    ['batt3=1', true],
    ['wh57batt=1', true],
    ['wh57batt=2', false],
    ['co2_batt=6', false],
    ['wh90batt=2.3', true],
    ['wh40batt=1.2&wh65batt=0', true],
    ['wh40batt=1.6', false],
    ['wh40batt=0', null],
    ['wh57batt=', null],
    ['wh57batt=255', null],
  ])('with %s has a low battery: %s', (batteries, isLow) => {
    expect(read(`${usual}&${batteries}`).health.isBatteryLow).toBe(isLow)
  })

  it('takes a piezo gauge’s rain only without a tipping gauge', () => {
    const piezo = 'rrain_piezo=0.5&drain_piezo=0.9&yrain_piezo=3'
    expect(read(`${usual}&${piezo}`).measures.rainTodayInches).toBe(0.31)
    expect(read(`tempf=50&${piezo}`).measures).toEqual({
      temperatureF: 50,
      rainInchesPerHour: 0.5,
      rainTodayInches: 0.9,
      rainCounterInches: 3,
    })
  })

  it('leaves out particles at the end of the scale, and a gust below the wind', () => {
    const { measures } = read('pm25_ch1=1000&pm25_ch2=14&windspeedmph=20&windgustmph=2')
    expect(measures).toEqual({ pm25: 14, windMph: 20 })
    expect(read('tempf=60&pm25_ch1=1000').measures).toEqual({ temperatureF: 60 })
  })

  it('may have metric numbers under imperial names, if both the pressure and the room temperature prove it', () => {
    const outside = 'tempf=30&windspeedmph=36&dailyrainin=25.4'
    expect(read(`${outside}&tempinf=22&baromabsin=980&baromrelin=1013`).measures).toEqual({
      temperatureF: 86,
      windMph: expect.closeTo(22.37, 2),
      rainTodayInches: expect.closeTo(1, 9),
      stationPressureHpa: 980,
      seaLevelPressureHpa: 1013,
    })
    expect(read(`${outside}&tempinf=72&baromabsin=980`).measures).toEqual({
      temperatureF: 30,
      windMph: 36,
      rainTodayInches: 25.4,
    })
  })

  it('is refused without a known field', () => {
    expect(() => read('PASSKEY=secret&foo=1')).toThrow('This is not an Ecowitt upload: it has no known field')
  })
})

describe.skipIf(!hasInstrumentSamples)('real uploads', () => {
  it('with an old strike and particles', () => {
    const found = read(instrumentSample('ecowitt/gw1000pro-wh57-pm25.txt'))
    expect(found.sentMs).toBe(Date.UTC(2021, 6, 23, 17, 13, 34))
    expect(found.measures).toMatchObject({
      temperatureF: 81.3,
      humidityPercent: 43,
      windMph: 2.46,
      gustMph: 4.25,
      windFromDegrees: 296,
      seaLevelPressureHpa: expect.closeTo(1013.9, 1),
      stationPressureHpa: expect.closeTo(984.8, 1),
      pm25: 11,
    })
    expect(found.lightning).toMatchObject({
      count: 3,
      strikes: [{ timeMs: Date.UTC(2021, 6, 23, 11, 22, 28), miles: expect.closeTo(14.9, 1) }],
    })
    expect(found.health.isBatteryLow).toBe(false)
  })

  it('of a sensor that has never detected a strike', () => {
    const found = read(instrumentSample('ecowitt/wh57-never-struck.txt'))
    expect(found.sentMs).toBe(Date.UTC(2020, 6, 17, 20, 32, 47))
    expect(found.measures).toEqual({
      temperatureF: 74.8,
      humidityPercent: 58,
      stationPressureHpa: expect.closeTo(1011.3, 1),
      seaLevelPressureHpa: expect.closeTo(1011.3, 1),
    })
    expect(found.lightning).toEqual({ count: 0, strikes: [] })
  })

  it('with heat stress, on a mountain', () => {
    const found = parseEcowitt(sampleFields('ecowitt/gw1200b-wn38-wbgt.py.txt'))
    expect(found.sentMs).toBe(Date.UTC(2026, 2, 8, 3, 57, 53))
    expect(found.measures).toMatchObject({
      temperatureF: 45.86,
      wbgtF: 37.94,
      windMph: 5.37,
      gustMph: 7.38,
      windFromDegrees: 325,
      seaLevelPressureHpa: expect.closeTo(1013.4, 1),
      stationPressureHpa: expect.closeTo(833, 1),
      rainTodayInches: 0.098,
    })
    expect(found.lightning).toBeNull()
    expect(found.health).toMatchObject({ isBatteryLow: false, volts: 2.9, intervalSeconds: 60 })
  })

  it('with the request around them', () => {
    const text = instrumentSample('ecowitt/gw2000b-http-request.txt')
    const found = read(text.slice(text.search(/\r?\n\r?\n/)).trim())
    expect(found.sentMs).toBe(Date.UTC(2024, 0, 7, 1, 43, 50))
    expect(found.measures).toMatchObject({
      temperatureF: 39.74,
      humidityPercent: 99,
      windMph: 1.34,
      gustMph: 2.24,
      windFromDegrees: 60,
      rainTodayInches: 0.567,
    })
  })

  it('with a gust below the wind', () => {
    const found = parseEcowitt(sampleFields('ecowitt/payload_gw1000bpro.json'))
    expect(found.measures).toMatchObject({ temperatureF: 93.2, humidityPercent: 64, windMph: 20.89 })
    expect(found.measures).not.toHaveProperty('gustMph')
    expect(found.lightning).toMatchObject({
      count: 13,
      strikes: [{ timeMs: Date.UTC(2022, 3, 20, 17, 17, 17), miles: expect.closeTo(0.62, 2) }],
    })
  })

  it('with metric numbers', () => {
    const { measures } = parseEcowitt(sampleFields('ecowitt/payload_gw1000bpro_metric.json'))
    expect(measures).toMatchObject({
      temperatureF: expect.closeTo(24.1, 1),
      windMph: expect.closeTo(20.1, 1),
      stationPressureHpa: 837.793,
    })
  })

  it('without a wind sensor, with a low battery', () => {
    const found = parseEcowitt(sampleFields('ecowitt/payload_gw1100b.json'))
    expect(found.measures).toMatchObject({
      temperatureF: 91.4,
      humidityPercent: 48,
      stationPressureHpa: expect.closeTo(990.3, 1),
    })
    expect(found.measures).not.toHaveProperty('windMph')
    expect(found.health).toMatchObject({ isBatteryLow: true, volts: 1.6 })
  })
})
