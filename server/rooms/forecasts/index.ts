import { agreedWeather, type PresentWeather } from '#domain/forecasts/agreed'
import type { ExpectedWeather } from '#domain/forecasts/expected'
import type { Point } from '#domain/geo/distance'
import type { ExpectedHour } from '#domain/policies/threats'
import { hourMs } from '#server/platform/clock'
import type { Served } from '#server/platform/http/serve'
import type { Analysis, CustomerPoint } from '#server/rooms/conditions/index'
import { analysisOf } from './analysis.ts'
import { startForecastEngine, type ForecastEngineDeps } from './engine.ts'
import { isOfStorms } from './proactive.ts'
import { forecastRoutes } from './routes.ts'

export { ForecastBook } from './known-forecasts.ts'
export { wireForecastHour } from './wire.ts'
export { areasNear } from './proactive.ts'
export { standingProactiveForecasts } from './store.ts'

interface ForecastsDeps extends ForecastEngineDeps {
  /** Returns the known current weather at a location. */
  readonly presentAt: (locationId: number, nowMs: number) => PresentWeather
}

export interface Forecasts {
  readonly routes: readonly Served[]
  /** Returns the current hour as a substitute for a missing measurement, if the forecast is fresh. */
  analysisAt(point: Point, nowMs: number): Analysis | undefined
  /** Returns the hours from the current one through a given time. */
  expectedAt(point: CustomerPoint, nowMs: number, toMs: number): Promise<readonly ExpectedHour[]>
  /** Returns the hours and days ahead, consistent with the present; undefined if no forecast is available. */
  outlookAt(
    point: CustomerPoint,
    nowMs: number,
    present: PresentWeather,
  ): Promise<ExpectedWeather | undefined>
  /** Whether the meteorologists expect storms at a place. */
  isStormForecastAt(point: Point, nowMs: number): boolean
}

/** Forecasts: requested for the places that people have, stored, and kept up to date. */
export async function createForecasts(deps: ForecastsDeps): Promise<Forecasts> {
  const { db, locations, presentAt } = deps
  const { book, proactive, forecastAt } = await startForecastEngine(deps)
  return {
    routes: forecastRoutes({ db, locations, proactive, forecastAt, presentAt }),
    analysisAt(point, nowMs) {
      const hour = book.hourAt(point, nowMs)
      return hour && analysisOf(hour)
    },
    async expectedAt(point, nowMs, toMs) {
      const known = await forecastAt(point, nowMs)
      const hours = known?.expected.hours ?? []
      return hours.filter(({ timeMs }) => timeMs + hourMs > nowMs && timeMs < toMs)
    },
    async outlookAt(point, nowMs, present) {
      const known = await forecastAt(point, nowMs)
      return known && agreedWeather(known.expected, present, nowMs)
    },
    isStormForecastAt: (point, nowMs) => proactive.at(point, nowMs).some(isOfStorms),
  }
}
