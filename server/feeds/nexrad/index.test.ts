import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import type { StormCellList } from '#domain/radar/storm-cell'
import {
  breaksOff,
  errorPage,
  playParts,
  playServer,
  refuses,
  type Answer,
  type PlayedParts,
  type PlayedServer,
} from '#server/feeds/feed.testing'
import { minuteMs, secondMs } from '#server/platform/clock'
import { startNexrad } from './index.ts'
import { radarPlace } from './near-radars.ts'
import { madeTable } from './table.testing.ts'

const startMs = Date.UTC(2026, 4, 20, 20, 20)
const norman = { latitude: 35.2, longitude: -97.44 }
const storm = '    M0  309/  8 TVS    13   30/ 30/ 0.75    30  65 10.2 >18.1  226/ 16  '
const clutter = '    B2   25/ 48 NONE NONE    0/  0/ 0.00     4  48  6.5   6.5  230/ 33  '

let server: PlayedServer
let played: PlayedParts
let received: StormCellList[]
let feed: ReturnType<typeof startNexrad>
let rowsOf: Record<string, readonly string[]>
let faults: Record<string, Answer>

const nameIn = (path: string) => /DS\.p37cr\/SI\.k([a-z]{3})\/sn\.last$/.exec(path)?.[1]?.toUpperCase() ?? ''
function table(name: string, validMs: number): Buffer {
  const place = radarPlace(name) ?? norman
  return madeTable({ name, ...place, validMs, rows: rowsOf[name] ?? [] })
}
function answer(path: string): Answer | undefined {
  const name = nameIn(path)
  // Served as the real server does, without a content type.
  return faults[name] ?? ((_, response) => response.end(table(name, played.nowMs() - 3 * minuteMs)))
}

function begin(remembered?: Map<string, unknown>) {
  played = playParts(server, played.nowMs(), remembered)
  played.bus.subscribe('storm-cells-heard', list => void (list.source === 'nexrad' && received.push(list)))
  feed = startNexrad(played.parts)
}
const turns = (count: number, eachMs = 4 * secondMs) => played.turns(feed, count, eachMs)
async function otherLists(minutesAgo: number) {
  const asOfMs = played.nowMs() - minutesAgo * minuteMs
  played.bus.publish('storm-cells-heard', { source: 'iem', asOfMs, cells: [] })
  await played.bus.settled()
}

beforeAll(async () => {
  server = await playServer()
})
afterAll(() => server.close())
beforeEach(async () => {
  received = []
  faults = {}
  rowsOf = { TLX: [storm, clutter] }
  server.asked.length = 0
  server.answer = answer
  played = playParts(server, startMs)
  begin()
  await played.hasPlaceAt(norman)
})
const last = () => played.health.at(-1)

it('requests nothing while the list of all radars is fresh, and reports that it is on standby', async () => {
  await otherLists(1)
  await turns(30)
  expect(server.asked).toEqual([])
  expect(last()).toMatchObject({ delivering: null, detail: expect.stringContaining('On standby') })
})

it('lists the storms of the radars near locations once all were requested, without clutter', async () => {
  await otherLists(6)
  await turns(1)
  expect(received).toEqual([])
  await turns(1)
  expect(server.asked.map(nameIn).toSorted()).toEqual(['FDR', 'TLX'])
  expect(received).toMatchObject([{ asOfMs: startMs + 4 * secondMs, cells: [{ id: 'TLXM0' }] }])
  expect(received[0]?.cells).toHaveLength(1)
  expect(last()).toMatchObject({
    delivering: true,
    detail: expect.stringContaining('Lists 1 storm cells from 2 radars'),
  })
})

it('requests each radar every four minutes, and publishes every minute', async () => {
  await otherLists(6)
  await turns(5 * 15)
  expect(server.asked).toHaveLength(4)
  expect(received).toHaveLength(5)
})

it('returns to standby as soon as the other list is back', async () => {
  await otherLists(6)
  await turns(3)
  await otherLists(0)
  server.asked.length = 0
  await turns(60)
  expect(server.asked).toEqual([])
  expect(last()?.delivering).toBeNull()
})

it('continues after a takeover with the radars that were requested before', async () => {
  await otherLists(6)
  await turns(3)
  begin(played.remembered)
  await otherLists(6)
  server.asked.length = 0
  await turns(2)
  expect(server.asked.map(nameIn).toSorted()).toEqual(['FDR', 'TLX'])
})

it.each<[string, Answer, string]>([
  ['an error', refuses(503), 'status 503'],
  ['an error page', errorPage, 'not a radar product'],
  ['half a table', breaksOff('text/plain', Buffer.alloc(2000)), 'The source'],
  [
    'an old table',
    (request, response) => response.end(table(nameIn(request.url ?? ''), startMs - 40 * minuteMs)),
    'nothing since 19:40 UTC',
  ],
  ['the table of another radar', (_, response) => response.end(table('OUN', startMs)), 'another radar'],
])('never mistakes %s for an empty sky, and reports which radar is missing', async (_, wrong, words) => {
  await otherLists(6)
  faults = { TLX: wrong }
  await turns(2)
  expect(received).toMatchObject([{ cells: [] }])
  expect(last()).toMatchObject({ delivering: true, detail: expect.stringContaining('nothing from TLX') })
  faults = { TLX: wrong, FDR: wrong }
  received = []
  begin()
  await played.hasPlaceAt(norman)
  await otherLists(6)
  await turns(3)
  expect(received).toEqual([])
  expect(last()).toMatchObject({ delivering: false, detail: expect.stringContaining(words) })
  faults = {}
  await turns(40)
  expect(received.at(-1)?.cells).toHaveLength(1)
})

it('publishes nothing once it is stopped', async () => {
  await otherLists(6)
  await feed.stop()
  await turns(3)
  expect(server.asked).toEqual([])
})
