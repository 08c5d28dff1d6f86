import type { Facts } from '#server/facts'
import { openChanges, type Changes } from '#server/platform/changes/index'
import type { Clock } from '#server/platform/clock'
import { createDoorbell } from '#server/platform/doorbell/index'
import { silentLog } from '#server/platform/log'
import type { Db } from '#server/platform/store/index'
import { createLeadership, type DatabaseTime, type Leadership } from './index.ts'

export interface TestLeadership {
  readonly changes: Changes<Facts>
  readonly leadership: Leadership<Facts>
}

export interface TestKeepingOptions {
  readonly monotonicMs: () => number
  readonly isAlone: boolean
  readonly isCandidate?: boolean
  readonly time?: DatabaseTime
}

/** Opens a process's change log and leadership: real, but with its own clock. */
export async function openTestKeeping(
  db: Db,
  clock: Clock,
  { monotonicMs, ...options }: TestKeepingOptions,
): Promise<TestLeadership> {
  const parts = { db, monotonicMs, log: silentLog, doorbell: createDoorbell(silentLog) }
  const changes = await openChanges<Facts>({ ...parts, clock })
  const leadership = createLeadership<Facts>({
    duty: 'keeper',
    ...parts,
    changes,
    isCandidate: true,
    ...options,
  })
  return { changes, leadership }
}

/** Returns the leader of a database that no other process uses, for as long as a test runs by its own clock. */
export async function soleLeader(db: Db, clock: Clock): Promise<TestLeadership> {
  const keeping = await openTestKeeping(db, clock, { monotonicMs: () => 0, isAlone: true })
  await keeping.leadership.renew()
  return keeping
}
