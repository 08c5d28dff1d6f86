import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isSound } from '#domain/cases.testing'
import { measureLimits } from '#domain/instruments/limits'
import { mapMessage, pathsIn } from '#domain/instruments/mapping'
import type { InstrumentMeasure, InstrumentMessage, SensedStrike } from '#domain/instruments/message'
import { parseAirGradient } from '#server/feeds/airgradient/parse'
import { parseAmbient } from '#server/feeds/ambient/parse'
import { parseLightningSensor } from '#server/feeds/as3935/parse'
import { parseBoltekLine } from '#server/feeds/boltek/parse'
import { parseCampbell } from '#server/feeds/campbell/parse'
import { parseEcowitt } from '#server/feeds/ecowitt/parse'
import { parseStationJson } from '#server/feeds/mqtt-json/parse'
import { parsePurpleAir } from '#server/feeds/purpleair/parse'
import { parseTempest } from '#server/feeds/tempest/parse'
import { readForm } from '#server/feeds/uploads/form'
import { parseVaisala } from '#server/feeds/vaisala/parse'
import { parseWeatherLink } from '#server/feeds/weatherlink/parse'
import { parseWunderground } from '#server/feeds/wunderground/parse'
import { parseXweather } from '#server/feeds/xweather/parse'

interface Fuzzed {
  readonly name: string
  readonly read: (text: string) => InstrumentMessage | null
  /** A complete message in which no number is zero: a zero in the result was made up. */
  readonly whole: string
}

const seconds = 1_783_188_309
const form =
  'ID=secretid&PASSWORD=secretword&PASSKEY=secretkey&dateutc=2026-07-04+18:05:09&tempf=88.2&humidity=51&winddir=225' +
  '&windspeedmph=6.5&windgustmph=11.4&solarradiation=640.1&uv=7&baromin=29.92&absbaromin=29.1&baromabsin=29.1' +
  '&baromrelin=29.9&rainin=1.1&hourlyrainin=1.2&rainratein=1.3&dailyrainin=2.2&totalrainin=40.5&wbgt=80.5&pm25=9.5' +
  `&pm25_ch1=9.5&lightning=12&lightning_distance=12&lightning_num=3&lightning_day=3&lightning_time=${seconds}` +
  '&wh57batt=4&battout=1&interval=16'
const json = (value: object) => JSON.stringify(value)
const mapping = [
  { path: 'a.b[1]', measure: 'temperatureF', unit: '°C' },
  { path: '["c.d"]', measure: 'windMph', unit: 'm/s' },
  { path: 'e', measure: 'strikeDistance', unit: 'km' },
] as const
const tempest = {
  obs_st: [[seconds, 1, 2, 4, 225, 3, 985.4, 31.2, 51, 60_000, 7.1, 640, 1.05, 1, 12, 2, 2.62, 1, 5.1]],
}

