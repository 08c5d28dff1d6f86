import { usualStaleAfterMs } from '#domain/feeds/stale-after'
import type { ForecastWish, HourForecast, PointForecast } from '#domain/forecasts/forecast'
import { expectedWeather, type ExpectedWeather } from '#domain/forecasts/expected'
import type { Point } from '#domain/geo/distance'
import { hourMs, minuteMs } from '#server/platform/clock'

export const uselessAfterMs = 12 * hourMs
/** A forecast is asked for anew when it is older than this. */
const renewAfterMs = hourMs
/** So long nobody asks again for what was asked for and did not come. */
const patienceMs = 5 * minuteMs
/** Places that nobody has asked about for so long are let go. */
const wantedForMs = 24 * hourMs

/** Forecasts are made for a grid: places this near to each other share one. */
const stepsPerDegree = 20

function onGrid(degrees: number): number {
  return Math.round(degrees * stepsPerDegree) / stepsPerDegree
}

export function gridPoint({ latitude, longitude }: Point): Point {
  return { latitude: onGrid(latitude), longitude: onGrid(longitude) }
}

export function keyOf(point: Point): string {
  const { latitude, longitude } = gridPoint(point)
  return `${latitude.toFixed(2)} ${longitude.toFixed(2)}`
}

/** What one customer wants of a place. */
interface Want {
  wantedMs: number
  askedMs: number
  /** Because somebody looked at it. */
  lookAskedMs: number
}

interface Entry {
  readonly point: Point
  readonly wants: Map<number, Want>
  forecast: PointForecast | undefined
  expected: ExpectedWeather | undefined
}

/** Who wants a forecast, and whether somebody looks at it. */
export interface Wanting {
  readonly customerId: number
  readonly isLookedAt?: boolean
}

export interface KnownForecast {
  readonly forecast: PointForecast
  readonly expected: ExpectedWeather
  readonly stale: boolean
}

/** Every forecast that was heard, in memory, and every place for which one is wanted. */
export class ForecastBook {
  readonly #entries = new Map<string, Entry>()
  readonly #staleAfterMs: (source: string) => number

  /** How old a source's forecast may be: some are made every hour, others a few times a day. */
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

  /** Notes that a customer wants a place's forecast. Returns the wish if it has to be asked for. */
  want(point: Point, nowMs: number, { customerId, isLookedAt = false }: Wanting): ForecastWish | undefined {
    const entry = this.#entry(point)
    const want = entry.wants.get(customerId) ?? { wantedMs: 0, askedMs: -Infinity, lookAskedMs: -Infinity }
    entry.wants.set(customerId, want)
    want.wantedMs = nowMs
    const askedMs = isLookedAt ? want.lookAskedMs : want.askedMs
    if (!this.#isOld(entry, nowMs) || nowMs - askedMs < patienceMs) return undefined
    if (isLookedAt) want.lookAskedMs = nowMs
    return this.#asked(entry, customerId, want, nowMs, isLookedAt)
  }

  /** Everything that has to be asked for now. */
  due(nowMs: number): ForecastWish[] {
    const wishes: ForecastWish[] = []
    for (const [key, entry] of this.#entries) {
      for (const [customerId, want] of entry.wants) {
        if (nowMs - want.wantedMs > wantedForMs) entry.wants.delete(customerId)
        else if (this.#isOld(entry, nowMs) && nowMs - want.askedMs >= patienceMs)
          wishes.push(this.#asked(entry, customerId, want, nowMs, false))
      }
      if (entry.wants.size === 0) this.#entries.delete(key)
    }
    return wishes
  }

  /** Whoever was asked did not hear it: all may be asked for again. */
  askAnew() {
    for (const { wants } of this.#entries.values())
      for (const want of wants.values()) want.askedMs = want.lookAskedMs = -Infinity
  }

  #isOld({ forecast }: Entry, nowMs: number): boolean {
    return !forecast || nowMs - forecast.issuedMs >= renewAfterMs
  }

  #asked(entry: Entry, customerId: number, want: Want, nowMs: number, isLookedAt: boolean): ForecastWish {
    want.askedMs = nowMs
    const { point, forecast } = entry
    const isMissing = !forecast || nowMs - forecast.issuedMs >= uselessAfterMs
    return { ...point, customerId, isLookedAt, isMissing }
  }

  /** Takes a forecast up, unless it is older than the one already there. */
  hear(forecast: PointForecast): boolean {
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
    // Worked out when it is first asked for: most places are never looked at.
    entry.expected ??= expectedWeather(forecast)
    return { forecast, expected: entry.expected, stale: ageMs >= this.#staleAfterMs(forecast.source) }
  }

  /** The hour that is under way: what stands in for a measurement where nobody measures. */
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
