import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { continentalUsPlace, type ReceivedRadar } from '#domain/radar/grid'
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
import { startMrms } from './index.ts'
import { keysAt, listing, timeIn } from './listing.testing.ts'

const startMs = Date.UTC(2026, 6, 2, 0, 10)
const place = continentalUsPlace

let server: PlayedServer
let played: PlayedParts
let received: ReceivedRadar[]
let feed: ReturnType<typeof startMrms>
let faults: { readonly pattern: RegExp; readonly answer: Answer }[]

function answer(path: string): Answer | undefined {
  const fault = faults.find(({ pattern }) => pattern.test(path))
  if (fault) return fault.answer
  if (path.startsWith('/CONUS/')) return sends('application/x-gzip', path)
  const after = new URLSearchParams(path.slice(2)).get('start-after') ?? ''
  return sends('application/xml', listing(keysAt(played.nowMs()).filter(key => key > after)))
}

function begin(remembered?: Map<string, unknown>) {
  played = playParts(server, played.nowMs(), remembered)
  played.bus.subscribe('radar-grid-heard', each => void (each.source === 'mrms' && received.push(each)))
  feed = startMrms(played.parts, {
    unpack: async file => {
      return { validMs: timeIn(Buffer.from(file).toString()), place, deflated: Uint8Array.of(7) }
    },
  })
}

const turns = (count: number, eachMs = 20 * secondMs) => played.turns(feed, count, eachMs)

/** Publishes a composite of the other source that is this many minutes old. */
async function otherTells(minutesAgo: number) {
  const validMs = played.nowMs() - minutesAgo * minuteMs
  const composite = { source: 'iem', product: 'composite', origin: 'observed', place } as const
  played.bus.publish('radar-grid-heard', {
    ...composite,
    validMs,
    issuedMs: validMs,
    deflated: Uint8Array.of(1),
  })
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
const minutes = () => received.map(({ validMs }) => Math.floor((validMs - startMs) / minuteMs))
const mosaics = () => server.asked.filter(path => path.startsWith('/CONUS/'))

it('requests nothing while the other composites are fresh, and reports that it is on standby', async () => {
  await otherTells(5)
  await turns(20)
  expect(server.asked).toEqual([])
  expect(last()).toMatchObject({ delivering: null, detail: expect.stringContaining('On standby') })
})

it('publishes the newest and what is missing since then when those are older than 15 minutes', async () => {
  await otherTells(16)
  await turns(6)
  // One mosaic for every five minutes since 23:54; the newest at 00:10 is from 00:06.
  expect(minutes()).toEqual([-4, -10, -14])
  expect(received[0]).toMatchObject({ product: 'composite', origin: 'observed', place })
  expect(received[0]?.issuedMs).toBe(received[0]?.validMs)
  expect(last()).toMatchObject({ delivering: true, deliveredMs: expect.any(Number) as number })
  expect(mosaics()[0]).toContain('/20260702/MRMS_MergedReflectivityQCComposite_00.50_20260702-000636')
  expect(mosaics()[2]).toContain('/20260701/')
})

it('returns to standby as soon as the other composites are back', async () => {
  await otherTells(16)
  await turns(3)
  await otherTells(1)
  server.asked.length = 0
  await turns(10)
  expect(server.asked).toEqual([])
  expect(last()?.delivering).toBeNull()
})

it('waits a few minutes for the other composites after a start', async () => {
  await turns(9)
  expect(server.asked).toEqual([])
  await turns(2)
  expect(received).not.toEqual([])
})

it('requests at most three files and one list a minute', async () => {
  await otherTells(120)
  for (let minute = 0; minute < 15; minute++) {
    const before = server.asked.length
    await turns(60, secondMs)
    const asked = server.asked.slice(before)
    expect(asked.filter(path => path.startsWith('/CONUS/')).length).toBeLessThanOrEqual(3)
    expect(asked.filter(path => path.startsWith('/?')).length).toBeLessThanOrEqual(1)
  }
  expect(new Set(mosaics()).size).toBe(mosaics().length)
  expect(received.length).toBeGreaterThan(20)
})

it('does not publish again what was published before a takeover', async () => {
  await otherTells(16)
  await turns(6)
  const { remembered } = played
  received = []
  begin(remembered)
  await otherTells(18)
  await turns(3)
  expect(minutes().every(minute => minute > -4)).toBe(true)
})

it.each<[string, RegExp, Answer, string]>([
  ['a list error', /^\/\?/, refuses(503), 'status 503'],
  ['an error page', /^\/\?/, errorPage, 'text/html'],
  [
    'an error as XML',
    /^\/\?/,
    sends('application/xml', '<Error><Code>SlowDown</Code></Error>'),
    'not a list of radar mosaics',
  ],
  ['an empty list', /^\/\?/, sends('application/xml', listing([])), 'no radar mosaic'],
  ['a file error', /^\/CONUS/, refuses(500), 'status 500'],
  ['half a file', /^\/CONUS/, breaksOff('binary/octet-stream', Buffer.alloc(1000)), 'The source'],
  ['a file that is none', /^\/CONUS/, sends('application/xml', '<Error/>'), 'not GRIB2'],
  [
    'another file',
    /^\/CONUS/,
    sends('application/x-gzip', '_20260702-000000'),
    'a different time than its name',
  ],
])('never mistakes %s for an empty sky', async (_, pattern, wrong, words) => {
  await otherTells(16)
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
  await otherTells(16)
  await feed.stop()
  await turns(3)
  expect(server.asked).toEqual([])
})
