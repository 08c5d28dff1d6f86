import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import type { StormCellList } from '#domain/radar/storm-cell'
import { minuteMs, secondMs } from '#server/platform/clock'
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
import { startIemStormCells } from './storm-cells.ts'
import { attributes, storms } from './storm-cells.testing.ts'

const startMs = Date.UTC(2026, 4, 20, 20, 20)
const geoJson = 'application/vnd.geo+json'

let server: PlayedServer
let played: PlayedParts
let received: StormCellList[]

beforeAll(async () => {
  server = await playServer()
})
afterAll(() => server.close())

function begin(remembered?: Map<string, unknown>) {
  played = playParts(server, played?.nowMs() ?? startMs, remembered)
  played.bus.subscribe('storm-cells-heard', list => void received.push(list))
  return startIemStormCells(played.parts)
}

/** Returns a list of any age, with a volume scan shortly before it. */
const listOf = (asOfMs: number, ...ids: string[]): Answer =>
  sends(
    geoJson,
    storms(
      asOfMs,
      ids.map(id => attributes(asOfMs, { storm_id: id })),
    ),
  )

async function ask(answer: Answer) {
  server.answer = () => answer
  await played.run()
  played.advance(minuteMs)
}

beforeEach(() => {
  received = []
  server.asked.length = 0
  played = playParts(server, startMs)
  begin()
})

const last = () => played.health.at(-1)

it('publishes each new list, and requests it once a minute', async () => {
  await ask(listOf(played.nowMs() - 20 * secondMs, 'A1', 'B2'))
  await ask(listOf(played.nowMs() - 20 * secondMs, 'A1'))
  expect(received.map(({ cells }) => cells.map(({ id }) => id))).toEqual([['TLXA1', 'TLXB2'], ['TLXA1']])
  expect(received[0]).toMatchObject({ source: 'iem', asOfMs: startMs - 20 * secondMs })
  expect(last()).toMatchObject({ delivering: true, deliveredMs: startMs + 40 * secondMs })
  for (let second = 0; second < 60; second += 10) {
    await played.run()
    played.advance(10 * secondMs)
  }
  expect(server.asked).toEqual(Array(3).fill('/geojson/nexrad_attr.py'))
})

it('does not publish an older list from a cache, or any list twice', async () => {
  await ask(listOf(played.nowMs(), 'A1'))
  await ask(listOf(startMs - minuteMs, 'OLD'))
  await ask(listOf(startMs, 'A1'))
  expect(received).toHaveLength(1)
})

it('does not publish again after a takeover what was published before', async () => {
  await ask(listOf(startMs, 'A1'))
  begin(played.remembered)
  await ask(listOf(startMs, 'A1'))
  await ask(listOf(played.nowMs(), 'A1'))
  expect(received).toHaveLength(2)
})

it.each<[string, Answer, string]>([
  ['a server error', refuses(503), 'status 503'],
  ['an error page with status 200', errorPage, 'text/html'],
  ['half a list', breaksOff(geoJson, Buffer.from(storms(startMs, [attributes(startMs)]))), 'The source'],
  ['something else', sends(geoJson, '{"detail":"busy"}'), 'no cells'],
  ['a list without any cell', sends(geoJson, storms(startMs, [])), 'No radar lists any storm cells'],
  ['a list from the future', listOf(startMs + 60 * minuteMs, 'A1'), 'future'],
  ['an old list', listOf(startMs - 20 * minuteMs, 'A1'), '24 minutes old'],
  [
    'a new list of old volumes',
    sends(geoJson, storms(startMs, [attributes(startMs - 20 * minuteMs)])),
    'newest storm cell is 24 minutes old',
  ],
])('never mistakes %s for a sky without storms', async (_, answer, words) => {
  await ask(answer)
  expect(received).toEqual([])
  expect(last()).toMatchObject({ delivering: false, detail: expect.stringContaining(words) })
  await ask(listOf(played.nowMs(), 'A1'))
  expect(received).toHaveLength(1)
  expect(last()?.delivering).toBe(true)
})

it('publishes nothing once it is stopped', async () => {
  const feed = begin()
  let release = () => {}
  const arrived = new Promise<void>(resolve => {
    server.answer = () => (request, response) => {
      release = () => listOf(played.nowMs(), 'A1')(request, response)
      resolve()
    }
  })
  const running = played.run()
  await arrived
  const stopped = feed.stop()
  release()
  await Promise.all([running, stopped])
  expect(received).toEqual([])
})
