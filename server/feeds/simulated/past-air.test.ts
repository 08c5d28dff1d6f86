import { expect, it, vi } from 'vitest'
import { simulatedSource } from '#domain/feeds/source'
import type { AirReading } from '#domain/air-quality/sensor'
import type { Events } from '#server/events'
import { createBus } from '#server/platform/bus'
import { minuteMs } from '#server/platform/clock'
import { silentLog } from '#server/platform/log'
import { createSchedule } from '#server/platform/schedule'
import { startSimulatedPastAir } from './past-air.ts'

const soon = { timeout: 45_000 }

const reading: AirReading = {
  sensorId: 'one',
  source: simulatedSource,
  pollutant: 'PM2.5',
  hourStartMs: 0,
  concentration: 7,
}

it('waits until there is time, then publishes all of it, once', async () => {
  const bus = createBus<Events>(silentLog)
  const schedule = createSchedule(silentLog)
  let nowMs = 0
  const asked: unknown[] = []
  const received: AirReading[] = []
  bus.subscribe('air-past-heard', ({ readings }) => void received.push(...readings))
  const feed = startSimulatedPastAir({
    source: async function* (...args) {
      asked.push(args)
      for (const hourStartMs of [3, 2, 1]) yield [{ ...reading, hourStartMs }]
    },
    clock: { now: () => new Date(nowMs), monotonicMs: () => nowMs },
    log: silentLog,
    bus,
    schedule,
  })
  bus.publish('air-past-wanted', { sensorIds: ['one'], fromMs: 1, toMs: 4 })
  await bus.settled()
  schedule.nudge('simulated past air')
  await bus.settled()
  expect(asked).toEqual([])
  nowMs = 4 * minuteMs
  await vi.waitFor(() => {
    schedule.nudge('simulated past air')
    expect(received.map(({ hourStartMs }) => hourStartMs)).toEqual([3, 2, 1])
  }, soon)
  schedule.nudge('simulated past air')
  await schedule.stop()
  await feed.stop()
  expect(asked).toEqual([[['one'], 1, 4]])
})
