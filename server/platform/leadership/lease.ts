import { sql, type RawBuilder } from 'kysely'
import { letGoWhenIdle } from '#server/platform/store/append-lock'
import type { Db, Tx } from '#server/platform/store/index'

type Tables = { leases: { name: string; holder: string; epoch: number; until: Date } }
const tables = (db: Db) => db.withTables<Tables>()

/** The clock that decides: the database's, which is one for all processes. A simulation has a time of its own. */
export type DatabaseTime = () => RawBuilder<Date>
export const databaseTime: DatabaseTime = () => sql<Date>`clock_timestamp()`

/** A process that dies is missed after this long; one that lives renews it several times meanwhile. */
export const leaseSeconds = 8

export interface LeaseRequest {
  readonly name: string
  readonly holder: string
  readonly time: DatabaseTime
}

/** Takes a lease that nobody holds, and tells the epoch that begins. `byForce`: nobody else can be there. */
export async function takeLease(
  db: Db,
  { name, holder, time }: LeaseRequest,
  byForce: boolean,
): Promise<number | null> {
  const until = sql<Date>`${time()} + make_interval(secs => ${sql.lit(leaseSeconds)})`
  // By itself, and without naming a key: of several that start at the same moment in a new database, one that named one
  // key would fail by the other.
  await tables(db)
    .insertInto('leases')
    .values({ name, holder, epoch: 0, until: sql<Date>`'-infinity'` })
    .onConflict(conflict => conflict.doNothing())
    .execute()
  const row = await tables(db)
    .updateTable('leases')
    .set({ holder, epoch: sql`epoch + 1`, until })
    .where('name', '=', name)
    .where(eb => (byForce ? eb.lit(true) : eb('until', '<', time())))
    .returning('epoch')
    .executeTakeFirst()
  return row?.epoch ?? null
}

/** Whether it still is this epoch; then it lasts anew, even if it had run out and nobody came. */
export async function renewLease(
  db: Db,
  { name, holder, time }: LeaseRequest,
  epoch: number,
): Promise<boolean> {
  const row = await tables(db)
    .updateTable('leases')
    .set({ until: sql<Date>`${time()} + make_interval(secs => ${sql.lit(leaseSeconds)})` })
    .where('name', '=', name)
    .where('holder', '=', holder)
    .where('epoch', '=', epoch)
    .returning('epoch')
    .executeTakeFirst()
  return row !== undefined
}

/** Gives it back, so that nobody waits for it to run out. */
export async function endLease(db: Db, { name, holder, time }: LeaseRequest, epoch: number): Promise<void> {
  await tables(db)
    .updateTable('leases')
    .set({ until: sql<Date>`${time()} - interval '1 second'` })
    .where('name', '=', name)
    .where('holder', '=', holder)
    .where('epoch', '=', epoch)
    .execute()
}

/** Since how many seconds nobody has held it; negative while somebody does, null if nobody ever has. */
export async function secondsVacant(db: Db, { name, time }: LeaseRequest): Promise<number | null> {
  const row = await tables(db)
    .selectFrom('leases')
    .select(eb => sql<number>`extract(epoch from ${time()} - ${eb.ref('until')})::float8`.as('seconds'))
    .where('name', '=', name)
    .executeTakeFirst()
  return row?.seconds ?? null
}

/**
 * Holds an epoch until the transaction ends: nobody takes over before that. Tells whether it still is that epoch.
 * A process that was asleep finds here that others have gone on without it. The epoch is part of a key of its table:
 * this lock lets the lease be renewed, and nothing else.
 */
export async function holdTerm(tx: Tx, name: string, epoch: number): Promise<boolean> {
  await letGoWhenIdle(tx)
  const row = await tables(tx)
    .selectFrom('leases')
    .select('epoch')
    .where('name', '=', name)
    .where('epoch', '=', epoch)
    .forKeyShare()
    .executeTakeFirst()
  return row !== undefined
}
