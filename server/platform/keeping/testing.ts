import type { Facts } from '#server/facts'
import { openChanges, type Changes } from '#server/platform/changes/index'
import type { Clock } from '#server/platform/clock'
import { createDoorbell } from '#server/platform/doorbell/index'
import { silentLog } from '#server/platform/log'
import type { Db } from '#server/platform/store/index'
import { createKeeper, type DatabaseTime, type Keeper } from './index.ts'

export interface TestKeeping {
  readonly changes: Changes<Facts>
  readonly keeper: Keeper<Facts>
}

export interface TestKeepingOptions {
  readonly monotonicMs: () => number
  readonly isAlone: boolean
  readonly isCandidate?: boolean
  readonly time?: DatabaseTime
}

/** What a process has of the change log and of the keeper: real, but with a time of its own. */
export async function openTestKeeping(
  db: Db,
  clock: Clock,
  { monotonicMs, ...options }: TestKeepingOptions,
): Promise<TestKeeping> {
  const parts = { db, monotonicMs, log: silentLog, doorbell: createDoorbell(silentLog) }
  const changes = await openChanges<Facts>({ ...parts, clock })
  const keeper = createKeeper<Facts>({ duty: 'keeper', ...parts, changes, isCandidate: true, ...options })
  return { changes, keeper }
}

/** The keeper of a database that nobody else is on, for as long as a test takes by its own clock. */
export async function onlyKeeper(db: Db, clock: Clock): Promise<TestKeeping> {
  const keeping = await openTestKeeping(db, clock, { monotonicMs: () => 0, isAlone: true })
  await keeping.keeper.renew()
  return keeping
}
