import { describe, expect, it } from 'vitest'
import { hasInstrumentSamples, instrumentSample } from '#server/feeds/instrument-samples.testing'
import { parseAirGradient } from './parse.ts'

const usual = {
  wifi: -60,
  serialno: 'abc',
  pm02: 20,
  pm10: 25,
  atmp: 30,
  rhum: 40,
  bootCount: 2,
  model: 'O-1PST',
}
const read = (more: object = {}) => parseAirGradient(JSON.stringify({ ...usual, ...more }))

describe('an AirGradient', () => {
  it('has its compensated value if it sends one, and otherwise its raw value', () => {
    expect(read().measures).toEqual({ pm25: 20, pm10: 25 })
    expect(read({ pm02Compensated: 12.5 }).measures.pm25).toBe(12.5)
    expect(read({ firmware: '3.1.9' }).health).toMatchObject({
      model: 'O-1PST',
      firmware: '3.1.9',
      signalDbm: -60,
      troubles: [],
    })
  })

  it('has no value if the two contradict each other', () => {
    const found = read({ pm02: 40, pm02Compensated: 0 })
    expect(found.measures).toEqual({})
    expect(found.health.troubles).toEqual(['sensors disagree'])
    expect(read({ pm02: 3, pm02Compensated: 0 }).measures.pm25).toBe(0)
  })

  it('has no value if its two sensors disagree', () => {
    const channels = (a: number, b: number) => ({ channels: { 1: { pm02: a }, 2: { pm02: b } } })
    expect(read(channels(2, 38)).measures).toEqual({})
    expect(read(channels(2, 38)).health.troubles).toEqual(['sensors disagree'])
    expect(read(channels(18, 22)).measures.pm25).toBe(20)
  })

  it('has no value right after startup, and is refused without the fields that it always sends', () => {
    expect(parseAirGradient('{"serialno":"x","bootCount":0}').measures).toEqual({})
    expect(() => parseAirGradient('{"a":1}')).toThrow('This is not a message from an AirGradient')
  })

  it('may be an indoor model', () => {
    expect(read({ model: 'I-9PSL' }).health.troubles).toEqual(['indoors'])
  })
})

describe.skipIf(!hasInstrumentSamples)('real messages', () => {
  it('with a raw value', () => {
    const found = parseAirGradient(instrumentSample('airgradient/current_measures.json'))
    expect(found.measures).toEqual({ pm25: 34, pm10: 41 })
  })

  it('with a contradiction', () => {
    const found = parseAirGradient(instrumentSample('airgradient/current_measures_zero.json'))
    expect(found.measures).toEqual({})
    expect(found.health.troubles).toContain('sensors disagree')
  })
})
