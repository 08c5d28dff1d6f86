import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest'
import { addSpan, type Spans } from '#domain/lightning/coverage'
import type { Coverage, Strike } from '#domain/lightning/strike'
import type { Events } from '#server/events'
import type { FeedMemory } from '#server/feeds/parts'
import { createBus } from '#server/platform/bus'
import type { Clock } from '#server/platform/clock'
import { silentLog } from '#server/platform/log'
import { createSchedule } from '#server/platform/schedule'
import { createUpstream } from '#server/platform/upstream/index'
import { playBucket, type PlayedBucket } from './buckets.testing.ts'
import { createGlmDecoder } from './decode.ts'
import { farFlashId, windowMs } from './generate.testing.ts'
import { startGlm } from './index.ts'

const minuteMs = 60_000
const startMs = Date.UTC(2026, 11, 31, 23, 30) // the year ends within the hour
const decoder = createGlmDecoder({ log: silentLog })
afterAll(() => decoder.stop())

/** Creates a clock that runs in real time and can also be advanced. */
function createTestClock() {
  let aheadMs = 0
  const beganMs = performance.now()
  const sinceMs = () => performance.now() - beganMs + aheadMs
  const clock: Clock = { now: () => new Date(startMs + sinceMs()), monotonicMs: sinceMs }
  return { clock, advance: (ms: number) => void (aheadMs += ms) }
}

function createMemory(): FeedMemory & { readonly kept: Map<string, string> } {
  const kept = new Map<string, string>()
  return {
    kept,
    recall: async key => JSON.parse(kept.get(key) ?? 'null') as unknown,
    keep: async (key, value) => void kept.set(key, JSON.stringify(value)),
  }
}

let east: PlayedBucket
let west: PlayedBucket
let time: ReturnType<typeof createTestClock>
let memory: ReturnType<typeof createMemory>
const stops: (() => Promise<void>)[] = []

beforeEach(async () => {
  ;[east, west] = await Promise.all([playBucket('G19'), playBucket('G18')])
  time = createTestClock()
  memory = createMemory()
})
afterEach(async () => {
  await Promise.all([east.stop(), west.stop()]) // first, to keep any feed from waiting for a response
  for (const stop of stops.splice(0).toReversed()) await stop()
})

/** Starts the feed, with a subscriber that records what it receives unless it is broken. */
function start() {
  const bus = createBus<Events>(silentLog)
  const schedule = createSchedule(silentLog, time.clock)
  const received: { strikes: Strike[]; coverage: Coverage[]; spans: Spans; isBroken: boolean } = {
    strikes: [],
    coverage: [],
    spans: [],
    isBroken: false,
  }
  const reports: { delivering: boolean | null; detail: string; deliveredMs?: number }[] = []
  bus.subscribe('lightning-heard', ({ strikes, coverage }) => {
    if (received.isBroken) {
      bus.publish('lightning-missed', { fromMs: Math.min(...coverage.map(({ fromMs }) => fromMs)) })
      return
    }
    received.strikes.push(...strikes.filter(({ id }) => !id.endsWith(`-${farFlashId}`)))
    received.coverage.push(...coverage)
    for (const { fromMs, toMs } of coverage) received.spans = addSpan(received.spans, [fromMs, toMs])
  })
  const upstream = (name: string) =>
    createUpstream({
      name,
      userAgent: 'test',
      clock: time.clock,
      mostAtOnce: 4,
      mostPerMinute: 10_000,
      random: () => 0,
    })
  const feed = startGlm(
    { clock: time.clock, log: silentLog, bus, schedule, memory, report: health => void reports.push(health) },
    {
      east: { upstream: upstream('GOES-East'), baseUrl: east.baseUrl },
      west: { upstream: upstream('GOES-West'), baseUrl: west.baseUrl },
    },
    { listEveryMs: 30, readEveryMs: 10, tellEveryMs: 10, decoder: { ...decoder, stop: async () => {} } },
  )
  let isOver = false
  const stop = async () => {
    if (isOver) return
    isOver = true
    await feed.stop()
    await schedule.stop()
  }
  stops.push(stop)
  return { bus, heard: received, reports, stop }
}

