import { sql } from 'kysely'
import { secondMs, type Clock } from '#server/platform/clock'
import type { Log } from '#server/platform/log'
import type { Db } from './index.ts'

/** A clock that is set by the database's, and runs on by itself between two looks at it. */
export interface DatabaseClock extends Clock {
  look(): Promise<void>
}

/** A difference that is worth a word to whoever runs the machine. */
const worthTellingMs = 2 * secondMs

/**
 * Several machines agree on the time by asking the one that all of them use. Between two looks it goes by milliseconds
 * that only ever rise: whatever happens to the machine's own clock, nothing here moves.
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
    const told = await askTime()
    const unsureMs = (monotonicMs() - askedMs) / 2
    const heardAheadMs = told.getTime() - (askedMs + unsureMs)
    // What lies within the uncertainty of asking is no reason to move.
    if (aheadMs !== undefined && Math.abs(heardAheadMs - aheadMs) <= unsureMs) return
    aheadMs = heardAheadMs
    const offMs = machine.now().getTime() - (monotonicMs() + aheadMs)
    if (Math.abs(offMs) - unsureMs > worthTellingMs)
      log.warn(
        { seconds: Math.round(offMs / secondMs) },
        'the clock of this machine is not the database’s, whose time is used; set it right (NTP)',
      )
  }
  await look()
  return { now: () => new Date(monotonicMs() + (aheadMs ?? 0)), monotonicMs, look }
}

export async function databaseNow(db: Db): Promise<Date> {
  const { rows } = await sql<{ now: Date }>`select clock_timestamp() as now`.execute(db)
  const [row] = rows
  if (!row) throw new Error('The database told no time')
  return row.now
}
