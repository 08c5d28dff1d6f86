import { describe, expect, it } from 'vitest'
import { hasInstrumentSamples, instrumentSample } from '#server/feeds/instrument-samples.testing'
import { correctedPm25 } from './correction.ts'
import { parsePurpleAir } from './parse.ts'

const usual = {
  SensorId: 'aa:bb:cc:dd:ee:ff',
  DateTime: '2026/07/04T18:05:09z',
  place: 'outside',
  version: '7.02',
  hardwareversion: '2.0',
  rssi: -57,
  current_temp_f: 95,
  current_humidity: 40,
  pressure: 985.4,
  'pm2.5_aqi': 57,
  pm2_5_cf_1: 20,
  pm2_5_cf_1_b: 22,
}
const read = (more: object = {}) => parsePurpleAir(JSON.stringify({ ...usual, ...more }))

describe('a PurpleAir', () => {
  it('has the corrected mean of its lasers, and no temperature of its warm case', () => {
    const found = read()
    expect(found.sentMs).toBe(Date.UTC(2026, 6, 4, 18, 5, 9))
    expect(found.measures).toEqual({
      pm25: expect.closeTo(0.52 * 21 - 0.086 * 40 + 5.75, 6),
      stationPressureHpa: 985.4,
    })
    expect(found.health).toMatchObject({
      signalDbm: -57,
      firmware: '7.02',
      model: 'PurpleAir 2.0',
      troubles: [],
    })
    expect(found.ignored).toContain('current_temp_f')
    expect(JSON.stringify(found)).not.toContain('aa:bb')
  })

  it.each([
    [0, 14, 4.546],
    [0, 100, 0],
    [100, 50, 53.45],
    [343, 0, 184.11],
    [500, 50, 331.22],
    [20, null, null],
    [-1, 50, null],
  ])('corrects %s at %s %% to %s', (mean, humidity, expected) => {
    const found = correctedPm25(mean, humidity)
    if (expected === null) expect(found).toBeNull()
    else expect(found).toBeCloseTo(expected, 2)
  })

  it('has no value if its lasers disagree', () => {
    const found = read({ pm2_5_cf_1: 4, pm2_5_cf_1_b: 300 })
    expect(found.measures).not.toHaveProperty('pm25')
    expect(found.health.troubles).toEqual(['sensors disagree'])
    expect(read({ pm2_5_cf_1: 1, pm2_5_cf_1_b: 4 }).measures).toHaveProperty('pm25')
  })

  it('may have one laser', () => {
    expect(read({ pm2_5_cf_1_b: null }).measures.pm25).toBeCloseTo(0.52 * 20 - 0.086 * 40 + 5.75, 6)
    expect(read({ pm2_5_cf_1: null, pm2_5_cf_1_b: null }).measures).toEqual({ stationPressureHpa: 985.4 })
  })

  it('has no outdoor value inside', () => {
    const found = read({ place: 'inside' })
    expect(found.measures).toEqual({ stationPressureHpa: 985.4 })
    expect(found.health.troubles).toEqual(['indoors'])
  })

  it('is refused without particles', () => {
    expect(() => parsePurpleAir('{"a":1}')).toThrow('This is not a message from a PurpleAir')
  })
})

describe.skipIf(!hasInstrumentSamples)('real messages', () => {
  it('from outside', () => {
    const found = parsePurpleAir(instrumentSample('purpleair/pa2_outdoor_dual_laser.json'))
    expect(found.sentMs).toBe(Date.UTC(2026, 4, 17, 22, 23, 6))
    expect(found.measures).toEqual({ pm25: expect.closeTo(4.5, 1), stationPressureHpa: 933.9 })
  })

  it('from inside', () => {
    const found = parsePurpleAir(instrumentSample('purpleair/pa2_indoor_single_laser.json'))
    expect(found.measures).toEqual({ stationPressureHpa: 932.6 })
    expect(found.health.troubles).toEqual(['indoors'])
  })
})
