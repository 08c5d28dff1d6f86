import { describe, expect, it } from 'vitest'
import type { ForecastRequest } from '#domain/forecasts/forecast'
import { minuteMs } from '#server/platform/clock'
import { createForecastQueue, type ForecastQueue } from './forecast-queue.ts'

const request = (
  customerId: number,
  latitude: number,
  more: Partial<ForecastRequest> = {},
): ForecastRequest => ({
  latitude,
  longitude: -90,
  customerId,
  isLookedAt: false,
  isMissing: true,
  ...more,
})
const old = { isMissing: false }
const lookedAt = { isLookedAt: true }

function queueOf(...requests: readonly ForecastRequest[]): ForecastQueue {
  const queue = createForecastQueue()
  for (const each of requests) queue.add(each, 0)
  return queue
}
function takeAll(queue: ForecastQueue, nowMs = 0): number[] {
  const taken: number[] = []
  for (let next = queue.take(nowMs); next; next = queue.take(nowMs)) taken.push(next.latitude)
  return taken
}

describe('forecast requests', () => {
  it("are served in turns between customers, each customer's in order of arrival", () => {
    const queue = queueOf(
      request(1, 11),
      request(1, 12),
      request(1, 13),
      request(2, 21),
      request(2, 22),
      request(3, 31),
    )
    expect(takeAll(queue)).toEqual([11, 21, 31, 12, 22, 13])
    expect(queue.isEmpty()).toBe(true)
  })

  it('of a customer are served first where there is no forecast, then where it is old', () => {
    const queue = queueOf(request(1, 11, old), request(1, 12), request(2, 21, old), request(1, 13))
    // A customer with many missing forecasts does not stop the renewals of another.
    expect(takeAll(queue)).toEqual([12, 21, 13, 11])
  })

  it('for places that somebody is viewing come first, the newest view before the others', () => {
    const queue = queueOf(request(1, 11), request(2, 21), request(1, 12, lookedAt), request(1, 13, lookedAt))
    expect(takeAll(queue)).toEqual([13, 12, 21, 11])
  })

  it('for places that are not being viewed are served too while somebody views very many places', () => {
    const looks = Array.from({ length: 100 }, (_, index) => request(1, index / 10, lookedAt))
    const queue = queueOf(...looks, request(2, 21, old), request(2, 22, old))
    const taken = takeAll(queue)
    expect(taken.indexOf(21)).toBe(3)
    expect(taken.indexOf(22)).toBe(7)
    expect(taken).toHaveLength(102)
  })

  it('for one place from several customers are served once', () => {
    const queue = queueOf(request(1, 11), request(2, 11), request(2, 22))
    expect(takeAll(queue)).toEqual([11, 22])
  })

  it('keep their position when they are repeated, and move up when somebody views the place', () => {
    const queue = queueOf(request(1, 11), request(1, 12), request(1, 13))
    queue.add(request(1, 11), 1)
    queue.add(request(1, 13, lookedAt), 1)
    queue.add(request(1, 13), 2)
    expect(takeAll(queue)).toEqual([13, 11, 12])
  })

  it('that are not repeated for ten minutes are dropped', () => {
    const queue = queueOf(request(1, 11), request(1, 12), request(2, 21, lookedAt))
    queue.add(request(1, 12), 5 * minuteMs)
    expect(takeAll(queue, 10 * minuteMs + 1)).toEqual([12])
  })

  it('that failed are retried before the others of their customer, once their place is ready', () => {
    const queue = queueOf(request(1, 11), request(1, 12))
    const failed = queue.take(0)
    expect(failed?.latitude).toBe(11)
    queue.retry(request(1, 11), 0)
    expect(queue.take(0, place => place !== '11 -90')?.latitude).toBe(12)
    expect(queue.take(0, () => false)).toBeUndefined()
    expect(queue.take(0)?.latitude).toBe(11)
  })

  it('are limited per customer: one with endless requests takes no capacity from another', () => {
    const queue = createForecastQueue()
    for (let index = 0; index < 30_000; index++) queue.add(request(1, index / 1000), 0)
    for (let index = 0; index < 2000; index++) queue.add(request(1, 50 + index / 1000, lookedAt), 0)
    queue.add(request(2, 80), 0)
    const taken = takeAll(queue)
    expect(taken).toHaveLength(11_001)
    expect(taken).toContain(80)
  })
})
