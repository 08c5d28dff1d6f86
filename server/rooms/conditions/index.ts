import type { Choice } from '#domain/conditions/choose'
import type { PresentWeather } from '#domain/forecasts/agreed'
import type { Served } from '#server/platform/http/serve'
import type { Db } from '#server/platform/store/index'
import type { Stations } from '#server/rooms/stations/index'
import { ConditionsAt, type AnalysisAt, type CustomerPoint } from './conditions-at.ts'
import { conditionsRoutes } from './routes.ts'

export {
  ConditionsAt,
  type Analysis,
  type AnalysisAt,
  type CustomerPoint,
  type ShownValues,
} from './conditions-at.ts'

export interface ConditionsDeps {
  readonly db: Db
  readonly stations: Pick<Stations, 'book' | 'imageUrlOf'>
  /** The gridded analysis, used where no station is near. */
  readonly analysisAt: AnalysisAt
  /** Whether lightning struck inside a ring of the location and its delay is still running. */
  readonly isThunderingAt: (locationId: number) => boolean
}

export interface ConditionsRoom {
  readonly routes: readonly Served[]
  /** The values that policies evaluate at a place. */
  readonly policyValues: ConditionsAt['policyValues']
  /** The values that widgets show at a place. */
  readonly shownValues: ConditionsAt['shownValues']
  /** The current measurements at a place. */
  readonly presentAt: (place: CustomerPoint, nowMs: number) => Omit<PresentWeather, 'isThundering'>
}

/** The weather at places: which stations report for each, and the combined result. */
export function createConditions({
  db,
  stations,
  analysisAt,
  isThunderingAt,
}: ConditionsDeps): ConditionsRoom {
  const at = new ConditionsAt(stations.book, analysisAt)
  return {
    routes: conditionsRoutes({ db, at, stations, isThunderingAt }),
    policyValues: (place, nowMs, accepts) => at.policyValues(place, nowMs, accepts),
    shownValues: (place, nowMs, station) => at.shownValues(place, nowMs, station),
    presentAt(place, nowMs) {
      const { facets } = at.conditionsAt(place, nowMs)
      const rain = freshOf(facets.rain)
      const inches = rain?.observation.measures.rainTodayInches ?? null
      return {
        temperatureF: freshOf(facets.temperature)?.observation.measures.temperatureF ?? null,
        weatherCode: freshOf(facets.sky)?.observation.measures.weatherCode ?? null,
        rainToday: rain && inches !== null ? { inches, observedMs: rain.observedMs } : null,
      }
    },
  }
}

const freshOf = (choice: Choice | null) => (choice?.fresh ? choice : null)