async function until(isSo: () => boolean) {
  for (let tries = 0; tries < 2000 && !isSo(); tries++) await pause(5)
  expect(isSo()).toBe(true)
}

const windowAt = (number: number) => startMs - minuteMs + number * windowMs
const both = async (...numbers: number[]) => {
  for (const number of numbers) await Promise.all([east, west].map(each => each.put(windowAt(number))))
}
const downloads = (bucket: PlayedBucket) => bucket.asked.filter(path => path !== 'list')
/** Returns the published coverage, in windows from the first one on; it ends 5 s before a stretch does. */
const covered = (spans: Spans) =>
  spans.map(([fromMs, toMs]) => [(fromMs - windowAt(0)) / windowMs, (toMs + 5000 - windowAt(0)) / windowMs])
const isCovered = (spans: Spans, from: number, to: number) =>
  JSON.stringify(covered(spans)) === JSON.stringify([[from, to]])
const strike = (number: number, longitude = -97) => ({
  id: 7,
  timeMs: windowAt(number) + 3000,
  latitude: 35,
  longitude,
})

describe('from two buckets', () => {
  test('publishes strikes and coverage of the last hour, newest first, and requests each file once', async () => {
    for (let number = -30; number < 3; number++) await both(number)
    await east.put(windowAt(1), [strike(1)])
    await west.put(windowAt(-20), [strike(-20, -112)])
    const { heard: received, reports } = start()
    await until(() => received.spans[0]?.[0] === windowAt(-30))
    expect(covered(received.spans)).toEqual([[-30, 3]])
    expect(received.strikes.map(({ id, source }) => [id, source])).toEqual([
      [`G19-${windowAt(1)}-7`, 'glm'],
      [`G18-${windowAt(-20)}-7`, 'glm'],
    ])
    expect(received.coverage[0]?.toMs).toBeGreaterThan(windowAt(2))
    await pause(100)
    expect(downloads(east)).toHaveLength(33)
    expect(new Set(downloads(east)).size).toBe(33)
    expect(reports[0]).toEqual({ delivering: null, detail: 'Requesting the last hour.' })
    expect(reports.filter(({ delivering }) => delivering === false)).toEqual([]) // startup does not count as a failure
    expect(reports.at(-1)).toMatchObject({
      delivering: true,
      detail: 'GOES-East and GOES-West deliver every 20 seconds.',
      deliveredMs: expect.toSatisfy((ms: number) => ms >= startMs),
    })
  })

  test('publishes new files as they arrive, also across the end of the year', async () => {
    const { heard: received } = start()
    for (const number of [91, 92, 93, 94]) {
      await both(number)
      time.advance(number === 91 ? windowAt(92) - startMs : windowMs)
      await until(() => covered(received.spans)[0]?.[1] === number + 1)
    }
    expect([...east.files.keys()].map(key => key.slice(0, 24))).toContain('GLM-L2-LCFA/2027/001/00/')
    expect(covered(received.spans)).toEqual([[91, 95]])
  })

  test('reads a paged list to its end', async () => {
    east.pageSize = 2
    await both(0, 1, 2)
    const { heard: received } = start()
    await until(() => isCovered(received.spans, 0, 3))
  })

  test('skips other files', async () => {
    await both(0)
    east.files.set('GLM-L2-LCFA/2026/365/23/README.txt', new Uint8Array())
    east.files.set((await west.put(windowAt(1))).replace('G18', 'G99'), new Uint8Array())
    const { heard: received } = start()
    await until(() => received.spans.length > 0)
    await pause(50)
    expect(downloads(east)).toHaveLength(1)
  })
})

