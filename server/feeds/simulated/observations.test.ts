import { beforeEach, describe, expect, it } from 'vitest'
import type { Reading, Station } from '#domain/conditions/reading'
import { mild } from '#domain/conditions/reading.testing'
import type { Events } from '#server/events'
import { createBus, type Bus } from '#server/platform/bus'
import { hourMs, minuteMs } from '#server/platform/clock'
import { silentLog } from '#server/platform/log'
import { simulatedObservations, startSimulatedObservations } from './observations.ts'

const own: Station = {
  id: 'own',
  source: 'test',
  network: 'station',
  name: 'Own',
  latitude: 35,
  longitude: -97,
  elevationFeet: 1000,
  timeZone: 'UTC',
}
const airports = Array.from({ length: 40 }, (_, index): Station => ({
  ...own,
  id: `K${index}`,
  network: 'metar',
}))

const startMs = Date.UTC(2026, 6, 1, 12, 1)
let nowMs: number
let busyMs: number
let bus: Bus<Events>
let tasks: Map<string, () => Promise<void>>
let received: Reading[][]
let health: Events['feed-health'][]
let pasts: string[]
let known: number[]
let feed: ReturnType<typeof startSimulatedObservations>

const clock = { now: () => new Date(nowMs), monotonicMs: () => nowMs + busyMs }

async function run(name = 'simulated observations') {
  await tasks.get(name)?.()
  await bus.settled()
}
const since = (before: number) => received.slice(before).flat()
const fault = async (wanted: 'none' | 'silent' | 'gap') => {
  bus.publish('feed-fault-wanted', { feed: simulatedObservations, fault: wanted })
  await bus.settled()
}

beforeEach(() => {
  nowMs = startMs
  busyMs = 0
  bus = createBus<Events>(silentLog)
  tasks = new Map()
  received = []
  health = []
  pasts = []
  known = []
  bus.subscribe('stations-known', ({ stations }) => void known.push(stations.length))
  bus.subscribe('readings-heard', ({ readings }) => void received.push([...readings]))
  bus.subscribe('feed-health', reported => void health.push(reported))
  bus.subscribe('past-heard', ({ stationId, throughMs }) => void pasts.push(`${stationId} ${throughMs}`))
  feed = startSimulatedObservations({
    source: {
      stations: [own, ...airports],
      readingAt(station, timeMs) {
        busyMs += 1
        return { stationId: station.id, source: station.source, timeMs, ...mild }
      },
      correctedRainInches: () => 0.4,
      async *past(station, fromMs, toMs) {
        for (const throughMs of [(fromMs ?? 0) + 1, toMs]) {
          yield {
            source: station.source,
            stationId: station.id,
            throughMs,
            days: [],
            hours: [],
            readings: [],
          }
        }
      },
    },
    clock,
    bus,
    schedule: {
      every: (name, _pauseMs, task) => void tasks.set(name, task),
      nudge: () => {},
      states: () => [],
      stop: async () => {},
    },
  })
})

describe('simulated observations', () => {
  it('publish radar-corrected rain every hour, for customers’ own stations alone', async () => {
    const reported: Events['rain-corrected'][] = []
    bus.subscribe('rain-corrected', event => void reported.push(event))
    await run()
    await run()
    expect(reported.flatMap(({ rains }) => rains)).toEqual([
      { stationId: own.id, inches: 0.4, throughMs: expect.any(Number) as number },
    ])
    nowMs += hourMs
    await run()
    expect(reported.map(({ rains }) => (rains[0]?.throughMs ?? 1) % hourMs)).toEqual([0, 0])
  })

  it('name their stations, and begin with the last report of each, a few at a time', async () => {
    await run()
    expect(known).toEqual([41])
    expect(new Set(since(0).map(({ stationId }) => stationId)).size).toBe(41)
    expect(since(0)).toHaveLength(41)
    expect(Math.max(...received.map(({ length }) => length))).toBeLessThanOrEqual(8)
    for (const { timeMs } of since(0)) {
      expect(timeMs).toBeLessThanOrEqual(nowMs)
      expect(timeMs).toBeGreaterThan(nowMs - 21 * minuteMs)
    }
  })

  it('report every 5 minutes, and the airports every 20, spread over the minutes', async () => {
    await run()
    const before = received.length
    const perMinute: number[] = []
    for (let minute = 0; minute < 20; minute++) {
      nowMs += minuteMs
      const already = received.length
      await run()
      perMinute.push(since(already).filter(({ stationId }) => stationId !== 'own').length)
    }
    expect(since(before).filter(({ stationId }) => stationId === 'own')).toHaveLength(4)
    expect(perMinute).toEqual(Array.from({ length: 20 }, () => 2))
  })

  it('publish nothing when unplugged, and backfill what was missed afterwards', async () => {
    await run()
    await fault('silent')
    nowMs += hourMs
    const before = received.length
    await run()
    expect(since(before)).toEqual([])
    expect(health.at(-1)).toMatchObject({ delivering: false, fault: 'silent' })
    await fault('none')
    await run()
    expect(since(before).filter(({ stationId }) => stationId === 'own')).toHaveLength(12)
    expect(health.at(-1)).toMatchObject({ delivering: true, fault: 'none', lastDeliveryMs: nowMs })
  })

  it('lose what happens when set to lose data', async () => {
    await run()
    await fault('gap')
    nowMs += hourMs
    const before = received.length
    await run()
    await fault('none')
    await run()
    expect(since(before)).toEqual([])
    nowMs += 5 * minuteMs
    await run()
    expect(since(before).filter(({ stationId }) => stationId === 'own')).toHaveLength(1)
  })

  it('publish the past in chunks, and not while unplugged', async () => {
    bus.publish('past-wanted', { source: 'test', stationId: 'nobody', fromMs: 5, toMs: 9 })
    bus.publish('past-wanted', { source: 'test', stationId: 'own', fromMs: 5, toMs: 9 })
    await bus.settled()
    await fault('silent')
    await run('simulated past')
    expect(pasts).toEqual([])
    await fault('none')
    for (let step = 0; step < 3; step++) await run('simulated past')
    expect(pasts).toEqual(['own 6', 'own 9'])
    await feed.stop()
  })
})
