import { sql } from 'kysely'
import type { Db, Tx } from '#server/platform/store/index'

/** Tables partitioned by month (UTC), so that old data is dropped a whole month at a time. */
export type MonthlyTable = 'station_readings' | 'station_quarters'

/** Formats as 2026-11-01. */
const monthOf = (time: Date) => `${time.toISOString().slice(0, 7)}-01`

export function startOfMonth(time: Date): Date {
  return new Date(`${monthOf(time)}T00:00:00Z`)
}

/** Creates the partitions for rows with these times. */
export async function makeRoom(tx: Tx, table: MonthlyTable, times: readonly Date[]): Promise<void> {
  const months = [...new Set(times.map(monthOf))]
  await sql`select add_month(${table}, month) from unnest(${months}::date[]) month`.execute(tx)
}

/**
 * Waits only briefly for readers of the table, because others queue behind: it is better to retry tomorrow than to
 * block for long.
 */
const waitAtMost = '5s'

/** Drops a table's months that ended before a given time. */
export async function dropMonthsBefore(db: Db, table: MonthlyTable, before: Date): Promise<string[]> {
  const { rows } = await sql<{ part: string }>`
    select child.relname as part from pg_inherits
    join pg_class child on child.oid = inhrelid join pg_class parent on parent.oid = inhparent
    where parent.relname = ${table} and child.relname < ${`${table}_${monthOf(before).slice(0, 7).replace('-', '_')}`}
    order by 1`.execute(db)
  for (const { part } of rows) {
    await db.transaction().execute(async tx => {
      await sql`set local lock_timeout = ${sql.lit(waitAtMost)}`.execute(tx)
      await sql`drop table ${sql.ref(part)}`.execute(tx)
    })
  }
  return rows.map(({ part }) => part)
}