describe('gaps', () => {
  test('a missing window remains a gap until its file arrives late; then its strikes are published and the gap closes', async () => {
    await both(0, 2)
    await east.put(windowAt(1))
    const { heard: received } = start()
    await until(() => received.spans.length === 2)
    expect(covered(received.spans)).toEqual([
      [0, 1],
      [2, 3],
    ])
    time.advance(30 * minuteMs)
    await west.put(windowAt(1), [strike(1, -120)])
    await until(() => received.spans.length === 1)
    expect(covered(received.spans)).toEqual([[0, 3]])
    expect(received.strikes.map(({ id }) => id)).toEqual([`G18-${windowAt(1)}-7`])
    expect(downloads(west)).toHaveLength(3)
  })

  test('requests nothing older than 65 minutes', async () => {
    await both(-200, 0)
    const { heard: received } = start()
    await until(() => received.spans.length > 0)
    await pause(50)
    expect(downloads(east)).toHaveLength(1)
  })

  test.each([
    [
      'a page of HTML with status 200',
      (whole: Uint8Array) => ({ body: Buffer.from('<html>'), length: 6, whole }),
    ],
    [
      'half of it',
      (whole: Uint8Array) => ({ body: whole.slice(0, whole.length >> 1), length: whole.length >> 1, whole }),
    ],
  ])('%s instead of a file is a gap, not silence; it is read when complete', async (_, broken) => {
    await both(0, 1, 2)
    const key = await west.put(windowAt(1), [strike(1, -120)])
    west.fault = (path, response) => {
      const { body, length } = broken(west.files.get(key) ?? new Uint8Array())
      if (path !== key) return false
      response.writeHead(200, { 'content-length': length, 'content-type': 'text/html' }).end(body)
      return true
    }
    const { heard: received, reports } = start()
    await until(() => received.spans.length === 2)
    await until(() => reports.at(-1)?.detail.includes('the file of 23:29:20 UTC cannot be used') === true)
    expect(received.strikes).toEqual([])
    const tries = downloads(west).length
    await pause(100)
    expect(downloads(west).length).toBe(tries) // the failing file is not requested too often
    west.fault = null
    time.advance(10_000)
    await until(() => received.spans.length === 1)
    expect(received.strikes).toHaveLength(1)
  })

  test('a file that was cut off in transit is a gap as well', async () => {
    await both(0, 1, 2)
    const key = [...west.files.keys()][1] ?? ''
    west.fault = (path, response) => {
      if (path !== key) return false
      response.writeHead(200, { 'content-length': 100_000 }).write('\u0089HDF')
      setTimeout(() => response.destroy(), 5)
      return true
    }
    const { heard: received, reports } = start()
    await until(() => received.spans.length === 2)
    await until(() => reports.at(-1)?.detail.includes('GOES-West') === true)
    expect(covered(received.spans)).toEqual([
      [0, 1],
      [2, 3],
    ])
  })

  test('a file whose window differs from its name proves nothing', async () => {
    await both(0, 2)
    await east.put(windowAt(1))
    const other = west.files.get(await west.put(windowAt(2))) ?? new Uint8Array()
    west.files.set(await west.put(windowAt(1)), other)
    const { heard: received, reports } = start()
    await until(() => reports.at(-1)?.detail.includes('a different window') === true)
    await until(() => received.spans.length === 2)
  })
})

