import { sql } from 'kysely'
import type { HouseMarks } from '#domain/rehearsal/copied-because'
import type { Db, Tx } from '#server/platform/store/index'

type IdentityTable = {
  is_only_row: boolean
  id: string
  marks: HouseMarks | null
  rehearsal_since: Date | null
  rehearsal_because: string | null
  made_real_at: Date | null
}
export type HouseIdentity = Pick<IdentityTable, 'id' | 'marks' | 'rehearsal_since' | 'rehearsal_because'>
const tables = (db: Db) => db.withTables<{ house_identity: IdentityTable }>()

export async function readIdentity(db: Db, _scope: 'system'): Promise<HouseIdentity | undefined> {
  return tables(db)
    .selectFrom('house_identity')
    .select(['id', 'marks', 'rehearsal_since', 'rehearsal_because'])
    .executeTakeFirst()
}

/** Locks the server's identity until the transaction ends. */
export async function holdIdentity(tx: Tx, _scope: 'system'): Promise<HouseIdentity> {
  await sql`insert into house_identity default values on conflict do nothing`.execute(tx)
  return tables(tx)
    .selectFrom('house_identity')
    .select(['id', 'marks', 'rehearsal_since', 'rehearsal_because'])
    .forUpdate()
    .executeTakeFirstOrThrow()
}

export async function saveMarks(tx: Tx, _scope: 'system', marks: HouseMarks | null): Promise<void> {
  await sql`update house_identity set marks = ${marks === null ? null : JSON.stringify(marks)}::jsonb`.execute(
    tx,
  )
}

export async function saveRehearsal(tx: Tx, _scope: 'system', because: string, now: Date): Promise<void> {
  await sql`update house_identity set rehearsal_since = coalesce(rehearsal_since, ${now}),
    rehearsal_because = coalesce(rehearsal_because, ${because})`.execute(tx)
}

export async function deleteRehearsal(tx: Tx, _scope: 'system', now: Date): Promise<void> {
  // The next check of a running process stores the new identity.
  await sql`update house_identity set rehearsal_since = null, rehearsal_because = null, marks = null,
    made_real_at = ${now}`.execute(tx)
}

/** Returns when the lease that lasts longest expires: a live server extends it every two seconds. */
export async function latestLease(db: Db, _scope: 'system'): Promise<number | null> {
  const { rows } = await sql<{ until: number | null }>`
    select extract(epoch from max(until))::float8 as until from leases where until > clock_timestamp()`.execute(
    db,
  )
  return rows[0]?.until ?? null
}

/** Returns PostgreSQL's own identifiers; null where they cannot be read. */
export async function databaseNumbers(db: Db): Promise<Pick<HouseMarks, 'system' | 'database'>> {
  const asked = await sql<{ system: string; database: string }>`
    select system_identifier::text as system,
      (select oid::text from pg_database where datname = current_database()) as database
    from pg_control_system()`
    .execute(db)
    .catch(() => ({ rows: [] as { system: string; database: string }[] })) // not every hosting service permits the query; then the other identifiers decide
  return asked.rows[0] ?? { system: null, database: null }
}
