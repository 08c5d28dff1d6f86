import { describe, expect, it } from 'vitest'
import { hasInstrumentSamples, instrumentSample } from '#server/feeds/instrument-samples.testing'
import { readForm } from '#server/feeds/uploads/form'
import { parseAmbient } from './parse.ts'

const read = (text: string) => parseAmbient(readForm(text))
const usual =
  'stationtype=AMBWeatherV4.3.4&PASSKEY=AA:BB:CC:00:11:22&dateutc=2026-07-04+18:05:09&tempf=88.2&humidity=51' +
  '&winddir=225&windspeedmph=6.5&windgustmph=11.4&hourlyrainin=0.05&dailyrainin=0.31&totalrainin=40.2&baromabsin=29.1'

describe('an Ambient Weather upload', () => {
  it('has its values, particles outdoors and the last strike', () => {
    const seconds = Date.UTC(2026, 6, 4, 18, 4) / 1000
    const found = read(
      `${usual}&pm25=8&pm25_in=30&lightning_day=2&lightning_distance=8&lightning_time=${seconds}&battout=1`,
    )
    expect(found.measures).toEqual({
      temperatureF: 88.2,
      humidityPercent: 51,
      windMph: 6.5,
      gustMph: 11.4,
      windFromDegrees: 225,
      rainInchesPerHour: 0.05,
      rainTodayInches: 0.31,
      rainCounterInches: 40.2,
      stationPressureHpa: expect.closeTo(985.4, 1),
      pm25: 8,
    })
    expect(found.lightning).toMatchObject({ count: 2, strikes: [{ id: String(seconds), kind: 'distance' }] })
    expect(found.health).toMatchObject({ firmware: 'AMBWeatherV4.3.4', isBatteryLow: false })
    expect(found.ignored).toEqual(['pm25_in'])
  })

  it('has a low battery if its value is zero', () => {
    expect(read(`${usual}&battout=0`).health.isBatteryLow).toBe(true)
    expect(read(`${usual}&battout=`).health.isBatteryLow).toBeNull()
  })

  it('does not pass on the station’s address, even with a line feed after it', () => {
    const found = read(`${usual}&MAC=AA:BB:CC:00:11:22\n&uv=3`)
    expect(found.measures.uvIndex).toBe(3)
    expect(JSON.stringify(found)).not.toMatch(/AA:BB|MAC|PASSKEY/)
  })

  it('is refused without a known field', () => {
    expect(() => read('MAC=AA:BB&foo=1')).toThrow(
      'This is not an Ambient Weather upload: it has no known field',
    )
  })
})

describe.skipIf(!hasInstrumentSamples)('real uploads', () => {
  it('with a leading ampersand', () => {
    const found = read(instrumentSample('ambient/awnet-leading-ampersand.txt'))
    expect(found.sentMs).toBe(Date.UTC(2025, 1, 24, 19, 11, 18))
    expect(found.measures).toMatchObject({
      temperatureF: 50.9,
      humidityPercent: 60,
      windMph: 4.92,
      gustMph: 10.29,
      windFromDegrees: 198,
      stationPressureHpa: expect.closeTo(986, 1),
    })
  })

  it('without a slash', () => {
    const found = read(instrumentSample('ambient/awnet-no-path-slash.txt'))
    expect(found.sentMs).toBe(Date.UTC(2026, 3, 5, 5, 5))
    expect(found.measures).toMatchObject({
      temperatureF: 72.1,
      humidityPercent: 99,
      windMph: 0,
      rainTodayInches: 0,
      rainCounterInches: 236.22,
    })
  })
})