const parsers: readonly Fuzzed[] = [
  { name: 'Weather Underground', read: text => parseWunderground(readForm(text)), whole: form },
  { name: 'Ecowitt', read: text => parseEcowitt(readForm(text)), whole: form },
  { name: 'Ambient', read: text => parseAmbient(readForm(text)), whole: form },
  {
    name: 'WeatherLink',
    read: parseWeatherLink,
    whole: json({
      data: {
        ts: seconds,
        conditions: [
          {
            data_structure_type: 1,
            temp: 88.2,
            hum: 51,
            wind_speed_last: 6,
            wind_dir_last: 225,
            wind_speed_hi_last_10_min: 12,
            rain_size: 1,
            rain_rate_last: 12,
            rainfall_daily: 31,
            rainfall_year: 1750,
            solar_rad: 640,
            uv_index: 7.1,
          },
          { data_structure_type: 3, bar_sea_level: 29.92, bar_absolute: 29.1 },
          { data_structure_type: 6, pm_2p5: 9.5, pm_10: 12.5 },
        ],
      },
    }),
  },
  {
    name: 'Tempest',
    read: text => parseTempest(text)?.message ?? null,
    whole: json({ serial_number: 'ST-1', type: 'obs_st', obs: tempest.obs_st, firmware_revision: 171 }),
  },
  {
    name: 'a Tempest strike',
    read: text => parseTempest(text)?.message ?? null,
    whole: json({ serial_number: 'ST-1', type: 'evt_strike', evt: [seconds, 27, 3848] }),
  },
  {
    name: 'Tempest by REST',
    read: text => parseTempest(text)?.message ?? null,
    whole: json({
      obs: [{ timestamp: seconds, air_temperature: 31.2, wind_avg: 2, wind_gust: 4, precip: 1.5 }],
    }),
  },
  {
    name: 'Tasmota',
    read: text => parseLightningSensor('tele/x/SENSOR', text),
    whole: json({ Time: '2026-07-04T18:05:09', AS3935: { Event: 1, Distance: 12, Energy: 58_622 } }),
  },
  {
    name: 'ESPHome',
    read: text => parseLightningSensor('roof/sensor/lightning_distance/state', text),
    whole: '12.5',
  },
  {
    name: 'rtl_433',
    read: text => parseLightningSensor('rtl_433/x', text),
    whole: json({
      model: 'Acurite-6045M',
      id: 151,
      temperature_F: 70,
      humidity: 75,
      strike_count: 9,
      storm_dist: 10,
    }),
  },
  { name: 'Boltek', read: parseBoltekLine, whole: '$WIMLI,254,306,066.6*5E' },
  {
    name: 'PurpleAir',
    read: parsePurpleAir,
    whole: json({
      place: 'outside',
      current_humidity: 40,
      pressure: 985.4,
      pm2_5_cf_1: 20,
      pm2_5_cf_1_b: 22,
    }),
  },
  {
    name: 'AirGradient',
    read: parseAirGradient,
    whole: json({ wifi: -60, serialno: 'abc', pm02: 20, pm02Compensated: 14, pm10: 25 }),
  },
  {
    name: 'weewx',
    read: parseStationJson,
    whole: json({
      dateTime: seconds,
      outTemp_C: 30,
      windSpeed_mps: 5,
      rainRate_mm_per_hour: 3,
      pressure_mbar: 980,
    }),
  },
  {
    name: 'Campbell',
    read: parseCampbell,
    whole:
      '"TOA5","a","CR6"\n"TIMESTAMP","AirTC","RH","WS_ms","BattV"\n"TS","Deg C","%","m/s","V"\n"","","","",""\n' +
      '"2026-07-04 18:00:00",30.5,51,5.5,12.5',
  },
  {
    name: 'Campbell in JSON',
    read: parseCampbell,
    whole: json({
      head: { fields: [{ name: 'AirTC', units: 'Deg C' }, { name: 'WS_ms' }] },
      data: [{ time: '2026-07-04T18:00:00', vals: [30.5, 5.5] }],
    }),
  },
  {
    name: 'Vaisala',
    read: parseVaisala,
    whole: '1R1,Dm=225D,Sm=5.1M,Sx=7.7M,Ta=27.9C,Ua=39.4P,Pa=1003.2H,Rc=1.5M',
  },
  {
    name: 'a mapping',
    read: text => mapMessage(parsedOrRefused(text), mapping),
    whole: json({ a: { b: [1, 27.5] }, 'c.d': 5.5, e: 12 }),
  },
]

function parsedOrRefused(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new Error('not JSON')
  }
}

/** A plain check, because `expect` would take most of the time. */
function check(isRight: boolean, what: string) {
  if (!isRight) expect.fail(what)
}

function checkStrike(strike: SensedStrike) {
  check(strike.id.length <= 120, 'a long ID')
  check(
    strike.timeMs === null || new Date(strike.timeMs).getUTCFullYear() > 2000,
    `a time of ${strike.timeMs}`,
  )
  check(strike.kind === 'place' || (strike.miles >= 0 && strike.miles <= 300), 'an impossible distance')
  check(strike.errorMiles >= 0 && strike.errorMiles <= 60, 'an impossible error')
}

function checkMessage(message: InstrumentMessage) {
  for (const [measure, value] of Object.entries(message.measures)) {
    const [least, most] = measureLimits[measure as InstrumentMeasure]
    check(typeof value === 'number' && value >= least && value <= most, `${measure} is ${value}`)
  }
  check(isSound({ ...message, measures: {} }), 'a number that is none')
  message.lightning?.strikes.forEach(checkStrike)
  for (const names of [message.understood, message.ignored]) {
    check(names.length <= 100, 'too many names')
    const bad = names.find(name => name.length > 60 || /^(password|passkey|mac|id)$/i.test(name))
    check(bad === undefined, `the name ${bad}`)
  }
}

