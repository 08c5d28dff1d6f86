import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import type { ReceivedRadar } from '#domain/radar/grid'
import {
  breaksOff,
  errorPage,
  playParts,
  playServer,
  refuses,
  sends,
  type Answer,
  type PlayedParts,
  type PlayedServer,
} from '#server/feeds/feed.testing'
import { minuteMs, secondMs } from '#server/platform/clock'
import { startMrmsAreas } from './area-feed.ts'
import { areasPlace } from './areas.ts'
import { keysAt, listing, timeIn } from './listing.testing.ts'
import { areaFolders, mrmsKey } from './parse-listing.ts'

const startMs = Date.UTC(2026, 6, 2, 0, 24)
const honolulu = { latitude: 21.3, longitude: -157.8 }
const norman = { latitude: 35.2, longitude: -97.4 }

let server: PlayedServer
let played: PlayedParts
let received: ReceivedRadar[]
let feed: ReturnType<typeof startMrmsAreas>
let faults: { readonly pattern: RegExp; readonly answer: Answer }[]

function answer(path: string): Answer | undefined {
  const fault = faults.find(({ pattern }) => pattern.test(decodeURIComponent(path)))
  if (fault) return fault.answer
  if (!path.startsWith('/?')) return sends('binary/octet-stream', path)
  const query = new URLSearchParams(path.slice(2))
  const folder = areaFolders.find(each => query.get('prefix')?.startsWith(`${each}/`))
  if (!folder) return undefined
  const after = query.get('start-after') ?? ''
  return sends('application/xml', listing(keysAt(played.nowMs(), folder).filter(key => key > after)))
}

function begin(remembered?: Map<string, unknown>) {
  played = playParts(server, played.nowMs(), remembered)
  played.bus.subscribe('radar-grid-heard', each => void received.push(each))
  feed = startMrmsAreas(played.parts, {
    unpack: async file => {
      const name = Buffer.from(file).toString()
      const left = areaFolders.findIndex(folder => name.startsWith(`/${folder}/`))
      return { validMs: timeIn(name), left, top: 0, columns: 1, rows: 1, deflated: new Uint8Array() }
    },
    join: async areas => Uint8Array.from(areas, ({ left }) => left),
  })
}

const turns = (count: number, eachMs = 30 * secondMs) => played.turns(feed, count, eachMs)

async function somebodyLooks() {
  played.bus.publish('radar-wanted', { product: 'international' })
  await played.bus.settled()
}

beforeAll(async () => {
  server = await playServer()
})
afterAll(() => server.close())
beforeEach(() => {
  received = []
  faults = []
  server.asked.length = 0
  server.answer = answer
  played = playParts(server, startMs)
  begin()
})

const last = () => played.health.at(-1)
const filesAsked = () => server.asked.filter(path => !path.startsWith('/?'))
const areasIn = (frame: ReceivedRadar | undefined) => [...(frame?.deflated ?? [])].map(at => areaFolders[at])

it('requests nothing while nobody is outside the contiguous United States, and reports that it is on standby', async () => {
  await played.hasPlaceAt(norman)
  await turns(10)
  expect(server.asked).toEqual([])
  expect(last()).toMatchObject({ delivering: null, detail: expect.stringContaining('On standby') })
})

it('fetches the one area in which somebody has a location: two hours of it, newest first', async () => {
  await played.hasPlaceAt(honolulu)
  await turns(14)
  expect(server.asked.every(path => decodeURIComponent(path).includes('HAWAII/'))).toBe(true)
  expect(received.map(({ validMs }) => (validMs - startMs) / minuteMs)).toEqual(
    [-4, -14, -24, -34, -44, -54, -64, -74, -84, -94, -104, -114, -124].slice(0, received.length),
  )
  expect(received.length).toBeGreaterThanOrEqual(12)
  expect(received[0]).toMatchObject({ product: 'international', origin: 'observed', place: areasPlace })
  expect(filesAsked()[0]).toContain('/20260702/MRMS_MergedReflectivityQCComposite_00.50_20260702-002036')
  expect(last()).toMatchObject({ delivering: true, detail: 'Newest image from 00:20 UTC, for Hawaii' })
})

