import type { Clock } from '#server/platform/clock'
import { silentLog } from '#server/platform/log'
import type { Db } from '#server/platform/store/index'
import { StationBook } from './known-stations.ts'
import { StationEngine, type StationEngineDeps } from './engine.ts'

/** An engine that keeps all readings of all sources, with its own book. */
export function openTestEngine(db: Db, clock: Clock, change: Partial<StationEngineDeps> = {}) {
  const book = new StationBook()
  const engine = new StationEngine({
    db,
    clock,
    log: silentLog,
    book,
    sources: { isOn: () => true },
    drops: { drop: () => {} },
    wantPast: () => {},
    keptSince: () => new Date(0),
    ...change,
  })
  return { book, engine }
}
