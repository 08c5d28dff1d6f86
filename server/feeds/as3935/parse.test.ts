import { describe, expect, it } from 'vitest'
import { hasInstrumentSamples, instrumentSample } from '#server/feeds/instrument-samples.testing'
import { parseLightningSensor } from './parse.ts'

const read = (value: object, topic = 'tele/roof/SENSOR') => parseLightningSensor(topic, JSON.stringify(value))
const strikesOf = (value: object) => read(value)?.lightning?.strikes
const tasmota = (Event: number, Distance: number, Energy = 5000) => ({
  Time: '2026-07-04T18:05:09',
  AS3935: { Event, Distance, Energy },
})
const at10km = { kind: 'distance', timeMs: null, miles: expect.closeTo(6.21, 2) }

describe('a lightning sensor with Tasmota', () => {
  it('reports a strike, the same one if the message is repeated', () => {
    const [strike] = strikesOf(tasmota(1, 10)) ?? []
    expect(strike).toMatchObject(at10km)
    expect(strikesOf(tasmota(1, 10))?.[0]?.id).toBe(strike?.id)
    expect(strikesOf(tasmota(1, 10, 5001))?.[0]?.id).not.toBe(strike?.id)
  })

  it.each([
    [0, 0],
    [2, -1],
    [3, 0],
    [1, 63],
    [0, 10],
  ])('reports no strike with event %s at %s km', (event, km) => {
    expect(read(tasmota(event, km))).toMatchObject({ lightning: { strikes: [] }, health: { troubles: [] } })
  })

  it.each([5, 6])('reports electrical noise with event %s, and no strike', event => {
    expect(read(tasmota(event, 10))).toMatchObject({
      lightning: { strikes: [] },
      health: { troubles: ['electrical noise'] },
    })
  })
})

describe('a lightning sensor with ESPHome', () => {
  it.each([
    'roof/sensor/lightning/distance/state',
    'roof/sensor/lightning_distance/state',
    'roof/as3935/distance',
  ])('reports a strike on %s', topic => {
    expect(parseLightningSensor(topic, '10')?.lightning?.strikes).toMatchObject([at10km])
    expect(parseLightningSensor(topic, 'nan')).toBeNull()
    expect(parseLightningSensor(topic, '63.0')?.lightning?.strikes).toEqual([])
  })

  it.each(['roof/sensor/lightning/energy/state', 'roof/status', 'roof/sensor/distances'])(
    'reports nothing on %s',
    topic => {
      expect(parseLightningSensor(topic, '10')).toBeNull()
    },
  )
})

describe('a sketch', () => {
  it('sends its event and distance', () => {
    expect(strikesOf({ event: 'Lightning', distance: '10' })).toMatchObject([at10km])
    expect(strikesOf({ distance_km: 10, energy: 4 })).toMatchObject([at10km])
    expect(read({ Event: 'disturber', Distance: 10 })?.health.troubles).toEqual(['electrical noise'])
    expect(strikesOf({ event: 'noise', distance: 1 })).toEqual([])
    // Without a distance it is anywhere in reach.
    expect(strikesOf({ event: 'lightning' })).toMatchObject([{ errorMiles: expect.closeTo(12.4, 1) }])
    expect(strikesOf({ event: 'lightning', distance: 63 })).toEqual([])
    expect(read({ event: 'boot', distance: 1 })).toBeNull()
    expect(read({ hello: 1 })).toBeNull()
  })
})

describe('a radio sensor by rtl_433', () => {
  const wh57 = { time: '2026-07-04 18:05:09', model: 'FineOffset-WH31L', id: 67016, battery_ok: 1 }

  it.each([8, 'strike'])('that is a WH57 reports a strike by its counter with state %s', state => {
    const found = read({ ...wh57, state, storm_dist_km: 10, strike_count: 7 })
    expect(found?.lightning).toMatchObject({
      count: 7,
      strikes: [{ ...at10km, id: 'FineOffset-WH31L 67016 count 7' }],
    })
    expect(found).toMatchObject({ sentMs: null, health: { isBatteryLow: false, model: 'FineOffset-WH31L' } })
    expect(found?.sensor).toBe('FineOffset-WH31L 67016')
  })

  it.each([4, 1, 'noise', 'interference'])('that is a WH57 reports noise with state %s', state => {
    const found = read({ ...wh57, state, storm_dist_km: 10, strike_count: 8 })
    expect(found?.lightning).toEqual({ count: 8, strikes: [] })
    expect(found?.health.troubles).toEqual(['electrical noise'])
  })

  it('that has just started reports nothing', () => {
    const found = read({ ...wh57, state: 0, storm_dist_km: 63, strike_count: 0, battery_ok: 0 })
    expect(found?.lightning).toEqual({ count: 0, strikes: [] })
    expect(found?.health).toMatchObject({ isBatteryLow: true, troubles: [] })
  })

  it('of another kind is not a lightning sensor', () => {
    expect(read({ model: 'Toyota-TPMS', pressure_PSI: 30 })).toBeNull()
  })
})

describe.skipIf(!hasInstrumentSamples)('real messages', () => {
  const lines = (name: string) =>
    instrumentSample(`as3935/${name}`)
      .trim()
      .split('\n')
      .map(line => parseLightningSensor('rtl_433/events', line))

  it('of one event that is sent three times', () => {
    const found = lines('rtl433-acurite-6045m.json')
    expect(found).toHaveLength(3)
    expect(found[0]).toMatchObject({
      measures: { temperatureF: 70, humidityPercent: 75 },
      lightning: { count: 190, strikes: [{ miles: expect.closeTo(6.2, 1) }] },
    })
    expect(new Set(found.map(each => each?.lightning?.strikes[0]?.id)).size).toBe(1)
  })

  it('without a strike', () => {
    for (const found of lines('rtl433-acurite-atlas.json')) {
      expect(found?.measures).toEqual({ windMph: 0, rainCounterInches: 0.11 })
      expect(found?.lightning).toEqual({ count: 0, strikes: [] })
    }
  })

  it('of Tasmota', () => {
    const found = parseLightningSensor('stat/x/STATUS10', instrumentSample('as3935/tasmota-as3935.json'))
    expect(found?.lightning?.strikes).toMatchObject([{ miles: expect.closeTo(7.5, 1) }])
  })
})
