import { sql, type RawBuilder } from 'kysely'
import { letGoWhenIdle } from '#server/platform/store/append-log'
import type { Db, Tx } from '#server/platform/store/index'

type Tables = { leases: { name: string; holder: string; epoch: number; until: Date } }
const tables = (db: Db) => db.withTables<Tables>()

/** The clock that leases use: the database's, which all processes share. A simulation has its own time. */
export type DatabaseTime = () => RawBuilder<Date>
export const databaseTime: DatabaseTime = () => sql<Date>`clock_timestamp()`

/** A process that dies is replaced after this long; a live one renews several times within it. */
export const leaseSeconds = 8

export interface LeaseRequest {
  readonly name: string
  readonly holder: string
  readonly time: DatabaseTime
}

/** Takes a lease that no process holds, and returns the new term. `byForce` means that no other process can exist. */
export async function takeLease(
  db: Db,
  { name, holder, time }: LeaseRequest,
  byForce: boolean,
): Promise<number | null> {
  const until = sql<Date>`${time()} + make_interval(secs => ${sql.lit(leaseSeconds)})`
  // A separate statement without a conflict target. If several processes start at the same moment in a new database, a
  // statement that names one key could fail on the other.
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

/**
 * Returns whether the term is still current. If it is, extends the lease, even if it had expired and no other process
 * took it.
 */
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

/** Releases the lease, so others need not wait for it to expire. */
export async function endLease(db: Db, { name, holder, time }: LeaseRequest, epoch: number): Promise<void> {
  await tables(db)
    .updateTable('leases')
    .set({ until: sql<Date>`${time()} - interval '1 second'` })
    .where('name', '=', name)
    .where('holder', '=', holder)
    .where('epoch', '=', epoch)
    .execute()
}

/** Returns how many seconds no process has held the lease; negative while one does, null if none ever has. */
export async function secondsVacant(db: Db, { name, time }: LeaseRequest): Promise<number | null> {
  const row = await tables(db)
    .selectFrom('leases')
    .select(eb => sql<number>`extract(epoch from ${time()} - ${eb.ref('until')})::float8`.as('seconds'))
    .where('name', '=', name)
    .executeTakeFirst()
  return row?.seconds ?? null
}

/**
 * Locks a term until the transaction ends: no other process takes over before that. Returns whether the term is still
 * current. A process that was suspended learns here that others have taken over. The term is part of a key of its
 * table, so this lock allows renewing the lease, but nothing else.
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
