import { startTicker } from './ticker.ts'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

test('ticks at its interval until stopped', () => {
  const ticked = vi.fn()
  const stop = startTicker(500, ticked)
  vi.advanceTimersByTime(499)
  expect(ticked).toHaveBeenCalledTimes(0)
  vi.advanceTimersByTime(1501)
  expect(ticked).toHaveBeenCalledTimes(4)
  stop()
  vi.advanceTimersByTime(5000)
  expect(ticked).toHaveBeenCalledTimes(4)
})

test('does not accumulate late ticks', () => {
  const times: number[] = []
  let lateMs = 0
  const realTimeout = globalThis.setTimeout
  vi.spyOn(globalThis, 'setTimeout').mockImplementation(((work: () => void, ms: number) =>
    realTimeout(work, ms + lateMs)) as typeof setTimeout)
  const begunMs = performance.now()
  lateMs = 30
  const stop = startTicker(100, () => times.push(performance.now() - begunMs))
  vi.advanceTimersByTime(1040)
  stop()
  vi.restoreAllMocks()
  expect(times).toEqual([130, 230, 330, 430, 530, 630, 730, 830, 930, 1030])
})

test('does not catch up after a long sleep', () => {
  const ticked = vi.fn()
  const asleep = vi.spyOn(performance, 'now')
  asleep.mockReturnValue(0)
  const stop = startTicker(100, ticked)
  asleep.mockReturnValue(60_000)
  vi.advanceTimersByTime(100)
  expect(ticked).toHaveBeenCalledTimes(1)
  vi.advanceTimersByTime(99)
  expect(ticked).toHaveBeenCalledTimes(1)
  stop()
  vi.restoreAllMocks()
})