describe('a file that reports gaps', () => {
  test('proves nothing; its flashes are published, and the status page says why', async () => {
    await both(0, 1, 2)
    await west.put(windowAt(1), [strike(1, -120)], { lostShare: 0.5 })
    const { heard: received, reports } = start()
    await until(() => received.spans.length === 2)
    expect(covered(received.spans)).toEqual([
      [0, 1],
      [2, 3],
    ])
    await until(() => received.strikes.length === 1)
    await until(
      () => reports.at(-1)?.detail.includes('23:29:20 UTC proves nothing: it says that 50 %') === true,
    )
  })

  test('is not proven by the process that takes over either', async () => {
    await both(0, 2)
    await Promise.all([east.put(windowAt(1)), west.put(windowAt(1), [], { locatedShare: 0 })])
    const first = start()
    await until(() => JSON.parse([...memory.kept.values()][0] ?? '[]').length === 5)
    await first.stop()
    time.advance(windowMs)
    await both(3)
    const second = start()
    await until(() => covered(second.heard.spans).at(-1)?.[1] === 4)
    const isMissing = second.heard.spans.every(
      ([fromMs, toMs]) => toMs < windowAt(1) || fromMs >= windowAt(2),
    )
    expect(isMissing).toBe(true)
  })

  test('is replaced by a better file of the same window', async () => {
    await both(0, 1, 2)
    const key = await west.put(windowAt(1), [], { lostShare: 1 })
    const { heard: received } = start()
    await until(() => received.spans.length === 2)
    await west.put(windowAt(1))
    west.files.set(
      key.replace(/_c(\d+)/, (_, stamp) => `_c${Number(stamp) + 900}`),
      west.files.get(key) ?? new Uint8Array(),
    )
    await until(() => isCovered(received.spans, 0, 3))
  })

  test('with one unreadable flash is published without it', async () => {
    await both(0, 1, 2)
    await west.put(windowAt(1), [strike(1, -120), { ...strike(1), id: 8, latitude: NaN }])
    const { heard: received } = start()
    await until(() => received.strikes.length === 1 && received.spans.length === 2)
  })

  test('because its satellite watches less than its side proves nothing', async () => {
    await both(0, 1, 2)
    await east.put(windowAt(1), [], { view: [40, -57, -139, -11] })
    const { heard: received } = start()
    await until(() => received.spans.length === 2)
  })
})

test('a satellite without any flash for a minute is out, and one without for 40 s is not', async () => {
  await both(0, 1, 2, 3, 4, 5, 6, 7)
  for (const number of [1, 2, 4, 5, 6]) await west.put(windowAt(number), [], { flashes: [] })
  time.advance(2 * minuteMs)
  const { heard: received, reports } = start()
  await until(() => JSON.stringify(covered(received.spans)) === '[[0,4],[7,8]]')
  for (const number of [8, 9, 10]) {
    await east.put(windowAt(number))
    await west.put(windowAt(number), [], { flashes: [] })
  }
  time.advance(4 * minuteMs)
  await until(() => reports.at(-1)?.detail.includes('it reports no flash anywhere') === true)
  expect(reports.at(-1)?.delivering).toBe(false)
})

describe('while one satellite is down', () => {
  test.each([
    [
      'answers 503',
      (response: { writeHead(status: number): { end(): void } }) => response.writeHead(503).end(),
    ],
    ['does not respond', () => {}],
  ])("because its bucket %s, nothing is proven, and the other's strikes are published", async (_, fail) => {
    await both(0, 1, 2)
    const { heard: received, reports } = start()
    await until(() => isCovered(received.spans, 0, 3))
    west.fault = (_path, response) => {
      fail(response)
      return true
    }
    time.advance(3 * minuteMs)
    await both(3, 4)
    await east.put(windowAt(11), [strike(11)])
    await until(() => received.strikes.length === 1)
    expect(covered(received.spans)).toEqual([[0, 3]])
    await until(() => reports.at(-1)?.delivering === false)
    expect(reports.at(-1)?.detail).toMatch(/GOES-West .*Flashes that GOES-East sees are still used\.$/)
  })

  test('its files are read when it is back, and the time in between is proven', async () => {
    await both(0, 1, 2, 3)
    west.fault = (_path, response) => {
      response.writeHead(503).end()
      return true
    }
    const { heard: received, reports } = start()
    await until(() => reports.at(-1)?.delivering === false)
    expect(reports.at(-1)?.detail).toContain('GOES-West')
    expect(reports.at(-1)?.detail).toContain('status 503')
    await until(() => reports.at(-1)?.detail.includes('retried') === true)
    const asked = west.asked.length
    await pause(200)
    expect(west.asked.length).toBe(asked) // the failing bucket is not requested for a while
    expect(received.spans).toEqual([])
    west.fault = null
    time.advance(6 * minuteMs)
    await until(() => isCovered(received.spans, 0, 4))
  })

  test('an error in place of a list is not an empty list', async () => {
    await both(0)
    east.fault = (path, response) => {
      response.setHeader('content-type', 'application/xml').end('<Error><Code>SlowDown</Code></Error>')
      return path === 'list'
    }
    const { reports } = start()
    await until(() => reports.at(-1)?.detail.includes('SlowDown') === true)
    expect(reports.at(-1)?.delivering).toBe(false)
  })
})

