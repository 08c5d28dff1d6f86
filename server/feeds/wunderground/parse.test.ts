import { describe, expect, it } from 'vitest'
import {
  hasInstrumentSamples,
  instrumentSample,
  sampleFields,
} from '#server/feeds/instrument-samples.testing'
import { readForm } from '#server/feeds/uploads/form'
import { parseWunderground } from './parse.ts'

const read = (text: string) => parseWunderground(readForm(text))
const usual =
  'ID=KOHTEST1&PASSWORD=hunter2&dateutc=2026-07-04+18%3A05%3A09&tempf=88.2&humidity=51&windspeedmph=6.5' +
  '&windgustmph=11.4&winddir=225&baromin=29.92&absbaromin=29.10&rainin=0.04&dailyrainin=0.31&yearlyrainin=17.5' +
  '&solarradiation=640.1&UV=7&AqPM2.5=12.5&indoortempf=71&softwaretype=EasyWeatherV1.6&realtime=1&rtfreq=5&lowbatt=0'

describe('an upload for Weather Underground', () => {
  it('has all its values, with the sender’s pressure at sea level apart from the absolute one', () => {
    const { measures, sentMs, health, lightning } = read(usual)
    expect(sentMs).toBe(Date.UTC(2026, 6, 4, 18, 5, 9))
    expect(measures).toEqual({
      temperatureF: 88.2,
      humidityPercent: 51,
      windMph: 6.5,
      gustMph: 11.4,
      windFromDegrees: 225,
      stationPressureHpa: expect.closeTo(985.4, 1),
      seaLevelPressureHpa: expect.closeTo(1013.2, 1),
      rainInchesPerHour: 0.04,
      rainTodayInches: 0.31,
      rainCounterInches: 17.5,
      solarWattsPerM2: 640.1,
      uvIndex: 7,
      pm25: 12.5,
    })
    expect(health).toMatchObject({ firmware: 'EasyWeatherV1.6', intervalSeconds: 5, isBatteryLow: false })
    expect(lightning).toBeNull()
  })

  it('lists its fields as sent, without those that identify the sender', () => {
    const { understood, ignored } = read(usual)
    expect(understood).toEqual(expect.arrayContaining(['tempf', 'UV', 'AqPM2.5', 'dateutc', 'softwaretype']))
    expect(ignored).toEqual(['indoortempf'])
    expect(JSON.stringify(read(usual))).not.toMatch(/hunter2|KOHTEST1|PASSWORD|"ID"/)
  })

  it('prefers the gust of ten minutes and the mean of two', () => {
    const { measures } = read(`${usual}&windgustmph_10m=14.8&windspdmph_avg2m=5.9`)
    expect(measures).toMatchObject({ gustMph: 14.8, windMph: 5.9 })
  })

  it.each(['-9999', '', 'NaN', '--', 'abc', '1e400', '0x10'])('leaves out a value of %s alone', missing => {
    const { measures, health } = read(usual.replace('tempf=88.2', `tempf=${missing}`))
    expect(measures).not.toHaveProperty('temperatureF')
    expect(measures.humidityPercent).toBe(51)
    expect(health.troubles).toEqual([])
  })

  it('has no rain while the outdoor unit is lost', () => {
    const lost = read('tempf=-9999&humidity=-9999&windspeedmph=-9999&dailyrainin=0.00&rainin=0&baromin=30.01')
    expect(lost.measures).toEqual({ seaLevelPressureHpa: expect.closeTo(1016.3, 1) })
    expect(lost.health.troubles).toEqual(['station lost'])
  })

  it('is read in parts, as AcuRite’s hub sends them', () => {
    const part = read(
      'dateutc=now&id=24C86E000000&mt=5N1x31&sensor=0123&windspeedmph=5&winddir=270&rainin=0.02&dailyrainin=0.1&sensorbattery=normal',
    )
    expect(part.measures).toEqual({
      windMph: 5,
      windFromDegrees: 270,
      rainInchesPerHour: 0.02,
      rainTodayInches: 0.1,
    })
    expect(part).toMatchObject({ sentMs: null, health: { troubles: [], isBatteryLow: false } })
    expect(JSON.stringify(part)).not.toContain('24C86E')
  })

  it('may be metric, and then only a wind of zero is certain', () => {
    const metric = 'outtemp=10.1&outhumi=57&absbaro=1010.1&relbaro=1034.0&dailyrain=10.5&rainrate=2.5&UV=919'
    expect(read(`${metric}&windspeed=0.0&windgust=3.2&winddir=212`).measures).toEqual({
      temperatureF: expect.closeTo(50.18, 2),
      humidityPercent: 57,
      stationPressureHpa: 1010.1,
      seaLevelPressureHpa: 1034,
      rainTodayInches: expect.closeTo(0.413, 3),
      rainInchesPerHour: expect.closeTo(0.0984, 4),
      windMph: 0,
    })
  })

  it('has no direction when it is calm', () => {
    expect(read('windspeedmph=0&windgustmph=0&winddir=15').measures).toEqual({ windMph: 0, gustMph: 0 })
    expect(read('windspeedmph=0&windgustmph=3&winddir=15').measures).toHaveProperty('windFromDegrees', 15)
  })

  it('is refused without a known field, and the reason names no secret', () => {
    expect(() => read('ID=KOHTEST1&PASSWORD=hunter2&action=updateraw')).toThrow(
      'This is not a Weather Underground upload: it has no known field',
    )
  })

  it('limits the names it lists', () => {
    const many = Array.from({ length: 250 }, (_, index) => `${'x'.repeat(90)}${index}=1`).join('&')
    const { ignored } = read(`tempf=50&${many.slice(0, 16_000)}`)
    expect(ignored.every(name => name.length <= 60)).toBe(true)
    expect(
      read(`tempf=50&${Array.from({ length: 250 }, (_, i) => `n${i}=1`).join('&')}`).ignored,
    ).toHaveLength(100)
  })
})

describe.skipIf(!hasInstrumentSamples)('real uploads', () => {
  it('of a console that lost its outdoor unit', () => {
    const found = read(instrumentSample('wunderground/observer-no-outdoor-sensor.txt'))
    expect(found.sentMs).toBe(Date.UTC(2016, 4, 10, 2, 34, 15))
    expect(found.measures).toEqual({ seaLevelPressureHpa: expect.closeTo(1013.9, 1) })
    expect(found.health.troubles).toEqual(['station lost'])
  })

  it('in metric units', () => {
    const found = read(instrumentSample('wunderground/observer-metric-asp.txt'))
    expect(found.sentMs).toBe(Date.UTC(2016, 3, 30, 21, 5, 1))
    expect(found.measures).toMatchObject({
      temperatureF: expect.closeTo(43.3, 1),
      humidityPercent: 80,
      windMph: 0,
      stationPressureHpa: 1018.3,
      seaLevelPressureHpa: 1018.3,
    })
  })

  it('with their time of receipt', () => {
    const found = parseWunderground(sampleFields('wunderground/observerip2-dateutc-now.json'))
    expect(found.sentMs).toBeNull()
    expect(found.measures).toMatchObject({
      temperatureF: 89.42,
      humidityPercent: 54,
      windMph: 0,
      gustMph: 9.17,
      windFromDegrees: 269,
      seaLevelPressureHpa: expect.closeTo(1020.5, 1),
      rainTodayInches: 0,
      solarWattsPerM2: 732.04,
    })
  })
})
