import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Events } from '#server/events'
import { createBus } from '#server/platform/bus'
import { systemClock } from '#server/platform/clock'
import { silentLog } from '#server/platform/log'
import { createSchedule } from '#server/platform/schedule'
import { startSimulatedLightning } from './lightning.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('publishes again every second what could not be stored, not in a tight loop, and leaves nothing out', async () => {
  const bus = createBus<Events>(silentLog)
  const schedule = createSchedule(silentLog)
  const coverage = (fromMs: number, toMs: number) => ({ source: 'simulated', fromMs, toMs })
  const source = {
    delivery: (fromMs: number, toMs: number) => ({ strikes: [], coverage: [coverage(fromMs, toMs)] }),
  }
  const received: { fromMs: number; toMs: number }[] = []
  let broken = true
  bus.subscribe('lightning-heard', ({ coverage: [span] }) => {
    if (!span) throw new Error('a delivery without coverage')
    received.push(span)
    if (broken) bus.publish('lightning-missed', { fromMs: span.fromMs })
  })
  startSimulatedLightning({ source, clock: systemClock, bus, schedule })
  await vi.advanceTimersByTimeAsync(10_000)
  expect(received.length).toBeGreaterThan(5)
  expect(received.length).toBeLessThan(15)
  expect(new Set(received.map(span => span.fromMs)).size).toBe(1)

  broken = false
  received.length = 0
  await vi.advanceTimersByTimeAsync(2_000)
  received.sort((one, other) => one.fromMs - other.fromMs)
  const gaps = received.slice(1).filter((span, index) => span.fromMs !== received[index]?.toMs)
  expect(gaps).toEqual([])
  expect(received.at(-1)?.toMs).toBeGreaterThan(systemClock.now().getTime() - 4_000)
  await schedule.stop()
})

test('publishes the last hour first, then what maps show of the time before, without a gap', async () => {
  const bus = createBus<Events>(silentLog)
  const schedule = createSchedule(silentLog)
  const received: { fromMs: number; toMs: number }[] = []
  bus.subscribe('lightning-heard', ({ coverage }) => void received.push(...coverage))
  const source = {
    delivery: (fromMs: number, toMs: number) => ({
      strikes: [],
      coverage: [{ source: 'simulated', fromMs, toMs }],
    }),
  }
  const startMs = systemClock.now().getTime()
  startSimulatedLightning({ source, clock: systemClock, bus, schedule })
  await vi.advanceTimersByTimeAsync(0)
  const backToMs = () => Math.min(...received.map(({ fromMs }) => fromMs))
  expect(startMs - backToMs()).toBeLessThan(75 * 60_000)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(startMs - backToMs()).toBeGreaterThan(150 * 60_000)
  const inOrder = received.toSorted((one, other) => one.fromMs - other.fromMs)
  expect(inOrder.slice(1).filter((span, at) => span.fromMs !== inOrder[at]?.toMs)).toEqual([])
  await schedule.stop()
})
