import type { Particulate } from '#domain/air-quality/averages'
import type { Point } from '#domain/geo/distance'
import type { Accepts } from '#domain/policies/source'
import type { Served } from '#server/platform/http/serve'
import { sensorReachMiles, startAirQualityEngine, type AirBook, type AirQualityEngineDeps } from './engine.ts'
import { hourlyAqi } from './past-aqi.ts'
import type { CustomerPoint } from '#server/rooms/conditions/index'
import { ownAirOf, type OwnParticlesNear } from './own-air.ts'
import { airQualityRoutes } from './routes.ts'

export interface AirQuality {
  readonly routes: readonly Served[]
  /** The values that policies evaluate at a place, including the customer's own sensors. */
  policyValues(place: CustomerPoint, nowMs: number, accepts?: Accepts): ReturnType<AirBook['policyValues']>
  hourlyAqi: HourlyAqi
}

/** Returns the NowCast AQI of the hours in a time span, by their start. */
export type HourlyAqi = (
  point: Point,
  dust: Particulate,
  fromMs: number,
  toMs: number,
) => Promise<ReadonlyMap<number, number>>

export interface AirQualityDeps extends AirQualityEngineDeps {
  readonly ownParticlesNear: OwnParticlesNear
}

/** Air quality from sensors within reach. */
export async function createAirQuality(deps: AirQualityDeps): Promise<AirQuality> {
  const { db, locations } = deps
  const ownAirAt = (place: CustomerPoint, nowMs: number) =>
    ownAirOf(deps.ownParticlesNear(place, sensorReachMiles), nowMs)
  const book = await startAirQualityEngine(deps)
  return {
    policyValues: (place, nowMs, accepts) =>
      book.policyValues(place, nowMs, ownAirAt(place, nowMs)?.measured ?? null, accepts),
    hourlyAqi: (...asked) => hourlyAqi({ db, book }, ...asked),
    routes: airQualityRoutes({ db, book, locations, ownAirAt }),
  }
}
