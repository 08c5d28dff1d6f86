import { sql } from 'kysely'
import type { Clock } from '#server/platform/clock'
import { openTestKeeping, type TestLeadership } from '#server/platform/leadership/testing'
import { silentLog } from '#server/platform/log'
import type { Db } from '#server/platform/store/index'
import { createReaders, type Readers } from '#server/rooms/live/index'
import type { LocationRings } from '#server/rooms/locations/index'
import { sourcesOf } from '#server/sources'
import { LightningEngine } from './engine.ts'

/** The lightning parts of a process and its peers, all real except the time. */
export interface TestProcess extends TestLeadership {
  readonly engine: LightningEngine
  readonly readers: Readers
}

export interface TestProcessOptions {
  readonly db: Db
  readonly clock: Clock
  /** The time of the database's clock. */
  readonly databaseNow: () => Date
  readonly places: () => readonly LocationRings[]
  /** Reloads the places: at startup, and after every edit. */
  readonly loadPlaces?: () => Promise<void>
}

export async function openTestProcess(options: TestProcessOptions): Promise<TestProcess> {
  const { db, clock, databaseNow, places, loadPlaces = async () => {} } = options
  const { changes, leadership } = await openTestKeeping(db, clock, {
    monotonicMs: clock.monotonicMs,
    isAlone: false,
    time: () => sql<Date>`${databaseNow()}::timestamptz`,
  })
  const readers = createReaders()
  const engine = new LightningEngine({
    db,
    clock,
    log: silentLog,
    readers,
    sources: sourcesOf({ feeds: 'simulated' }),
    leadership,
    isCurrent: changes.isCurrent,
    loadPlaces: places,
    seenBy: places,
    findPlace: id => places().find(place => place.id === id),
  })
  changes.subscribe('location changed', async ({ locationId }) => {
    await loadPlaces()
    await engine.follow(locationId)
  })
  await loadPlaces()
  await leadership.renew()
  await engine.start()
  return { engine, changes, leadership, readers }
}
