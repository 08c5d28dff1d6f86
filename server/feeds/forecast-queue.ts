import type { ForecastRequest } from '#domain/forecasts/forecast'
import type { Point } from '#domain/geo/distance'
import { minuteMs } from '#server/platform/clock'

/** The room repeats its open requests every few minutes, so an older request is obsolete. */
const requestValidMs = 10 * minuteMs
/** The limits per customer. A request beyond them is made again later. */
const mostLookedAt = 1000
const mostWaiting = 10_000
/**
 * After this many requests for places being viewed, another request gets its turn, so a page left open does not stop
 * everything else.
 */
const mostLookedAtInARow = 3

interface Waiting {
  readonly request: ForecastRequest
  readonly requestedMs: number
}

/** A customer's requests by priority, each in order of arrival. */
const laneNames = ['lookedAt', 'retried', 'missing', 'old'] as const
type LaneName = (typeof laneNames)[number]
type Lanes = Readonly<Record<LaneName, Map<string, Waiting>>>

const passes = { lookedAt: ['lookedAt'], others: ['retried', 'missing', 'old'] } as const

type IsReady = (place: string) => boolean

export const placeKey = ({ latitude, longitude }: Point) => `${latitude} ${longitude}`

export interface ForecastQueue {
  isEmpty(): boolean
  add(request: ForecastRequest, nowMs: number): void
  /** Queues a failed request again, ahead of the customer's requests for places that no one is viewing. */
  retry(request: ForecastRequest, nowMs: number): void
  /** Takes the next request whose place is ready. */
  take(nowMs: number, isReady?: IsReady): ForecastRequest | undefined
}

/**
 * Queues forecast requests. Customers take turns, which keeps one customer's many places from delaying another's.
 * Places that someone is viewing come first, newest view first; then those without a forecast; then those with an old
 * one.
 */
export function createForecastQueue(): ForecastQueue {
  /** In the order of their turns: the first customer is next. */
  const customers = new Map<number, Lanes>()
  let lookedAtInARow = 0

  const sizeOf = (lanes: Lanes) => laneNames.reduce((sum, name) => sum + lanes[name].size, 0)

  function lanesOf({ customerId }: ForecastRequest): Lanes {
    const lanes = customers.get(customerId) ?? {
      lookedAt: new Map(),
      retried: new Map(),
      missing: new Map(),
      old: new Map(),
    }
    customers.set(customerId, lanes)
    return lanes
  }

  function remove(place: string) {
    for (const [customerId, lanes] of customers) {
      for (const name of laneNames) lanes[name].delete(place)
      if (sizeOf(lanes) === 0) customers.delete(customerId)
    }
  }

  function firstOf(lanes: Lanes, names: readonly LaneName[], nowMs: number, isReady: IsReady) {
    for (const name of names) {
      const lane = lanes[name]
      for (const [place, { request, requestedMs }] of name === 'lookedAt' ? [...lane].toReversed() : lane)
        if (nowMs - requestedMs > requestValidMs) lane.delete(place)
        else if (isReady(place)) return request
    }
    return undefined
  }

  function takeFrom(pass: keyof typeof passes, nowMs: number, isReady: IsReady) {
    for (const [customerId, lanes] of customers) {
      const request = firstOf(lanes, passes[pass], nowMs, isReady)
      if (request || sizeOf(lanes) === 0) customers.delete(customerId)
      if (!request) continue
      customers.set(customerId, lanes)
      remove(placeKey(request))
      lookedAtInARow = pass === 'lookedAt' ? lookedAtInARow + 1 : 0
      return request
    }
    return undefined
  }

  return {
    isEmpty: () => customers.size === 0,
    add(request, nowMs) {
      const lanes = lanesOf(request)
      const place = placeKey(request)
      const waiting = { request, requestedMs: nowMs }
      if (lanes.retried.has(place)) return void lanes.retried.set(place, waiting)
      if (request.isLookedAt) {
        for (const name of laneNames) lanes[name].delete(place)
        lanes.lookedAt.set(place, waiting)
        const [oldest] = lanes.lookedAt.keys()
        if (lanes.lookedAt.size > mostLookedAt && oldest !== undefined) lanes.lookedAt.delete(oldest)
        return
      }
      const look = lanes.lookedAt.get(place)
      if (look && nowMs - look.requestedMs <= requestValidMs) return
      const [lane, other] = request.isMissing ? [lanes.missing, lanes.old] : [lanes.old, lanes.missing]
      lanes.lookedAt.delete(place)
      other.delete(place)
      // A place that is already waiting keeps its position.
      if (lane.has(place) || lane.size < mostWaiting) lane.set(place, waiting)
    },
    retry: (request, nowMs) =>
      void lanesOf(request).retried.set(placeKey(request), { request, requestedMs: nowMs }),
    take(nowMs, isReady = () => true) {
      const lookedAtFirst = lookedAtInARow < mostLookedAtInARow
      const order = lookedAtFirst ? (['lookedAt', 'others'] as const) : (['others', 'lookedAt'] as const)
      return takeFrom(order[0], nowMs, isReady) ?? takeFrom(order[1], nowMs, isReady)
    },
  }
}
