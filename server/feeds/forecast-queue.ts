import type { ForecastWish } from '#domain/forecasts/forecast'
import type { Point } from '#domain/geo/distance'
import { minuteMs } from '#server/platform/clock'

/** The room repeats what it still needs every few minutes: an older request is obsolete. */
const wishCountsMs = 10 * minuteMs
/** Per customer. A request that does not fit is made again later. */
const mostLookedAt = 1000
const mostWaiting = 10_000
/**
 * After this many for places being viewed, another one gets its turn: a page left open must not stop everything else.
 */
const mostLookedAtInARow = 3

interface Waiting {
  readonly wish: ForecastWish
  readonly wishedMs: number
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
  add(wish: ForecastWish, nowMs: number): void
  /** It failed, and is retried before the others of its customer. */
  retry(wish: ForecastWish, nowMs: number): void
  /** Takes the next request whose place is ready. */
  take(nowMs: number, isReady?: IsReady): ForecastWish | undefined
}

/**
 * Queues forecast requests. Customers take turns, which keeps one customer's many places from delaying another's.
 * Places that somebody is viewing come first, newest view first; then those without a forecast; then those with an old
 * one.
 */
export function createForecastQueue(): ForecastQueue {
  /** The customer whose turn is next is first. */
  const customers = new Map<number, Lanes>()
  let lookedAtInARow = 0

  const sizeOf = (lanes: Lanes) => laneNames.reduce((sum, name) => sum + lanes[name].size, 0)

  function lanesOf({ customerId }: ForecastWish): Lanes {
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
      for (const [place, { wish, wishedMs }] of name === 'lookedAt' ? [...lane].toReversed() : lane)
        if (nowMs - wishedMs > wishCountsMs) lane.delete(place)
        else if (isReady(place)) return wish
    }
    return undefined
  }

  function takeFrom(pass: keyof typeof passes, nowMs: number, isReady: IsReady) {
    for (const [customerId, lanes] of customers) {
      const wish = firstOf(lanes, passes[pass], nowMs, isReady)
      if (wish || sizeOf(lanes) === 0) customers.delete(customerId)
      if (!wish) continue
      customers.set(customerId, lanes)
      remove(placeKey(wish))
      lookedAtInARow = pass === 'lookedAt' ? lookedAtInARow + 1 : 0
      return wish
    }
    return undefined
  }

  return {
    isEmpty: () => customers.size === 0,
    add(wish, nowMs) {
      const lanes = lanesOf(wish)
      const place = placeKey(wish)
      const waiting = { wish, wishedMs: nowMs }
      if (lanes.retried.has(place)) return void lanes.retried.set(place, waiting)
      if (wish.isLookedAt) {
        for (const name of laneNames) lanes[name].delete(place)
        lanes.lookedAt.set(place, waiting)
        const [oldest] = lanes.lookedAt.keys()
        if (lanes.lookedAt.size > mostLookedAt && oldest !== undefined) lanes.lookedAt.delete(oldest)
        return
      }
      const look = lanes.lookedAt.get(place)
      if (look && nowMs - look.wishedMs <= wishCountsMs) return
      const [lane, other] = wish.isMissing ? [lanes.missing, lanes.old] : [lanes.old, lanes.missing]
      lanes.lookedAt.delete(place)
      other.delete(place)
      // Keeps its position if it is already waiting.
      if (lane.has(place) || lane.size < mostWaiting) lane.set(place, waiting)
    },
    retry: (wish, nowMs) => void lanesOf(wish).retried.set(placeKey(wish), { wish, wishedMs: nowMs }),
    take(nowMs, isReady = () => true) {
      const lookedAtFirst = lookedAtInARow < mostLookedAtInARow
      const order = lookedAtFirst ? (['lookedAt', 'others'] as const) : (['others', 'lookedAt'] as const)
      return takeFrom(order[0], nowMs, isReady) ?? takeFrom(order[1], nowMs, isReady)
    },
  }
}
