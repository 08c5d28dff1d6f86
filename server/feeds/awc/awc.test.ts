import fc from 'fast-check'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Reading, Station } from '#domain/conditions/reading'
import {
  breaksOff,
  errorPage,
  hasSamples,
  playParts,
  playServer,
  refuses,
  sample,
  sends,
  type Answer,
  type PlayedServer,
} from '#server/feeds/feed.testing'
import { hourMs, minuteMs } from '#server/platform/clock'
import { createUpstream } from '#server/platform/upstream/index'
import { startAwc } from './index.ts'
import { airportsNear } from './near.ts'
import { parseMetarList } from './parse-json.ts'
import { parseMetars, parseStationNames } from './parse.ts'

const columns =
  'raw_text,station_id,observation_time,latitude,longitude,temp_c,dewpoint_c,wind_dir_degrees,wind_speed_kt,wind_gust_kt,visibility_statute_mi,altim_in_hg,sea_level_pressure_mb,corrected,auto,auto_station,maintenance_indicator_on,no_signal,lightning_sensor_off,freezing_rain_sensor_off,present_weather_sensor_off,wx_string,sky_cover,cloud_base_ft_agl,sky_cover,cloud_base_ft_agl,sky_cover,cloud_base_ft_agl,sky_cover,cloud_base_ft_agl,flight_category,three_hr_pressure_tendency_mb,maxT_c,minT_c,maxT24hr_c,minT24hr_c,precip_in,pcp3hr_in,pcp6hr_in,pcp24hr_in,snow_in,vert_vis_ft,metar_type,elevation_m'
const denver =
  'KDEN 152253Z 21016G25KT 10SM FEW080 BKN120 31/06 A3012,KDEN,2026-07-15T22:53:00Z,39.8466,-104.6562,31.1,6.1,210,16,25,10+,30.12,1011.5,,,TRUE,,,,,,,FEW,8000,BKN,12000,,,,,VFR,,,,,,0.01,,,,,,METAR,1655'
const calm =
  'KJOT 152255Z AUTO 00000KT -RA A2990,KJOT,2026-07-15T22:55:00Z,41.518,-88.175,,,0,0,,,29.90,,,TRUE,,,,,,,-RA,OVX,,,,,,,,IFR,,,,,,,,,,,200,METAR,177'
const nowhere =
  'XXXX 152255Z,XXXX,2026-07-15T22:55:00Z,-99.99,-99.99,20,10,0,0,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,METAR,'
const london = denver.replaceAll('KDEN', 'EGLL').replace('39.8466,-104.6562', '51.48,-0.45')
const file = (...rows: string[]) => Buffer.from(`No errors\nNo warnings\n${[columns, ...rows].join('\n')}\n`)

describe('the file of reports', () => {
  it('is read by its columns, whatever their order', async () => {
    const [metar] = await parseMetars(file(denver))
    expect(metar?.station).toMatchObject({ id: 'KDEN', latitude: 39.8466, longitude: -104.6562 })
    const { reading } = metar ?? {}
    expect(reading).toMatchObject({
      stationId: 'KDEN',
      source: 'awc',
      timeMs: Date.UTC(2026, 6, 15, 22, 53),
      windFromDegrees: 210,
      visibilityMiles: 10,
      rainInchesPerHour: 0.01,
      cloudFraction: 0.75,
      weatherCode: '9003',
    })
    expect(reading?.temperatureF).toBeCloseTo(87.98)
    expect(reading?.windMph).toBeCloseTo(18.4, 1)
    expect(reading?.gustMph).toBeCloseTo(28.8, 1)
    // According to dew point tables, 31.1 and 6.1 degrees give 21 percent.
    expect(reading?.humidityPercent).toBeCloseTo(20.8, 0)
    // At 1655 m a standard atmosphere has 82 % of the pressure at sea level.
    expect(reading?.stationPressureHpa).toBeCloseTo(835.5, 0)
  })

  it('leaves out values that were not measured, and never turns them into zero', async () => {
    const [metar] = await parseMetars(file(calm))
    expect(metar?.reading).toMatchObject({
      temperatureF: null,
      humidityPercent: null,
      windMph: 0,
      gustMph: null,
      windFromDegrees: null,
      visibilityMiles: null,
      rainInchesPerHour: null,
      weatherCode: '0013',
    })
  })

  it('has each airport once, and none without a location', async () => {
    expect((await parseMetars(file(nowhere, denver))).map(({ station }) => station.id)).toEqual(['KDEN'])
  })

  it('is rejected without its columns', async () => {
    await expect(parseMetars(Buffer.from('<html>'))).rejects.toThrow('no line that names its columns')
    await expect(parseMetars(Buffer.from('raw_text,station_id\n'))).rejects.toThrow('no columns')
  })

  it('is read or rejected with a reason for any bytes', async () => {
    const text = file(denver, calm).toString()
    const changed = fc
      .tuple(fc.nat(text.length), fc.string(), fc.nat(40))
      .map(([at, inserted, cut]) => text.slice(0, at) + inserted + text.slice(at + cut))
    await fc.assert(
      fc.asyncProperty(changed, async bytes => {
        const metars = await parseMetars(Buffer.from(bytes)).catch((error: unknown) => {
          expect(error).toBeInstanceOf(Error)
          return []
        })
        for (const { reading } of metars) expect(Number.isFinite(reading.timeMs)).toBe(true)
      }),
      { numRuns: 200 },
    )
  })
})

