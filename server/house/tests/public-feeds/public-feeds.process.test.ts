import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { minuteMs, secondMs, systemClock } from '#server/platform/clock'
import { createSky } from './played-sky.testing.ts'
import { playWorld, type PlayedWorld } from './played-world.testing.ts'
import type { ServerProcess } from '#server/house/process.testing'
import { windowOfKey } from '#server/feeds/glm/parse'
import { lookBackMs } from '#server/feeds/glm/windows'
import { publicFeedsOf } from '#server/rooms/status/public-feeds'
import {
  holderOf,
  openProcessGroup,
  type ProcessGroup,
} from '#server/house/tests/two-processes/processes.testing'

/** Two processes on one database that share the public sources. One of them sends the requests, at real speed. */
let group: ProcessGroup
let world: PlayedWorld
let both: ServerProcess[]

beforeAll(async () => {
  const nowMs = Date.now()
  const sky = createSky([{ fromMs: nowMs - 5 * minuteMs, toMs: nowMs + 10 * minuteMs }])
  world = await playWorld({ sky, nowMs: Date.now, hasPictures: true })
  group = await openProcessGroup()
  const settings = { SKYWARDEN_FEEDS: 'public', FEEDS_CONTACT: 'ops@example.org', FEEDS_FROM: world.url }
  both = [await group.start('one', settings), await group.start('two', settings)]
})
afterAll(async () => {
  await group.close()
  await world.close()
})

/** Returns how often each immutable document was requested: lightning files, images, zone shapes. */
function asksOfKept(): Map<string, number> {
  const asks = new Map<string, number>()
  for (const { host, path } of world.requests)
    if (/\.nc$|\.png$|^\/zones\//.test(path)) asks.set(host + path, (asks.get(host + path) ?? 0) + 1)
  return asks
}
const repeated = () => [...asksOfKept()].filter(([, times]) => times > 1).map(([path]) => path)
const kept = (pattern: RegExp) => [...asksOfKept().keys()].filter(path => pattern.test(path)).length

/** Returns the requested lightning files whose flashes are not stored yet: a slow machine is seconds behind. */
async function unstoredFiles(): Promise<string[]> {
  const stored = await publicFeedsOf(group.db, systemClock).memoryOf('glm').recall('windows told')
  const requested = world.requests.flatMap(({ path }) => (path.endsWith('.nc') ? path.slice(1) : []))
  const oldestMs = Date.now() - lookBackMs + minuteMs // older files are forgotten
  const isCurrent = (key: string) => (windowOfKey(key)?.startMs ?? Infinity) > oldestMs
  return requested.filter(key => isCurrent(key) && !(stored as string[]).includes(key))
}

/** Documents that are polled, and their shortest intervals. */
const intervals: readonly (readonly [beginning: string, everyMs: number])[] = [
  ['/alerts/active', minuteMs],
  ['/data/cache/metars.cache.csv.gz', 5 * minuteMs],
  ['/data/cache/stations.cache.json.gz', 60 * minuteMs],
  ['/CurrentStorms.json', 5 * minuteMs],
  ['/atcf/', 30 * minuteMs],
  ['/tropical/rest/services/tropical/NHC_tropical_weather/MapServer/', 15 * minuteMs],
  ['/discussions/codsus_hr', 10 * minuteMs],
  ['/geojson/nexrad_attr.py', minuteMs],
  ['/data/gis/images/4326/USCOMP/n0q_0.json', minuteMs],
]
/** Returns the documents that were requested again too early. */
const tooSoon = () =>
  intervals.filter(([beginning, everyMs]) => {
    const times = world.requests.filter(({ path }) => path.startsWith(beginning)).map(({ atMs }) => atMs)
    return times.some((atMs, index) => index > 0 && atMs - (times[index - 1] ?? 0) < everyMs - 2 * secondMs)
  })

it('requests each document once, however many processes there are', async () => {
  const hourOfFiles = 2 * 180
  await vi.waitFor(() => expect(kept(/\.nc$/)).toBeGreaterThanOrEqual(hourOfFiles), 120_000)
  await vi.waitFor(() => {
    expect(kept(/\.png$/)).toBeGreaterThanOrEqual(1)
    expect(kept(/\/zones\//)).toBe(1)
  }, 120_000)
  expect(repeated()).toEqual([])
  expect(tooSoon()).toEqual([])
})

it('after a takeover the other process does not request stored documents again', async () => {
  const holder = await holderOf(both, 'feeds')
  await vi.waitFor(async () => expect(await unstoredFiles()).toEqual([]), 120_000)
  await group.kill(holder)
  const [killedMs, before] = [Date.now(), world.requests.length]
  await vi.waitFor(() => expect(world.requests.length).toBeGreaterThan(before), 120_000)
  await pause(6 * secondMs)
  // Files that arrived just before the kill may not have been stored.
  expect(repeated().filter(path => path.endsWith('.nc')).length).toBeLessThanOrEqual(4)
  // Pictures are fetched one at a time, and the one that was being decoded at the kill is lost.
  const lastPicture = world.requests.slice(0, before).findLast(({ path }) => path.endsWith('.png'))
  const underWay = lastPicture && lastPicture.host + lastPicture.path
  expect(repeated().filter(path => !path.endsWith('.nc') && path !== underWay)).toEqual([])
  const after = world.requests.slice(before).filter(({ path }) => path.endsWith('.nc'))
  // Both satellites publish a file every 20 seconds, even while nothing requests them.
  const windows = (Date.now() - killedMs) / (20 * secondMs)
  expect(after.length).toBeLessThanOrEqual(10 + 2 * windows)
})
