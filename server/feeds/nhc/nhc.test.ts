import fc from 'fast-check'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { TropicalList } from '#domain/tropics/storm'
import {
  errorPage,
  hasSamples,
  playParts,
  playServer,
  refuses,
  sample,
  sends,
  type PlayedServer,
} from '#server/feeds/feed.testing'
import { hourMs, minuteMs } from '#server/platform/clock'
import { startNhc } from './index.ts'
import { parseCone, parseConeLayers } from './parse-cone.ts'
import { parseAdvisory, parseCurrentStorms, parseDeck } from './parse.ts'

const listed = {
  id: 'al052026',
  name: 'Erin',
  classification: 'HU',
  intensity: '90',
  pressure: '962',
  latitude: '24.1N',
  longitude: '70.2W',
  latitudeNumeric: 24.1,
  longitudeNumeric: -70.2,
  movementDir: 300,
  movementSpeed: 12,
  lastUpdate: '2026-08-30T21:00:00.000Z',
  forecastAdvisory: {
    advNum: '018',
    issuance: '2026-08-30T21:00:00.000Z',
    url: 'https://www.nhc.noaa.gov/text/MIATCMAT5.shtml',
  },
}
const withCone = { ...listed, binNumber: 'AT5', trackCone: { advNum: '018A' } }
const mapPath = '/tropical/rest/services/tropical/NHC_tropical_weather/MapServer'
const mapOf = (name: string) => JSON.stringify({ layers: [{ id: 112, name }] })
const ring = [
  [-70, 24],
  [-72, 24],
  [-72, 26],
  [-70, 26],
  [-70, 24],
]
const coneOf = (properties: object = {}, geometry: object = { type: 'Polygon', coordinates: [ring] }) =>
  JSON.stringify({
    type: 'FeatureCollection',
    features: [
      {
        type: 'Feature',
        properties: { stormname: 'Erin', basin: 'AL', stormnum: 5, advisnum: '18A', ...properties },
        geometry,
      },
    ],
  })
const listOf = (...storms: object[]) => JSON.stringify({ activeStorms: storms })

const advisory = `<pre>
WTNT25 KNHC 302057
TCMAT5

HURRICANE ERIN FORECAST/ADVISORY NUMBER  18
NWS NATIONAL HURRICANE CENTER MIAMI FL       AL052026
2100 UTC SUN AUG 30 2026

HURRICANE CENTER LOCATED NEAR 24.1N  70.2W AT 30/2100Z
POSITION ACCURATE WITHIN  20 NM

PRESENT MOVEMENT TOWARD THE WEST-NORTHWEST OR 300 DEGREES AT  12 KT

ESTIMATED MINIMUM CENTRAL PRESSURE  962 MB
MAX SUSTAINED WINDS  90 KT WITH GUSTS TO 110 KT.
64 KT....... 25NE  25SE  15SW  25NW.

FORECAST VALID 31/0600Z 25.0N  71.9W
MAX WIND  95 KT...GUSTS 115 KT.
64 KT... 30NE  25SE  20SW  25NW.

FORECAST VALID 01/1800Z 28.4N  75.2W...INLAND
MAX WIND 100 KT...GUSTS 120 KT.

OUTLOOK VALID 04/1800Z 40.0N  60.0W...POST-TROP/EXTRATROP
MAX WIND  55 KT...GUSTS  65 KT.

FORECAST VALID 05/1800Z...DISSIPATED
$$
</pre>`

const knots = (value: number) => (value * 1852) / 3600