const denverEntry = {
  icaoId: 'KDEN',
  obsTime: Date.UTC(2026, 6, 15, 22, 53) / 1000,
  reportTime: '2026-07-15T23:00:00.000Z',
  temp: 31.1,
  dewp: 6.1,
  wdir: 210,
  wspd: 16,
  wgst: 25,
  visib: '10+',
  altim: 1020,
  precip: 0.01,
  metarType: 'METAR',
  lat: 39.8466,
  lon: -104.6562,
  elev: 1655,
  clouds: [
    { cover: 'FEW', base: 8000 },
    { cover: 'BKN', base: 12000 },
  ],
}
const listed = (...entries: unknown[]) => Buffer.from(JSON.stringify(entries))

describe("some airports' list of reports", () => {
  it('agrees with the file', async () => {
    const [fromFile] = await parseMetars(file(denver))
    const [metar] = parseMetarList(listed(denverEntry))
    const { stationPressureHpa, ...rest } = metar?.reading ?? {}
    expect(fromFile?.reading).toMatchObject(rest)
    expect(stationPressureHpa).toBeCloseTo(fromFile?.reading.stationPressureHpa ?? NaN, 1)
    expect(metar?.station).toEqual(fromFile?.station)
  })

  it('leaves out values that were not measured, and every entry without an airport, a location or a time', () => {
    const { icaoId, obsTime, lat, lon } = denverEntry
    const bare = { icaoId, obsTime, lat, lon, temp: null, wdir: 'VRB', wspd: 3, cover: 'CLR', clouds: [] }
    const metars = parseMetarList(listed(bare, null, [], { ...bare, obsTime: null }, { ...bare, lat: 'x' }))
    expect(metars).toHaveLength(1)
    expect(metars[0]?.reading).toMatchObject({
      temperatureF: null,
      humidityPercent: null,
      windFromDegrees: null,
      gustMph: null,
      rainInchesPerHour: null,
      stationPressureHpa: null,
      cloudFraction: 0,
    })
  })

  it.skipIf(!hasSamples)('of 2026-07-21 has three airports in the West', () => {
    const metars = parseMetarList(sample('aviationweather/awc_metar.json'))
    expect(metars.map(({ station }) => station.id)).toEqual(['KBFL', 'KFFZ', 'KSTS'])
    expect(metars[0]?.reading.timeMs).toBe(Date.UTC(2026, 6, 21, 1, 54))
    expect(metars[0]?.reading.temperatureF).toBeCloseTo(100.04)
    expect(metars.map(({ reading }) => reading.cloudFraction)).toEqual([0, 0.75, 0])
  })

  it('is read or rejected with a reason for any content', () => {
    const text = listed(denverEntry, denverEntry).toString()
    const changed = fc
      .tuple(fc.nat(text.length), fc.string(), fc.nat(40))
      .map(([at, inserted, cut]) => text.slice(0, at) + inserted + text.slice(at + cut))
    const entry = fc.dictionary(fc.constantFrom(...Object.keys(denverEntry)), fc.jsonValue())
    const odd = entry.map(fields => JSON.stringify([{ ...denverEntry, ...fields }]))
    fc.assert(
      fc.property(fc.oneof(changed, odd), bytes => {
        try {
          for (const { reading } of parseMetarList(Buffer.from(bytes)))
            expect(
              Object.values(reading).every(value => typeof value !== 'number' || !Number.isNaN(value)),
            ).toBe(true)
        } catch (error) {
          expect((error as Error).name).toBe('Error')
        }
      }),
      { numRuns: 300 },
    )
  })
})

