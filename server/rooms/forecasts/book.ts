import { usualStaleAfterMs } from '#domain/feeds/stale-after'
import type { HourForecast, PointForecast } from '#domain/forecasts/forecast'
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

interface Entry {
  readonly point: Point
  wantedMs: number
  askedMs: number
  forecast: PointForecast | undefined
  expected: ExpectedWeather | undefined
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
        wantedMs: 0,
        askedMs: -Infinity,
        forecast: undefined,
        expected: undefined,
      }
      this.#entries.set(key, entry)
    }
    return entry
  }

  /** Notes that somebody wants a place's forecast; says whether it has to be asked for. */
  want(point: Point, nowMs: number): Point | undefined {
    const entry = this.#entry(point)
    entry.wantedMs = nowMs
    return this.#isDue(entry, nowMs) ? this.#asked(entry, nowMs) : undefined
  }

  /** The places whose forecasts have to be asked for now. */
  due(nowMs: number): Point[] {
    for (const [key, entry] of this.#entries) {
      if (nowMs - entry.wantedMs > wantedForMs) this.#entries.delete(key)
    }
    return [...this.#entries.values()]
      .filter(entry => this.#isDue(entry, nowMs))
      .map(entry => this.#asked(entry, nowMs))
  }

  /** Whoever was asked did not hear it: all may be asked for again. */
  askAnew() {
    for (const entry of this.#entries.values()) entry.askedMs = -Infinity
  }

  #isDue({ forecast, askedMs }: Entry, nowMs: number): boolean {
    const isOld = !forecast || nowMs - forecast.issuedMs >= renewAfterMs
    return isOld && nowMs - askedMs >= patienceMs
  }

  #asked(entry: Entry, nowMs: number): Point {
    entry.askedMs = nowMs
    return entry.point
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