describe('the list of storms', () => {
  it('has the position and motion of each, with numbers as text or missing', () => {
    const [first, second] = parseCurrentStorms(
      Buffer.from(
        listOf(listed, { ...listed, id: 'ep012026', movementDir: null, pressure: '', intensity: null }),
      ),
    )
    expect(first).toMatchObject({
      storm: { id: 'al052026', name: 'Erin', pressureMb: 962, movement: { headingToDegrees: 300 } },
      advisory: { number: '018', path: '/text/MIATCMAT5.shtml' },
    })
    expect(first?.storm.points[0]?.windMs).toBeCloseTo(knots(90), 5)
    expect(second?.storm).toMatchObject({ movement: null, pressureMb: null, points: [{ windMs: null }] })
  })

  it('may be empty, and is rejected if it is not a list', () => {
    expect(parseCurrentStorms(Buffer.from('{"activeStorms":[]}'))).toEqual([])
    for (const text of ['{}', '[]', '{"activeStorms":[{"id":"x"}]}', 'null'])
      expect(() => parseCurrentStorms(Buffer.from(text))).toThrow(Error)
  })

  it.skipIf(!hasSamples)('of September 27, 2024 has Helene, Isaac and John', () => {
    const storms = parseCurrentStorms(sample('nhc/CurrentStorms_2024-09-27_13Z.json'))
    expect(storms.map(({ storm: { id, name, pressureMb } }) => [id, name, pressureMb])).toEqual([
      ['al092024', 'Helene', 972],
      ['al102024', 'Isaac', 981],
      ['ep102024', 'John', 988],
    ])
    expect(parseCurrentStorms(sample('nhc/CurrentStorms_empty.json'))).toEqual([])
  })
})

describe('an advisory', () => {
  it('has the track of the storm with its winds, across the end of a month, up to where it dissipates', () => {
    const { points, issuedMs, movement } = parseAdvisory(advisory, 'al052026')
    expect(new Date(issuedMs).toISOString()).toBe('2026-08-30T21:00:00.000Z')
    expect(
      points.map(({ timeMs, latitude, longitude }) => [new Date(timeMs).toISOString(), latitude, longitude]),
    ).toEqual([
      ['2026-08-30T21:00:00.000Z', 24.1, -70.2],
      ['2026-08-31T06:00:00.000Z', 25, -71.9],
      ['2026-09-01T18:00:00.000Z', 28.4, -75.2],
      ['2026-09-04T18:00:00.000Z', 40, -60],
    ])
    expect(points.map(({ gustMs }) => Math.round((gustMs ?? 0) / knots(1)))).toEqual([110, 115, 120, 65])
    expect(movement).toEqual({ speedMs: expect.closeTo(knots(12), 5), headingToDegrees: 300 })
  })

  it('of another storm, or without a center, is rejected', () => {
    expect(() => parseAdvisory(advisory, 'al062026')).toThrow('another storm')
    expect(() => parseAdvisory(advisory.replace('CENTER LOCATED', 'CENTRE'), 'al052026')).toThrow(
      'where the storm is',
    )
  })

  it('is read or rejected for any text', () => {
    const changed = fc
      .tuple(fc.nat(advisory.length), fc.string(), fc.nat(30))
      .map(([at, text, cut]) => advisory.slice(0, at) + text + advisory.slice(at + cut))
    fc.assert(
      fc.property(changed, text => {
        try {
          for (const { latitude, windMs } of parseAdvisory(text, 'al052026').points) {
            expect(Number.isFinite(latitude)).toBe(true)
            expect(windMs).not.toBe(0)
          }
        } catch (error) {
          expect((error as Error).message).toMatch(/advisory/)
        }
      }),
      { numRuns: 300 },
    )
  })

  it.skipIf(!hasSamples)('of Milton has nine points, 140 knots and 915 mb', () => {
    const { points, pressureMb } = parseAdvisory(
      sample('nhc/milton_016_TCM.txt').toString('latin1'),
      'al142024',
    )
    expect(pressureMb).toBe(915)
    expect(points[0]?.windMs).toBeCloseTo(knots(140), 5)
    expect(points).toHaveLength(9)
    expect(new Date(points.at(-1)?.timeMs ?? 0).toISOString()).toBe('2024-10-14T00:00:00.000Z')
  })
})

