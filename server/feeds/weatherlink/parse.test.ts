import { describe, expect, it } from 'vitest'
import { hasInstrumentSamples, instrumentSample } from '#server/feeds/instrument-samples.testing'
import { parseWeatherLink } from './parse.ts'

const ts = Date.UTC(2026, 6, 4, 18, 5, 9) / 1000
const station = {
  lsid: 1,
  data_structure_type: 1,
  txid: 1,
  temp: 88.2,
  hum: 51,
  dew_point: 67,
  wind_speed_last: 6,
  wind_dir_last: 225,
  wind_speed_hi_last_2_min: 9,
  wind_speed_hi_last_10_min: 12,
  rain_size: 1,
  rain_rate_last: 12,
  rainfall_daily: 31,
  rainfall_year: 1750,
  solar_rad: 640,
  uv_index: 7.1,
  rx_state: 0,
  trans_battery_flag: 0,
}
const barometer = { data_structure_type: 3, bar_sea_level: 29.92, bar_absolute: 29.1 }
const read = (...conditions: object[]) =>
  parseWeatherLink(JSON.stringify({ data: { did: 'x', ts, conditions }, error: null }))

describe('the conditions of a WeatherLink', () => {
  it('have all their values', () => {
    const found = read(station, barometer, { data_structure_type: 4, temp_in: 70 })
    expect(found.sentMs).toBe(ts * 1000)
    expect(found.measures).toEqual({
      temperatureF: 88.2,
      humidityPercent: 51,
      windMph: 6,
      gustMph: 12,
      windFromDegrees: 225,
      rainInchesPerHour: expect.closeTo(0.12, 6),
      rainTodayInches: expect.closeTo(0.31, 6),
      rainCounterInches: expect.closeTo(17.5, 6),
      solarWattsPerM2: 640,
      uvIndex: 7.1,
      stationPressureHpa: expect.closeTo(985.4, 1),
      seaLevelPressureHpa: expect.closeTo(1013.2, 1),
    })
    expect(found.health).toMatchObject({ isBatteryLow: false, troubles: [] })
    expect(found.ignored).toEqual(['dew_point', 'temp_in'])
  })

  it.each([
    [1, 0.31],
    [2, 6.2 / 25.4],
    [3, 3.1 / 25.4],
    [4, 0.031],
    [0, undefined],
    [9, undefined],
    [null, undefined],
  ])('have rain in tips of the size %s', (rain_size, inches) => {
    const found = read({ ...station, rain_size }).measures.rainTodayInches
    if (inches === undefined) expect(found).toBeUndefined()
    else expect(found).toBeCloseTo(inches, 6)
  })

  it('are unknown while the station is lost, because the receiver repeats old values', () => {
    const found = read({ ...station, rx_state: 2 }, barometer)
    expect(Object.keys(found.measures)).toEqual(['stationPressureHpa', 'seaLevelPressureHpa'])
    expect(found.health.troubles).toEqual(['station lost'])
  })

  it('are merged from several transmitters, with all wind from one of them and all rain from one', () => {
    const anemometer = {
      data_structure_type: 1,
      txid: 2,
      temp: null,
      wind_speed_last: 20,
      wind_dir_last: 90,
      wind_speed_hi_last_10_min: -1,
      trans_battery_flag: 1,
    }
    const { wind_speed_last: _speed, wind_dir_last: _from, ...windless } = station
    const found = read({ ...windless, wind_speed_last: null, wind_dir_last: null }, anemometer)
    expect(found.measures).toMatchObject({ temperatureF: 88.2, windMph: 20, windFromDegrees: 90 })
    expect(found.measures).not.toHaveProperty('gustMph')
    expect(found.health.isBatteryLow).toBe(true)
  })

  it('have no time if the clock counts from startup', () => {
    const text = JSON.stringify({ did: 'x', ts: 5321, conditions: [{ data_structure_type: 6, pm_2p5: 4.5 }] })
    expect(parseWeatherLink(text)).toMatchObject({ sentMs: null, measures: { pm25: 4.5 } })
  })

  it.each(['', '[]', '{"a":1}', '{"data":null,"error":null}', 'ontent-type: x'])('are not in %s', text => {
    expect(() => parseWeatherLink(text)).toThrow('This is not a message from a Davis WeatherLink')
  })

  it('may be an error', () => {
    const text = '{"data":null,"error":{"code":409,"message":"no sensors"}}'
    expect(() => parseWeatherLink(text)).toThrow('The WeatherLink reports an error: no sensors')
  })
})

describe.skipIf(!hasInstrumentSamples)('real conditions', () => {
  it('of a WeatherLink Live', () => {
    const found = parseWeatherLink(instrumentSample('davis/wll-current-conditions.json'))
    expect(found.sentMs).toBe(Date.UTC(2021, 0, 16, 15, 24))
    expect(found.measures).toMatchObject({
      temperatureF: 26.6,
      humidityPercent: 96.9,
      windMph: 5,
      windFromDegrees: 254,
      gustMph: 7,
      seaLevelPressureHpa: expect.closeTo(1024, 1),
      stationPressureHpa: expect.closeTo(969.5, 1),
      rainCounterInches: expect.closeTo(2.17, 2),
      rainTodayInches: 0,
    })
    expect(found.health.isBatteryLow).toBe(true)
  })

  it('broadcast just after midnight', () => {
    const python = instrumentSample('davis/wll-udp-after-midnight.py.txt')
    const found = parseWeatherLink(python.replaceAll("'", '"').replaceAll('None', 'null'))
    expect(found.sentMs).toBe(Date.UTC(2020, 6, 27 + 1, 22, 0, 1))
    expect(found.measures).toMatchObject({
      windMph: 4,
      windFromDegrees: 236,
      rainTodayInches: expect.closeTo(0.087, 3),
    })
  })

  it('of an AirLink', () => {
    const found = parseWeatherLink(instrumentSample('davis/airlink-current-conditions.json'))
    expect(found.sentMs).toBe(Date.UTC(2020, 8, 3, 16, 23, 12))
    expect(found.measures).toMatchObject({
      temperatureF: 75.8,
      humidityPercent: 54.3,
      pm25: 1.21,
      pm10: 1.21,
    })
  })
})
