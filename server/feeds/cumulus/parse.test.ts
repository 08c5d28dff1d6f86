import { describe, expect, it } from 'vitest'
import { hasInstrumentSamples, instrumentSample } from '#server/feeds/instrument-samples.testing'
import { parseCumulus } from './parse.ts'

const head = '04/07/26 18:05:09 30.0 51 18.6 36.0 40.0 225 25.4 50.8 1013.0 SW 5'
const units = 'km/h C hPa mm'
const middle =
  '100.0 -0.1 60.0 254.0 0.0 22.0 45 30.0 1.2 33.0 15:00 20.0 05:00 50.0 14:00 72.0 14:01 1015.0 09:00'
const tail = '1010.0 04:00 4.0.0 4017 72.0 33.0 36.0 7.0 0.00 640 220 12.0 0 1 0 SW 1000 m 30.0 8.0 600 0'
const line = [head, units, middle, tail].join(' ')

describe('realtime.txt', () => {
  it('has its values in the units that it states', () => {
    const found = parseCumulus(line)
    expect(found.sentMs).toBeNull()
    expect(found.measures).toEqual({
      temperatureF: 86,
      humidityPercent: 51,
      windMph: expect.closeTo(22.37, 2),
      gustMph: expect.closeTo(44.74, 2),
      windFromDegrees: 225,
      rainInchesPerHour: expect.closeTo(1, 6),
      rainTodayInches: expect.closeTo(2, 6),
      rainCounterInches: expect.closeTo(10, 6),
      seaLevelPressureHpa: 1013,
      uvIndex: 7,
      solarWattsPerM2: 640,
    })
  })

  it('may have decimal commas, other units, and fewer fields', () => {
    const short = '04/07/26 18:05:09 86,5 51 65 10,5 12 225 0,1 0,2 29,92 SW 3 kts F in in'
    expect(parseCumulus(short).measures).toEqual({
      temperatureF: 86.5,
      humidityPercent: 51,
      windMph: expect.closeTo(12.08, 2),
      windFromDegrees: 225,
      rainInchesPerHour: 0.1,
      rainTodayInches: 0.2,
      seaLevelPressureHpa: expect.closeTo(1013.2, 1),
    })
  })

  it('has no value while the station is lost', () => {
    const found = parseCumulus(line.replace(' 12.0 0 1 0 SW', ' 12.0 0 1 1 SW'))
    expect(found.measures).toEqual({})
    expect(found.health.troubles).toEqual(['station lost'])
  })

  it.each(['', 'hello world', '04/07/26 18:05:09 86'])('is not "%s"', text => {
    expect(() => parseCumulus(text)).toThrow('This is not a message of Cumulus')
  })
})

it.skipIf(!hasInstrumentSamples)('a real realtime.txt without a station', () => {
  const found = parseCumulus(instrumentSample('cumulus-weewx/realtime-with-nulls.txt'))
  expect(found.sentMs).toBeNull()
  expect(found.measures).toEqual({
    windMph: 0,
    gustMph: 0,
    rainInchesPerHour: 0,
    rainTodayInches: 0,
    rainCounterInches: 0,
  })
})
