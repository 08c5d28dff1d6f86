import type { Facts } from '#server/facts'
import { openChanges, type Changes } from '#server/platform/changes/index'
import type { Clock } from '#server/platform/clock'
import { createDoorbell } from '#server/platform/doorbell/index'
import { silentLog } from '#server/platform/log'
import type { Db } from '#server/platform/store/index'
import { createKeeper, type Keeper } from './index.ts'

/** The keeper of a database that nobody else is on, for as long as a test takes by its own clock. */
export async function onlyKeeper(
  db: Db,
  clock: Clock,
): Promise<{ readonly changes: Changes<Facts>; readonly keeper: Keeper<Facts> }> {
  const doorbell = createDoorbell(silentLog)
  const monotonicMs = () => 0
  const changes = await openChanges<Facts>({ db, clock, monotonicMs, log: silentLog, doorbell })
  const keeper = createKeeper<Facts>({
    duty: 'keeper',
    db,
    monotonicMs,
    log: silentLog,
    doorbell,
    changes,
    isCandidate: true,
    isAlone: true,
  })
  await keeper.renew()
  return { changes, keeper }
}