it("each place's nearest airports come first, up to the service's limit", () => {
  const station = (id: string, latitude: number, longitude: number) =>
    ({ id, latitude, longitude }) as Station
  const stations = [station('FAR1', 50, -100), station('NEAR', 40, -105), station('SOUT', 38, -105)]
  expect(airportsNear([{ latitude: 39.9, longitude: -105 }], stations)).toEqual(['FAR1', 'NEAR', 'SOUT'])
  expect(airportsNear([], stations)).toEqual([])
  const many = Array.from({ length: 900 }, (_, index) =>
    station(`A${100 + index}`, 30 + (index % 30), -120 + index / 30),
  )
  const places = many.map(({ latitude, longitude }) => ({ latitude, longitude }))
  expect(airportsNear(places, many)).toHaveLength(400)
})

it('airports have names', () => {
  const list = [
    { icaoId: 'KDEN', site: 'Denver Intl', state: 'CO' },
    { icaoId: 'EGLL', site: 'London Heathrow', state: '-' },
    { icaoId: null, site: 'Nowhere' },
    null,
  ]
  expect([...parseStationNames(Buffer.from(JSON.stringify(list)))]).toEqual([
    ['KDEN', 'Denver Intl, CO'],
    ['EGLL', 'London Heathrow'],
  ])
})

