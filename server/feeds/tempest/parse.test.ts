import { describe, expect, it } from 'vitest'
import { hasInstrumentSamples, instrumentSample } from '#server/feeds/instrument-samples.testing'
import { parseTempest } from './parse.ts'

const seconds = Date.UTC(2026, 6, 4, 18, 5, 9) / 1000
const usual = [
  seconds,
  1.1,
  2,
  4,
  225,
  3,
  985.4,
  31.2,
  51,
  60_000,
  7.1,
  640,
  0.05,
  1,
  12,
  2,
  2.62,
  1,
] as const
const read = (kind: string, fields: object) =>
  parseTempest(JSON.stringify({ serial_number: 'ST-1', type: kind, hub_sn: 'HB-1', ...fields }))
const observed = (values: readonly unknown[], more: object = {}) =>
  read('obs_st', { obs: [values], firmware_revision: 171, ...more })?.message

describe('a Tempest', () => {
  it('sends an observation', () => {
    const found = read('obs_st', { obs: [usual], firmware_revision: 171 })
    expect(found?.serial).toBe('ST-1')
    expect(found?.message.sentMs).toBe(seconds * 1000)
    expect(found?.message.measures).toEqual({
      windMph: expect.closeTo(4.47, 2),
      gustMph: expect.closeTo(8.95, 2),
      windFromDegrees: 225,
      stationPressureHpa: 985.4,
      temperatureF: expect.closeTo(88.16, 2),
      humidityPercent: 51,
      uvIndex: 7.1,
      solarWattsPerM2: 640,
      rainInchesPerHour: expect.closeTo(0.118, 3),
    })
    expect(found?.message.health).toMatchObject({
      volts: 2.62,
      firmware: '171',
      intervalSeconds: 60,
      isBatteryLow: false,
    })
  })

  it('also counts strikes in an observation, because single events get lost', () => {
    expect(observed(usual)?.lightning).toEqual({
      count: null,
      strikes: [
        {
          id: `minute ${Math.floor(seconds / 60)}`,
          timeMs: seconds * 1000,
          kind: 'distance',
          miles: expect.closeTo(7.46, 2),
          errorMiles: expect.closeTo(3.98, 2),
        },
      ],
    })
    expect(observed(usual.with(15, 0))?.lightning).toEqual({ count: null, strikes: [] })
    expect(observed(usual.slice(0, 12))?.lightning).toBeNull()
  })

  it('may send shorter and longer arrays', () => {
    expect(observed(usual.slice(0, 8))?.measures).toHaveProperty('temperatureF')
    expect(observed([...usual, 5.08, 0, 0, 0])?.measures.rainTodayInches).toBeCloseTo(0.2, 6)
    expect(observed([seconds])).toMatchObject({ sentMs: seconds * 1000, measures: {} })
  })

  it('sends a strike whose time is its ID, also in a cloud summary', () => {
    const event = read('evt_strike', { evt: [seconds, 27, 3848, 1], source: 'enhanced' })?.message.lightning
    expect(event?.strikes).toMatchObject([{ id: String(seconds), miles: expect.closeTo(16.78, 2) }])
    const summary = { strike_last_epoch: seconds, strike_last_dist: 27, wet_bulb_globe_temperature: 25 }
    const after = observed(usual.with(15, 0), { summary })
    expect(after?.lightning?.strikes).toEqual(event?.strikes)
    expect(after?.measures.wbgtF).toBe(77)
  })

  it('sends a strike anywhere in reach without a distance', () => {
    const [strike] = read('evt_strike', { evt: [seconds, null] })?.message.lightning?.strikes ?? []
    expect(strike).toMatchObject({ timeMs: seconds * 1000, errorMiles: expect.closeTo(12.4, 1) })
  })

  it.each([[[]], [[seconds, 63]]])('sends no strike with %j', evt => {
    expect(read('evt_strike', { evt })?.message.lightning).toEqual({ count: null, strikes: [] })
  })

  it.each([[[null, 5]], [[0, 12]]])('sends a strike of now with %j, because an event is sent once', evt => {
    expect(read('evt_strike', { evt })?.message.lightning?.strikes).toMatchObject([{ timeMs: null }])
  })

  it.each([
    [0, []],
    [1, ['lightning sensor failed']],
    [2, ['electrical noise']],
    [4, ['electrical noise']],
    [8 + 64, ['sensor failed']],
    [256 + 6 + 1, ['lightning sensor failed', 'electrical noise', 'sensor failed']],
    [0x8000, []],
    [null, []],
  ])('reports its sensors with status %s', (sensor_status, troubles) => {
    const found = read('device_status', { timestamp: seconds, voltage: 2.35, rssi: -48, sensor_status })
    expect(found?.message.health).toMatchObject({
      troubles,
      volts: 2.35,
      isBatteryLow: true,
      signalDbm: -48,
    })
  })

  it('sends nothing of interest in other kinds of messages', () => {
    expect(read('ack', {})).toBeNull()
    expect(read('constructor', {})).toBeNull()
    expect(read('obs_st', { obs: [] })).toBeNull()
    expect(read('obs_st', { obs: [null] })).toBeNull()
    expect(parseTempest('{"station_id":1,"obs":null}')).toBeNull()
  })

  it('is read from its maker’s REST service', () => {
    const obs = {
      timestamp: seconds,
      air_temperature: 31.2,
      relative_humidity: 51,
      station_pressure: 985.4,
      sea_level_pressure: 1013.2,
      wind_avg: 2,
      wind_gust: 4,
      wind_direction: 225,
      precip_accum_local_day: 5.08,
      lightning_strike_count: 0,
      lightning_strike_last_epoch: seconds - 60,
      lightning_strike_last_distance: 12,
    }
    const text = JSON.stringify({ station_id: 1, status: { status_code: 0 }, obs: [obs] })
    expect(parseTempest(text)?.message).toMatchObject({
      sentMs: seconds * 1000,
      measures: {
        temperatureF: expect.closeTo(88.16, 2),
        windMph: expect.closeTo(4.47, 2),
        rainTodayInches: expect.closeTo(0.2, 6),
        seaLevelPressureHpa: 1013.2,
      },
      lightning: { strikes: [{ id: String(seconds - 60) }] },
    })
  })

  it('is refused with a reason', () => {
    expect(() => parseTempest('nonsense')).toThrow('This is not a message from a Tempest: it is not JSON')
    expect(() => parseTempest('{}')).toThrow('it has no type')
    const refused = '{"status":{"status_code":401,"status_message":"UNAUTHORIZED"}}'
    expect(() => parseTempest(refused)).toThrow("Tempest's service refused: UNAUTHORIZED")
  })
})

