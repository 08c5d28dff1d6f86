import { sql } from 'kysely'
import { secondMs, type Clock } from '#server/platform/clock'
import type { Log } from '#server/platform/log'
import type { Db } from './index.ts'

/** A clock synchronized with the database's, which runs on its own between two readings. */
export interface DatabaseClock extends Clock {
  look(): Promise<void>
}

/** A difference that is worth reporting to the operator. */
const worthTellingMs = 2 * secondMs

/**
 * Creates a clock on which several machines agree, by asking the database that they all use. Between two readings it
 * advances by monotonic milliseconds: changes to the machine's own clock have no effect.
 */
export async function followDatabaseClock(
  askTime: () => Promise<Date>,
  machine: Clock,
  log: Log,
): Promise<DatabaseClock> {
  const monotonicMs = machine.monotonicMs
  let aheadMs: number | undefined

  async function look() {
    const askedMs = monotonicMs()
    const reported = await askTime()
    const unsureMs = (monotonicMs() - askedMs) / 2
    const heardAheadMs = reported.getTime() - (askedMs + unsureMs)
    // A difference within the uncertainty of the round trip is ignored.
    if (aheadMs !== undefined && Math.abs(heardAheadMs - aheadMs) <= unsureMs) return
    aheadMs = heardAheadMs
    const offMs = machine.now().getTime() - (monotonicMs() + aheadMs)
    if (Math.abs(offMs) - unsureMs > worthTellingMs)
      log.warn(
        { seconds: Math.round(offMs / secondMs) },
        'this machine’s clock differs from the database’s, whose time is used; correct it (NTP)',
      )
  }
  await look()
  return { now: () => new Date(monotonicMs() + (aheadMs ?? 0)), monotonicMs, look }
}

export async function databaseNow(db: Db): Promise<Date> {
  const { rows } = await sql<{ now: Date }>`select clock_timestamp() as now`.execute(db)
  const [row] = rows
  if (!row) throw new Error('The database returned no time')
  return row.now
}