describe('a deck of models', () => {
  const line = (aid: string, cycle: string, tau: number, latitude: string, longitude: string, radius = 34) =>
    `AL, 05, ${cycle}, 03, ${aid},  ${tau}, ${latitude}, ${longitude},  90,  962, HU,  ${radius}, NEQ,  80, 80, 60, 70,`
  const deck = [
    line('AVNO', '2026083012', 0, '230N', '680W'),
    line('AVNO', '2026083012', 24, '260N', '720W'),
    line('AVNI', '2026083018', 0, '241N', '702W'),
    line('AVNI', '2026083018', 12, '250N', '719W'),
    line('AVNI', '2026083018', 12, '250N', '719W', 50),
    line('AVNI', '2026083018', 24, '0N', '0W'),
    line('CLP5', '2026082900', 0, '200N', '600W'),
    line('CLP5', '2026082900', 12, '210N', '610W'),
    line('CARQ', '2026083018', -6, '230N', '690W'),
    line('AP07', '2026083018', 0, '241N', '702W'),
    'broken line',
  ].join('\n')

  it("has each model's newest run, each hour once, and none that is half a day behind", () => {
    expect(parseDeck(deck)).toEqual([
      {
        model: 'GFS',
        points: [
          { latitude: 24.1, longitude: -70.2 },
          { latitude: 25, longitude: -71.9 },
        ],
      },
    ])
  })

  it('without forecasts is rejected', () => {
    expect(() => parseDeck('<html>')).toThrow('no forecasts')
  })

  it.skipIf(!hasSamples)('of Florence has the newest of three models', () => {
    const tracks = parseDeck(sample('nhc/adeck_florence2018_4models_6cycles.dat').toString('latin1'))
    expect(tracks.map(({ model }) => model)).toEqual(['OFCL', 'HWRF', 'HMON'])
    // The first line of the official forecast of September 10, 2018, 06 UTC.
    expect(tracks[0]?.points[0]).toEqual({ latitude: 24.8, longitude: -58.4 })
  })
})

describe("the hurricane center's cone", () => {
  const wanted = { stormId: 'al052026', number: '018A' }
  const parse = (text: string) => parseCone(Buffer.from(text), wanted)

  it('is the ring that is drawn for this storm and this advisory', () => {
    expect(parse(coneOf())).toEqual(ring)
    expect(parse(coneOf({}, { type: 'MultiPolygon', coordinates: [[ring.slice(0, -1)]] }))).toEqual(ring)
  })

  it.each([
    ['another storm', coneOf({ stormnum: 6 })],
    ['another basin', coneOf({ basin: 'EP' })],
    ['the previous advisory', coneOf({ advisnum: '18' })],
    ['no number', coneOf({ advisnum: null, stormnum: null })],
    ['an empty slot', '{"type":"FeatureCollection","features":[]}'],
    ['two parts', coneOf({}, { type: 'MultiPolygon', coordinates: [[ring], [ring]] })],
  ])('is not that of %s', (_, text) => {
    expect(parse(text)).toBeNull()
  })

  it.each([
    ['an error with status 200', '{"error":{"code":500,"message":"Error performing query operation"}}'],
    ['a ring of two corners', coneOf({}, { type: 'Polygon', coordinates: [ring.slice(0, 2)] })],
    ['corners without numbers', coneOf({}, { type: 'Polygon', coordinates: [ring.map(() => [null, null])] })],
  ])('is rejected with %s', (_, text) => {
    expect(() => parse(text)).toThrow('The cone cannot be read')
  })

  it('is in a layer that is found by its name', () => {
    expect(parseConeLayers(Buffer.from(mapOf('EP2 Forecast Cone')))).toEqual({ EP2: 112 })
    expect(() => parseConeLayers(Buffer.from(mapOf('EP2 Forecast Track')))).toThrow('no layers with cones')
  })

  it.skipIf(!hasSamples)('has a layer for each of 15 slots in the real service', () => {
    const layers = parseConeLayers(sample('nhc/NHC_tropical_weather_MapServer.json'))
    expect(Object.keys(layers)).toHaveLength(15)
    expect(layers).toMatchObject({ AT1: 8, AT5: 112, EP1: 138, CP5: 372 })
    const storms = parseCurrentStorms(sample('nhc/CurrentStorms_2024-09-27_13Z.json'))
    expect(storms.map(({ cone }) => cone)).toEqual([
      { stormId: 'al092024', slot: 'AT4', number: '016A' },
      { stormId: 'al102024', slot: 'AT5', number: '006' },
      { stormId: 'ep102024', slot: 'EP5', number: '018A' },
    ])
  })

  it('is a ring, null or an error for any payload', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.nat(), (value, cut) => {
        for (const text of [JSON.stringify(value), coneOf().slice(0, cut % 400), coneOf({}, value as object)])
          try {
            expect(parse(text) ?? []).toSatisfy((outline: readonly unknown[]) => outline.length !== 1)
          } catch (error) {
            expect(error).toBeInstanceOf(Error)
          }
      }),
      { numRuns: 200 },
    )
  })
})