it('fetches all areas in one image while somebody is viewing, and stops a while after nobody is', async () => {
  await somebodyLooks()
  await turns(1)
  expect(received).toHaveLength(1)
  expect(areasIn(received[0])).toEqual(areaFolders)
  played.advance(15 * minuteMs)
  server.asked.length = 0
  await turns(3)
  expect(server.asked).toEqual([])
})

it('publishes an image again when another area is needed, as computed later', async () => {
  await played.hasPlaceAt(honolulu)
  await turns(1)
  await somebodyLooks()
  await turns(1)
  expect(received.map(({ validMs }) => validMs)).toEqual([startMs - 4 * minuteMs, startMs - 4 * minuteMs])
  expect(received[1]?.issuedMs).toBeGreaterThan(received[0]?.issuedMs ?? NaN)
  expect(areasIn(received[1])).toEqual(areaFolders)
  expect(new Set(filesAsked()).size).toBe(filesAsked().length)
})

it('publishes the other areas when one fails, reports which, and adds it when it is back', async () => {
  await somebodyLooks()
  faults = [{ pattern: /^\/GUAM/, answer: refuses(500) }]
  await turns(1)
  expect(areasIn(received[0])).toEqual(['ALASKA', 'HAWAII', 'CARIB'])
  expect(last()).toMatchObject({ delivering: true, detail: expect.stringContaining('Guam: ') })
  faults = []
  await turns(3)
  expect(
    areasIn(received.find(({ validMs }, index) => index > 0 && validMs === received[0]?.validMs)),
  ).toEqual(areaFolders)
  expect(last()?.detail).not.toContain('Guam: ')
})

it('makes at most ten requests a minute, each file once', async () => {
  for (let minute = 0; minute < 20; minute++) {
    const before = server.asked.length
    await somebodyLooks()
    await turns(60, secondMs)
    expect(server.asked.length - before).toBeLessThanOrEqual(12)
  }
  expect(new Set(filesAsked()).size).toBe(filesAsked().length)
  expect(received.length).toBeGreaterThanOrEqual(13)
})

it('continues after a takeover with the same areas, and publishes nothing again', async () => {
  await played.hasPlaceAt(honolulu)
  await turns(14)
  const { remembered } = played
  received = []
  server.asked.length = 0
  begin(remembered)
  await turns(2)
  expect(filesAsked()).toEqual([])
  await turns(14)
  expect(received.map(({ validMs }) => validMs)).toEqual([startMs + 6 * minuteMs])
  // The forecast for the location may arrive an hour later.
  played.advance(40 * minuteMs)
  await turns(1)
  expect(received).toHaveLength(2)
})

it.each<[string, RegExp, Answer, string]>([
  ['a list error', /^\/\?/, refuses(503), 'status 503'],
  ['an error page', /^\/\?/, errorPage, 'text/html'],
  ['an empty list', /^\/\?/, sends('application/xml', listing([])), 'no radar mosaic'],
  [
    'a list of another area',
    /^\/\?/,
    sends('application/xml', listing([mrmsKey(startMs)])),
    'no radar mosaic',
  ],
  ['a file error', /^\/HAWAII/, refuses(500), 'status 500'],
  ['half a file', /^\/HAWAII/, breaksOff('binary/octet-stream', Buffer.alloc(1000)), 'The source'],
  ['a file that is none', /^\/HAWAII/, sends('application/xml', '<Error/>'), 'not GRIB2'],
  [
    'another file',
    /^\/HAWAII/,
    sends('binary/octet-stream', '_20260701-000000'),
    'a different time than its name',
  ],
])('never mistakes %s for an empty sky', async (_, pattern, wrong, words) => {
  await played.hasPlaceAt(honolulu)
  faults = [{ pattern, answer: wrong }]
  await turns(1)
  expect(received).toEqual([])
  expect(last()).toMatchObject({ delivering: false, detail: expect.stringContaining(words) })
  faults = []
  played.advance(5 * minuteMs)
  await turns(4)
  expect(received).not.toEqual([])
  expect(last()?.delivering).toBe(true)
})

it('publishes nothing once it is stopped', async () => {
  await somebodyLooks()
  await feed.stop()
  await turns(3)
  expect(server.asked).toEqual([])
})
