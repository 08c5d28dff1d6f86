import type { Bus } from '#server/platform/bus'
import { dayMs, later, type Clock } from '#server/platform/clock'
import type { Served } from '#server/platform/http/serve'
import type { Log } from '#server/platform/log'
import type { Schedule } from '#server/platform/schedule'
import type { Db } from '#server/platform/store/index'
import type { Sources } from '#server/sources'
import type { Events } from '#server/events'
import { ConditionsAt, type AnalysisAt, type Conditions, type CustomerPoint } from './conditions-at.ts'
import { ConditionsEngine } from './engine.ts'
import { deleteHistoryBefore } from './history-store.ts'
import { historyRoutes } from './history-routes.ts'
import { conditionsRoutes } from './routes.ts'
import { StationBook } from './station-book.ts'
import { deleteReadingsBefore } from './store.ts'
import type { PolicyValues } from '#domain/conditions/policy-values'

export { giveStation } from './store.ts'
export { listDays, listHours, type DayRow, type HourRow } from './history-store.ts'
export { isSeenBy as isStationSeenBy, stationSeenBy } from './reach.ts'
export {
  ConditionsAt,
  type Analysis,
  type AnalysisAt,
  type Conditions,
  type CustomerPoint,
} from './conditions-at.ts'
export { StationBook } from './station-book.ts'

export interface ConditionsDeps {
  readonly db: Db
  readonly clock: Clock
  readonly log: Log
  readonly bus: Bus<Events>
  readonly keeperSchedule: Schedule
  /** Whether another process has heard it first, and written it down. */
  readonly isRelayed: (heard: object) => boolean
  readonly sources: Sources
  /** The gridded analysis, where no station is near. */
  readonly analysisAt: AnalysisAt
}

export interface ConditionsRoom {
  readonly engine: ConditionsEngine
  readonly book: StationBook
  readonly routes: readonly Served[]
  /** The weather at a place, as far as it is known. */
  readonly conditionsAt: (place: CustomerPoint, nowMs: number) => Conditions
  /** What policies look at there. */
  readonly policyValues: (place: CustomerPoint, nowMs: number) => PolicyValues
}

const kept = { stationReadingsDays: 60, metarReadingsDays: 8, hoursDays: 400, daysDays: 5 * 366 }

/** The weather as it is and was: what stations said, and who speaks for a place. */
export async function createConditions(deps: ConditionsDeps): Promise<ConditionsRoom> {
  const { db, clock, log, bus, keeperSchedule, isRelayed, sources } = deps
  const book = new StationBook()
  const at = new ConditionsAt(book, deps.analysisAt)
  const wantPast = (wanted: Events['past-wanted']) => bus.say('past-wanted', wanted)
  const engine = new ConditionsEngine({ db, clock, log, book, sources, wantPast })
  await engine.start()

  bus.hear('stations-known', known => engine.knowStations(known.stations, isRelayed(known)))
  bus.hear('readings-heard', heard => engine.hear(heard.readings, isRelayed(heard)))
  bus.hear('past-heard', past => engine.hearPast(past))
  keeperSchedule.every('readings retention', dayMs, async () => {
    const before = (days: number) => later(clock.now(), -days * dayMs)
    await deleteReadingsBefore(db, 'system', 'station', before(kept.stationReadingsDays))
    await deleteReadingsBefore(db, 'system', 'metar', before(kept.metarReadingsDays))
    const oldestDay = before(kept.daysDays).toISOString().slice(0, 10)
    await deleteHistoryBefore(db, 'system', before(kept.hoursDays), oldestDay)
  })

  return {
    engine,
    book,
    routes: [...conditionsRoutes({ db, book, at }), ...historyRoutes({ db, book })],
    conditionsAt: (place, nowMs) => at.conditionsAt(place, nowMs),
    policyValues: (place, nowMs) => at.policyValues(place, nowMs),
  }
}