describe('the feed', () => {
  let server: PlayedServer
  beforeAll(async () => void (server = await playServer()))
  afterAll(() => server.close())
  const startMs = Date.parse('2026-08-30T21:20:00Z')

  function open() {
    const played = playParts(server, startMs)
    const received: TropicalList[] = []
    played.bus.subscribe('tropical-storms-heard', list => void received.push(list))
    server.asked.splice(0)
    startNhc({ ...played.parts, decks: played.parts, map: played.parts })
    return { ...played, heard: received }
  }
  const deck = gzipSync(
    ['0, 241N, 702W', '12, 250N, 719W'].map(at => `AL, 05, 2026083018, 03, OFCL, ${at}, 90, 962,`).join('\n'),
  )
  const usual = (path: string) => {
    if (path === '/CurrentStorms.json') return sends('application/json', listOf(listed))
    if (path === '/text/MIATCMAT5.shtml') return sends('text/html', advisory)
    if (path === `${mapPath}?f=json`) return sends('application/json', mapOf('AT5 Forecast Cone'))
    if (path.startsWith(`${mapPath}/112/query`)) return sends('application/geo+json', coneOf())
    return path === '/atcf/aid_public/aal052026.dat.gz' ? sends('application/x-gzip', deck) : undefined
  }

  it('publishes each storm with its forecast and the tracks of models', async () => {
    const { run, heard: received } = open()
    server.answer = usual
    await run()
    expect(received).toMatchObject([
      {
        source: 'nhc',
        asOfMs: startMs,
        storms: [{ id: 'al052026', name: 'Erin', tracks: [{ model: 'OFCL' }] }],
      },
    ])
    expect(received[0]?.storms[0]?.points).toHaveLength(4)
  })

  it('publishes a storm whose forecast and models are unavailable, because a missing storm would seem to be gone', async () => {
    const { run, heard: received } = open()
    server.answer = path => (path === '/CurrentStorms.json' ? usual(path) : refuses(503))
    await run()
    expect(received[0]?.storms).toMatchObject([{ id: 'al052026', points: [{ latitude: 24.1 }], tracks: [] }])
  })

  it("publishes the hurricane center's cone as soon as the map has it, requests it once, and continues without it", async () => {
    const { run, heard: received, advance } = open()
    let map: ReturnType<typeof usual> = sends('application/geo+json', coneOf({ advisnum: '18' }))
    server.answer = path => {
      if (path === '/CurrentStorms.json') return sends('application/json', listOf(withCone))
      return path.includes('/query') ? map : usual(path)
    }
    const cones = () => server.asked.filter(path => path.includes('/query')).length
    await run()
    expect(received.at(-1)?.storms[0]).not.toHaveProperty('cone')
    map = refuses(503)
    advance(15 * minuteMs)
    await run()
    expect(received.at(-1)?.storms[0]).not.toHaveProperty('cone')
    map = sends('application/geo+json', coneOf())
    advance(15 * minuteMs)
    await run()
    expect(received.at(-1)?.storms[0]?.cone).toEqual(ring)
    for (let look = 0; look < 10; look++, advance(5 * minuteMs)) await run()
    expect(received.at(-1)?.storms[0]?.cone).toEqual(ring)
    expect(cones()).toBe(3)
  })

  it.each([
    ['an error', refuses(500)],
    ['a page', errorPage],
    ['something else', sends('application/json', '{"storms":[]}')],
  ])('publishes nothing for %s, not even that there is no storm', async (_, answer) => {
    const { run, heard: received, health } = open()
    server.answer = () => answer
    await run()
    expect(received).toEqual([])
    expect(health).toMatchObject([{ delivering: false }])
  })

  it('requests the list every five minutes, a forecast once and models every half hour', async () => {
    const { run, advance } = open()
    server.answer = usual
    for (let minute = 0; minute < 60; minute++, advance(minuteMs)) await run()
    const times = (path: string) => server.asked.filter(each => each.includes(path)).length
    expect([times('CurrentStorms'), times('MIATCM'), times('atcf')]).toEqual([
      12,
      1,
      hourMs / (30 * minuteMs),
    ])
  })
})