/** Only a plain refusal is allowed, never a programming error such as a TypeError or RangeError. */
function readOrRefused(read: Fuzzed['read'], text: string): InstrumentMessage | null {
  try {
    const message = read(text)
    if (message) checkMessage(message)
    return message
  } catch (error) {
    // A failed check is an AssertionError, and is rethrown too.
    if ((error as Error).name !== 'Error') throw error
    check(!(error as Error).message.includes('secret'), 'a secret in the reason')
    return null
  }
}

const strange = [
  '-9999',
  '9e99',
  'NaN',
  'Infinity',
  '-0',
  '"',
  '{',
  '[',
  '%',
  '\u0000',
  '\ud800',
  '&',
  ',',
  '=',
  'null',
]
const numbers = /(?<![\w.-])-?\d+(?:\.\d+)?(?![\w.])/g

describe.each(parsers)('$name', ({ read, whole }) => {
  it('is read completely', () => {
    const message = readOrRefused(read, whole)
    expect(message).not.toBeNull()
    expect(Object.values(message?.measures ?? {})).not.toContain(0)
    expect(
      Object.keys(message?.measures ?? {}).length + (message?.lightning?.strikes.length ?? 0),
    ).toBeGreaterThan(0)
    expect(JSON.stringify(message)).not.toMatch(/secret(id|word|key)/)
  })

  it('is read or refused when it is damaged in any way', () => {
    const piece = fc.oneof(fc.constantFrom(...strange), fc.string({ maxLength: 6 }))
    fc.assert(
      fc.property(
        fc.nat(whole.length),
        fc.nat(30),
        piece,
        fc.jsonValue({ maxDepth: 4 }),
        (from, cut, mixed, value) => {
          readOrRefused(read, whole.slice(0, from) + mixed + whole.slice(from + cut))
          readOrRefused(read, whole.slice(0, from))
          readOrRefused(read, JSON.stringify(value))
          readOrRefused(
            read,
            JSON.stringify({ type: 'obs_st', data: value, obs: [value], conditions: [value] }),
          )
        },
      ),
      { numRuns: 80 },
    )
  })

  it('never turns a missing value into zero', () => {
    const found = Array.from(whole.matchAll(numbers), ({ 0: text, index }) => ({
      index,
      end: index + text.length,
    }))
    for (const { index, end } of found)
      for (const missing of ['-9999', 'null', '""', '', '-', '"unavailable"', '63', '4294967295']) {
        const message = readOrRefused(read, whole.slice(0, index) + missing + whole.slice(end))
        check(!Object.values(message?.measures ?? {}).includes(0), `a zero for ${missing}`)
      }
  })

  it('is read or refused quickly when it is huge', () => {
    const pieces = [
      '[',
      '{"a":',
      '9',
      ' ',
      '\n',
      '&a=1',
      '%41',
      '%',
      '+',
      ',',
      '"',
      '_',
      '/',
      'Ta=1C,',
      `${whole} `,
      whole,
    ]
    const before = process.cpuUsage()
    for (const piece of pieces)
      for (const length of [16_000, 100_000]) {
        const text = piece.repeat(Math.ceil(length / piece.length)).slice(0, length)
        readOrRefused(read, text)
        readOrRefused(read, `${whole.slice(0, -1)}${text}`.slice(0, length))
      }
    // There are sixty texts. A parser that takes time quadratic in the length would take seconds for one of them.
    expect(process.cpuUsage(before).user / 1e6).toBeLessThan(2)
  })
})

it('Xweather is read or refused when it is damaged in any way', () => {
  const loc = { lat: 35, long: -89 }
  const whole = json({
    success: true,
    response: [{ id: 'a', loc, ob: { timestamp: seconds, pulse: { type: 'cg' } } }],
  })
  const read = (text: string) => {
    try {
      parseXweather(text).strikes.forEach(checkStrike)
    } catch (error) {
      if ((error as Error).name !== 'Error') throw error
    }
  }
  fc.assert(
    fc.property(
      fc.nat(whole.length),
      fc.nat(30),
      fc.constantFrom(...strange),
      fc.jsonValue(),
      (from, cut, mixed, value) => {
        read(whole.slice(0, from) + mixed + whole.slice(from + cut))
        read(json({ success: true, response: [value, { loc: value, ob: value }] }))
      },
    ),
    { numRuns: 100 },
  )
})

it('the fields of any JSON are listed', () => {
  fc.assert(
    fc.property(fc.jsonValue(), value => {
      expect(pathsIn(value).length).toBeLessThanOrEqual(200)
    }),
    { numRuns: 100 },
  )
})
