import type { Particulate } from '#domain/air-quality/averages'
import type { Point } from '#domain/geo/distance'
import type { Served } from '#server/platform/http/serve'
import { startAirQualityEngine, type AirBook, type AirQualityEngineDeps } from './engine.ts'
import { hourlyAqi } from './past-aqi.ts'
import { airQualityRoutes } from './routes.ts'

export interface AirQuality {
  readonly routes: readonly Served[]
  policyValues: AirBook['policyValues']
  hourlyAqi: HourlyAqi
}

/** The NowCast AQI of the hours in a time span, by their start. */
export type HourlyAqi = (
  point: Point,
  dust: Particulate,
  fromMs: number,
  toMs: number,
) => Promise<ReadonlyMap<number, number>>

/** Air quality from sensors within reach. */
export async function createAirQuality(deps: AirQualityEngineDeps): Promise<AirQuality> {
  const { db, locations } = deps
  const book = await startAirQualityEngine(deps)
  return {
    policyValues: (point, nowMs) => book.policyValues(point, nowMs),
    hourlyAqi: (...asked) => hourlyAqi({ db, book }, ...asked),
    routes: airQualityRoutes({ db, book, locations }),
  }
}
