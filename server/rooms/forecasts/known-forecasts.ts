import { usualStaleAfterMs } from '#domain/feeds/stale-after'
import type { ForecastRequest, HourForecast, PointForecast } from '#domain/forecasts/forecast'
import { expectedWeather, type ExpectedWeather } from '#domain/forecasts/expected'
import type { Point } from '#domain/geo/distance'
import { hourMs, minuteMs } from '#server/platform/clock'

export const uselessAfterMs = 12 * hourMs
/** A forecast older than this is refreshed. */
const renewAfterMs = hourMs
/** How long to wait before repeating a request that got no response. */
const patienceMs = 5 * minuteMs
/** A place that has not been requested for this long is dropped. */
const wantedForMs = 24 * hourMs

/** Forecasts are issued on a grid, so places this close share one. */
const stepsPerDegree = 20

function onGrid(degrees: number): number {
  return Math.round(degrees * stepsPerDegree) / stepsPerDegree
}

function gridPoint({ latitude, longitude }: Point): Point {
  return { latitude: onGrid(latitude), longitude: onGrid(longitude) }
}

export function keyOf(point: Point): string {
  const { latitude, longitude } = gridPoint(point)
  return `${latitude.toFixed(2)} ${longitude.toFixed(2)}`
}

/** One customer's request for a place. */
interface Want {
  wantedMs: number
  askedMs: number
  /** When it was last requested because a person was viewing it. */
  lookAskedMs: number
}

interface Entry {
  readonly point: Point
  readonly wants: Map<number, Want>
  forecast: PointForecast | undefined
  expected: ExpectedWeather | undefined
}

/** The customer who needs a forecast, and whether a person is viewing it. */
export interface Wanting {
  readonly customerId: number
  readonly isLookedAt?: boolean
}

export interface KnownForecast {
  readonly forecast: PointForecast
  readonly expected: ExpectedWeather
  readonly stale: boolean
}

/** Every received forecast, in memory, and every place that needs one. */
export class ForecastBook {
  readonly #entries = new Map<string, Entry>()
  readonly #staleAfterMs: (source: string) => number

  /** `staleAfterMs` is the limit per source: some issue a forecast every hour, others a few times a day. */
  constructor(staleAfterMs: (source: string) => number = () => usualStaleAfterMs.forecasts) {
    this.#staleAfterMs = staleAfterMs
  }

  #entry(point: Point): Entry {
    const key = keyOf(point)
    let entry = this.#entries.get(key)
    if (!entry) {
      entry = {
        point: gridPoint(point),
        wants: new Map(),
        forecast: undefined,
        expected: undefined,
      }
      this.#entries.set(key, entry)
    }
    return entry
  }

  /** Records that a customer needs a place's forecast. Returns the request if it should be sent now. */
  want(
    point: Point,
    nowMs: number,
    { customerId, isLookedAt = false }: Wanting,
  ): ForecastRequest | undefined {
    const entry = this.#entry(point)
    const want = entry.wants.get(customerId) ?? { wantedMs: 0, askedMs: -Infinity, lookAskedMs: -Infinity }
    entry.wants.set(customerId, want)
    want.wantedMs = nowMs
    const askedMs = isLookedAt ? want.lookAskedMs : want.askedMs
    if (!this.#isOld(entry, nowMs) || nowMs - askedMs < patienceMs) return undefined
    if (isLookedAt) want.lookAskedMs = nowMs
    return this.#asked(entry, customerId, want, nowMs, isLookedAt)
  }

  /** Every request that is due now. */
  due(nowMs: number): ForecastRequest[] {
    const requests: ForecastRequest[] = []
    for (const [key, entry] of this.#entries) {
      for (const [customerId, want] of entry.wants) {
        if (nowMs - want.wantedMs > wantedForMs) entry.wants.delete(customerId)
        else if (this.#isOld(entry, nowMs) && nowMs - want.askedMs >= patienceMs)
          requests.push(this.#asked(entry, customerId, want, nowMs, false))
      }
      if (entry.wants.size === 0) this.#entries.delete(key)
    }
    return requests
  }

  /** Allows everything to be requested again, because the source did not receive the requests. */
  askAnew() {
    for (const { wants } of this.#entries.values())
      for (const want of wants.values()) want.askedMs = want.lookAskedMs = -Infinity
  }

  #isOld({ forecast }: Entry, nowMs: number): boolean {
    return !forecast || nowMs - forecast.issuedMs >= renewAfterMs
  }

  #asked(entry: Entry, customerId: number, want: Want, nowMs: number, isLookedAt: boolean): ForecastRequest {
    want.askedMs = nowMs
    const { point, forecast } = entry
    const isMissing = !forecast || nowMs - forecast.issuedMs >= uselessAfterMs
    return { ...point, customerId, isLookedAt, isMissing }
  }

  /** Stores a forecast, unless it is older than the current one. */
  receive(forecast: PointForecast): boolean {
    const entry = this.#entry(forecast)
    if (entry.forecast && entry.forecast.issuedMs > forecast.issuedMs) return false
    entry.forecast = forecast
    entry.expected = undefined
    return true
  }

  at(point: Point, nowMs: number): KnownForecast | undefined {
    const entry = this.#entries.get(keyOf(point))
    const forecast = entry?.forecast
    if (!entry || !forecast) return undefined
    const ageMs = nowMs - forecast.issuedMs
    if (ageMs >= uselessAfterMs) return undefined
    // Computed on first use: most places are never viewed.
    entry.expected ??= expectedWeather(forecast)
    return { forecast, expected: entry.expected, stale: ageMs >= this.#staleAfterMs(forecast.source) }
  }

  /** The current hour, used as a substitute where there is no measurement. */
  hourAt(
    point: Point,
    nowMs: number,
  ): (HourForecast & { readonly elevationFeet: number | null }) | undefined {
    const forecast = this.#entries.get(keyOf(point))?.forecast
    if (!forecast || nowMs - forecast.issuedMs >= this.#staleAfterMs(forecast.source)) return undefined
    const hour = forecast.hours.find(({ timeMs }) => timeMs <= nowMs && nowMs < timeMs + hourMs)
    return hour && { ...hour, elevationFeet: forecast.elevationFeet }
  }
}
