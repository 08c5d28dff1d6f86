import { sql } from 'kysely'
import type { Facts } from '#server/facts'
import { openChanges, type Changes } from '#server/platform/changes/index'
import type { Clock } from '#server/platform/clock'
import { createDoorbell } from '#server/platform/doorbell/index'
import { createKeeper, type Keeper } from '#server/platform/keeping/index'
import { silentLog } from '#server/platform/log'
import type { Db } from '#server/platform/store/index'
import { createReaders, type Readers } from '#server/rooms/live/index'
import type { LocationRings } from '#server/rooms/locations/index'
import { sourcesOf } from '#server/sources'
import { LightningEngine } from './engine.ts'

/** What a process has of lightning and of the others: all of it real but the time. */
export interface TestProcess {
  readonly engine: LightningEngine
  readonly changes: Changes<Facts>
  readonly keeper: Keeper<Facts>
  readonly readers: Readers
}

export interface TestProcessOptions {
  readonly db: Db
  readonly clock: Clock
  /** The time by the database's clock. */
  readonly databaseNow: () => Date
  readonly places: () => readonly LocationRings[]
  /** Reads them anew: at the start, and whenever somebody has edited them. */
  readonly loadPlaces?: () => Promise<void>
}

export async function openTestProcess(options: TestProcessOptions): Promise<TestProcess> {
  const { db, clock, databaseNow, places, loadPlaces = async () => {} } = options
  const doorbell = createDoorbell(silentLog)
  const { monotonicMs } = clock
  const changes = await openChanges<Facts>({ db, clock, monotonicMs, log: silentLog, doorbell })
  const keeper = createKeeper<Facts>({
    duty: 'keeper',
    db,
    monotonicMs,
    log: silentLog,
    doorbell,
    changes,
    isCandidate: true,
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
    keeper,
    isCurrent: changes.isCurrent,
    loadPlaces: places,
    seenBy: places,
    findPlace: id => places().find(place => place.id === id),
  })
  changes.hear('location changed', async ({ locationId }) => {
    await loadPlaces()
    await engine.follow(locationId)
  })
  await loadPlaces()
  await keeper.renew()
  await engine.start()
  return { engine, changes, keeper, readers }
}
