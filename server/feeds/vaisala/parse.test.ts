import { describe, expect, it } from 'vitest'
import { hasInstrumentSamples, instrumentSample } from '#server/feeds/instrument-samples.testing'
import { parseVaisala } from './parse.ts'

describe('a Vaisala transmitter', () => {
  it('has its values', () => {
    const line =
      '0R0,Dn=200D,Dm=225D,Dx=250D,Sm=10.0M,Sx=20.0M,Ta=30.0C,Ua=51.0P,Pa=980.0H,Rc=50.80M,Ri=25.4M,Vs=12.1V'
    const found = parseVaisala(`${line}\r\n`)
    expect(found.measures).toEqual({
      windFromDegrees: 225,
      windMph: expect.closeTo(22.37, 2),
      gustMph: expect.closeTo(44.74, 2),
      temperatureF: 86,
      humidityPercent: 51,
      stationPressureHpa: 980,
      rainCounterInches: expect.closeTo(2, 6),
      rainInchesPerHour: expect.closeTo(1, 6),
    })
    expect(found.health.volts).toBe(12.1)
    expect(found.ignored).toEqual(['Dn', 'Dx'])
  })

  it.each([
    ['Sm=36.0K', { windMph: expect.closeTo(22.37, 2) }],
    ['Sm=22.0S', { windMph: 22 }],
    ['Sm=10.0N', { windMph: expect.closeTo(11.51, 2) }],
    ['Sm=10.0#', {}],
    ['Sm=10.0Q', {}],
    ['Ta=86.0F', { temperatureF: 86 }],
    ['Pa=98000.0P', { stationPressureHpa: expect.closeTo(980, 6) }],
    ['Pa=0.98B', { stationPressureHpa: expect.closeTo(980, 6) }],
    ['Pa=735.1M', { stationPressureHpa: expect.closeTo(980, 0) }],
    ['Pa=28.94I', { stationPressureHpa: expect.closeTo(980, 0) }],
    ['Dn=0m=032D', {}],
    ['Ta=', {}],
    ['', {}],
  ])('with %s has its unit by the letter', (field, measures) => {
    expect(parseVaisala(`0R1,${field}`).measures).toEqual(measures)
  })

  it.each(['', 'hello', '0XU,M=P', 'R0,Ta=1C'])('is not "%s"', line => {
    expect(() => parseVaisala(line)).toThrow('This is not a message from a Vaisala WXT')
  })
})

it.skipIf(!hasInstrumentSamples)('real lines', () => {
  const lines = instrumentSample('vaisala/wxt5x0-composite-and-corrupt.txt').trim().split('\n')
  const [invalid, short, corrupt] = lines.map(line => parseVaisala(line).measures)
  expect(invalid).toEqual({
    temperatureF: expect.closeTo(60.8, 1),
    humidityPercent: 50,
    stationPressureHpa: 1018.1,
    rainCounterInches: 0,
    rainInchesPerHour: 0,
  })
  expect(short).toMatchObject({
    windFromDegrees: 51,
    windMph: expect.closeTo(0.2, 1),
    temperatureF: expect.closeTo(82.2, 1),
    stationPressureHpa: 1003.2,
  })
  expect(corrupt).not.toHaveProperty('windFromDegrees')
  expect(corrupt).toHaveProperty('windMph')
})