describe('the feed', () => {
  let server: PlayedServer
  beforeAll(async () => void (server = await playServer()))
  afterAll(() => server.close())
  const startMs = Date.UTC(2026, 6, 15, 23)
  const names = JSON.stringify([{ icaoId: 'KDEN', site: 'Denver Intl', state: 'CO' }])
  const zipped = (body: Buffer | string) => sends('application/x-gzip', gzipSync(body))

  function play(metars: Parameters<typeof gzipSync>[0]) {
    server.answer = path => zipped(path.includes('stations') ? names : (metars as Buffer))
  }

  const near = [{ latitude: 39.7, longitude: -105 }]
  function open(remembered?: Map<string, unknown>) {
    const played = playParts(server, startMs, remembered)
    const readings: Reading[] = []
    const stations: Station[] = []
    played.bus.subscribe('readings-heard', received => void readings.push(...received.readings))
    played.bus.subscribe(
      'stations-known',
      known => void stations.splice(0, stations.length, ...known.stations),
    )
    const { clock } = played.parts
    const upstream = createUpstream({
      name: 'The API',
      userAgent: 'test',
      clock,
      mostAtOnce: 1,
      mostPerMinute: 2,
    })
    startAwc(played.parts, { places: () => near, api: { upstream, baseUrl: server.baseUrl } })
    return { ...played, readings, stations }
  }

  it('publishes each report of the country once, with the names of its airports', async () => {
    const { run, advance, readings, stations } = open()
    play(file(denver, calm, london))
    await run()
    advance(5 * minuteMs)
    await run()
    expect(readings.map(({ stationId }) => stationId)).toEqual(['KDEN', 'KJOT'])
    expect(stations.map(({ name, timeZone, network }) => [name, timeZone, network])).toEqual([
      ['Denver Intl, CO', 'America/Denver', 'metar'],
      ['KJOT', 'America/Chicago', 'metar'],
    ])
  })

  it('publishes a correction, which has the same time and other values', async () => {
    const { run, advance, readings } = open()
    play(file(calm))
    await run()
    expect(readings).toMatchObject([{ stationId: 'KJOT' }])
    const [first] = readings.splice(0)
    const values = calm.split(',')
    values[columns.split(',').indexOf('wind_speed_kt')] = '56'
    play(file(values.join(',')))
    advance(5 * minuteMs)
    await run()
    advance(5 * minuteMs)
    await run()
    expect(readings).toMatchObject([{ stationId: 'KJOT', timeMs: first?.timeMs }])
    expect(readings[0]?.windMph).toBeGreaterThan(60)
  })

  it('publishes reports again that could not be stored', async () => {
    const { run, advance, readings, bus, health } = open()
    let isFull = true
    const refuse = () => {
      if (isFull) throw new Error('The disk is full')
    }
    bus.subscribe('readings-heard', refuse)
    bus.subscribe('stations-known', refuse)
    play(file(denver))
    await run()
    expect(health.at(-1)).toMatchObject({ delivering: false, detail: expect.stringContaining('stored') })
    isFull = false
    readings.splice(0)
    advance(5 * minuteMs)
    await run()
    expect(readings).toMatchObject([{ stationId: 'KDEN' }])
  })

  it.each([
    ['an error', refuses(502)],
    ['a page', errorPage],
    ['half of it', breaksOff('application/x-gzip', gzipSync(file(denver)))],
    ['gzip that is none', sends('application/x-gzip', Buffer.from([0x1f, 0x8b, 1, 2, 3]))],
  ])('publishes nothing for %s', async (_, answer) => {
    const { run, readings, health } = open()
    server.answer = () => answer
    await run()
    expect(readings).toEqual([])
    expect(health.at(-1)).toMatchObject({ delivering: false })
  })

  it('publishes a report dated a few minutes ahead as current, once', async () => {
    const { run, advance, readings } = open()
    play(file(denver.replace('T22:53', 'T23:03')))
    await run()
    advance(5 * minuteMs)
    await run()
    expect(readings).toMatchObject([{ stationId: 'KDEN', timeMs: startMs }])
  })

  it('reports its health every half minute', async () => {
    const { run, advance, health } = open()
    play(file(denver))
    for (let turn = 0; turn < 8; turn++, advance(minuteMs / 2)) await run()
    expect(health).toHaveLength(8)
    expect(new Set(health.map(({ delivering }) => delivering))).toEqual(new Set([true]))
  })

  it('reports a file that has not changed for hours as old', async () => {
    const { run, advance, health, readings } = open()
    play(file(denver))
    advance(3 * hourMs)
    await run()
    expect(readings).toEqual([])
    expect(health).toMatchObject([{ delivering: false, detail: 'The file of reports is hours old' }])
  })

  it('requests the file every five minutes, and names once a day', async () => {
    const remembered = new Map<string, unknown>()
    play(file(denver))
    server.asked.splice(0)
    for (const { run, advance } of [open(remembered), open(remembered)]) {
      for (let minute = 0; minute < 30; minute++) {
        await run()
        advance(minuteMs)
      }
    }
    expect(server.asked.filter(path => path.includes('stations'))).toHaveLength(1)
    expect(server.asked.filter(path => path.includes('metars'))).toHaveLength(12)
  })

  describe('without its file', () => {
    const list = sends('application/json', listed({ ...denverEntry, obsTime: startMs / 1000 - 60 }))
    const withoutFile = (answer: Answer) => (path: string) =>
      path.startsWith('/api/') ? answer : refuses(502)

    it('requests the airports near places, once a minute, and not while there is a file', async () => {
      const { run, advance, readings, health } = open()
      server.asked.splice(0)
      play(file(denver, calm))
      await run()
      server.answer = withoutFile(list)
      for (let turn = 0; turn < 14; turn++) {
        advance(minuteMs / 2)
        await run()
      }
      const asked = server.asked.filter(path => path.startsWith('/api/'))
      expect(new Set(asked)).toEqual(new Set(['/api/data/metar?ids=KDEN,KJOT&format=json']))
      expect(asked).toHaveLength(3)
      expect(readings.at(-1)).toMatchObject({ stationId: 'KDEN', timeMs: startMs - minuteMs })
      expect(health.at(-1)).toMatchObject({
        delivering: true,
        detail: expect.stringContaining('Only 1 airport near'),
      })
      play(file(denver, calm))
      for (let turn = 0; turn < 12; turn++) {
        advance(minuteMs)
        await run()
      }
      expect(health.at(-1)?.detail).toBe('2 airports report')
    })

    it('still knows after a takeover which airports to request', async () => {
      play(file(denver))
      const before = open()
      await before.run()
      server.answer = withoutFile(list)
      const { run, readings } = open(before.remembered)
      await run()
      expect(readings).toMatchObject([{ stationId: 'KDEN', timeMs: startMs - minuteMs }])
    })

    it.each([
      ['an error', refuses(503)],
      ['a page', errorPage],
      ['old reports', sends('application/json', listed(denverEntry, { ...denverEntry, obsTime: 1 }))],
      ['no reports', sends('application/json', '[]')],
    ])('reports that it does not deliver when it receives %s', async (_, answer) => {
      play(file(denver))
      const before = open()
      await before.run()
      server.answer = withoutFile(answer)
      const { run, advance, readings, health } = open(before.remembered)
      advance(3 * hourMs)
      await run()
      expect(readings).toEqual([])
      expect(health.at(-1)).toMatchObject({ delivering: false, detail: expect.stringMatching(/\w+ \w+/) })
    })
  })
})