describe.skipIf(!hasInstrumentSamples)('real messages', () => {
  const real = (name: string) => parseTempest(instrumentSample(`tempest/${name}.json`))?.message

  it('of the weather', () => {
    const found = real('obs_st')
    expect(found?.sentMs).toBe(Date.UTC(2020, 4, 8, 14, 36, 54))
    expect(found?.measures).toMatchObject({
      windMph: expect.closeTo(0.49, 2),
      gustMph: expect.closeTo(0.6, 2),
      windFromDegrees: 144,
      stationPressureHpa: 1017.57,
      temperatureF: expect.closeTo(72.3, 1),
      humidityPercent: 50.26,
      rainInchesPerHour: expect.closeTo(0.0004 * 60, 3),
    })
    expect(found?.lightning?.strikes).toEqual([])
    expect(found?.health).toMatchObject({ volts: 2.41, isBatteryLow: false })
    expect(real('rapid_wind')?.measures).toEqual({
      windMph: expect.closeTo(5.1, 1),
      windFromDegrees: 128,
    })
  })

  it('without any value', () => {
    expect(real('obs_st_nulls')).toMatchObject({
      sentMs: Date.UTC(2021, 11, 21, 10, 51, 7),
      measures: {},
      lightning: null,
    })
    expect(Object.keys(real('obs_st_nulls')?.measures ?? { none: 0 })).toEqual([])
  })

  it('of lightning', () => {
    const strike = { timeMs: Date.UTC(2017, 3, 27, 19, 47, 25), miles: expect.closeTo(16.8, 1) }
    expect(real('evt_strike')?.lightning?.strikes).toMatchObject([strike])
  })

  it('of the cloud', () => {
    const found = real('ws_obs_st_with_summary')
    expect(found?.sentMs).toBe(Date.UTC(2024, 1, 28, 14, 33, 11))
    expect(found?.measures).toMatchObject({
      temperatureF: expect.closeTo(15.1, 1),
      wbgtF: expect.closeTo(15.4, 1),
      stationPressureHpa: 793.3,
      windMph: 0,
    })
    const strike = { timeMs: Date.UTC(2024, 1, 7, 23, 1, 15), miles: expect.closeTo(16.2, 1) }
    expect(found?.lightning?.strikes).toMatchObject([strike])
  })

  it('of the device and its hub', () => {
    expect(real('device_status_low_voltage')?.health).toMatchObject({
      volts: 2.358,
      isBatteryLow: true,
      troubles: ['electrical noise'],
    })
    expect(real('hub_status')).toMatchObject({ health: { signalDbm: -62, firmware: '35' }, measures: {} })
    expect(real('evt_precip')).toMatchObject({ sentMs: Date.UTC(2017, 3, 27, 19, 47, 25), measures: {} })
  })
})