describe('published data', () => {
  test('is not downloaded again by the process that takes over, and coverage continues', async () => {
    for (let number = -30; number < 3; number++) await both(number)
    const first = start()
    await until(() => covered(first.heard.spans)[0]?.[0] === -30)
    await until(() => JSON.parse([...memory.kept.values()][0] ?? '[]').length === 66)
    await first.stop()
    east.asked.length = 0
    time.advance(windowMs)
    await both(3)
    const second = start()
    await until(() => covered(second.heard.spans)[0]?.[1] === 4)
    await pause(50)
    expect(downloads(east)).toHaveLength(1)
    // This coverage continues what the first process published, so the last 5 seconds of its windows are now proven.
    expect(second.heard.spans[0]?.[0]).toBeLessThanOrEqual(first.heard.spans[0]?.[1] ?? 0)
  })

  test('that could not be stored is published again, and nothing is left out', async () => {
    await both(0, 1)
    await east.put(windowAt(2), [strike(2)]) // without West, no coverage contains this time
    const { heard: received } = start()
    received.isBroken = true
    await until(() => downloads(west).length === 2 && downloads(east).length === 3)
    await pause(50)
    expect(memory.kept.size === 0 || [...memory.kept.values()][0] === '[]').toBe(true)
    received.isBroken = false
    await until(() => received.strikes.length === 1 && covered(received.spans)[0]?.[1] === 2)
    expect(downloads(east)).toHaveLength(3)
  })

  test('that is lost later is published again from that time on', async () => {
    await both(0, 1, 2)
    await east.put(windowAt(2), [strike(2)])
    const { heard: received, bus } = start()
    await until(() => isCovered(received.spans, 0, 3))
    received.strikes.length = 0
    received.spans = []
    bus.publish('lightning-missed', { fromMs: windowAt(1) + 1 })
    await until(() => covered(received.spans)[0]?.[1] === 3)
    expect(received.strikes).toHaveLength(1)
    expect(downloads(east)).toHaveLength(3)
  })

  test('of another process that is lost is downloaded again', async () => {
    await both(0, 1, 2)
    const first = start()
    await until(() => isCovered(first.heard.spans, 0, 3))
    await until(() => JSON.parse([...memory.kept.values()][0] ?? '[]').length === 6)
    await first.stop()
    east.asked.length = 0
    const { heard: received, bus } = start()
    await until(() => east.asked.length > 2)
    expect(downloads(east)).toEqual([])
    bus.publish('lightning-missed', { fromMs: windowAt(1) + 1 })
    await until(() => covered(received.spans)[0]?.[1] === 3)
    expect(downloads(east)).toHaveLength(2) // the window before that time has been stored
  })
})

test('if the server’s clock is slow, nothing is claimed beyond its time, and the status page reports it', async () => {
  await both(0, 1, 2, 3, 4)
  const { heard: received, reports } = start()
  await until(() => reports.at(-1)?.delivering === true)
  await until(() => /This server’s clock is at least \d+ s slow/.test(reports.at(-1)?.detail ?? ''))
  await until(() => received.spans.length > 0)
  expect(received.spans.at(-1)?.[1]).toBeLessThanOrEqual(time.clock.now().getTime())
})
