import { createHash } from 'node:crypto'
import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql, type Kysely, type Transaction } from 'kysely'
import { CannotStart } from '#server/platform/cannot-start'
import { systemClock } from '#server/platform/clock'
import { silentLog, type Log } from '#server/platform/log'
import { buildIndex, indexIn } from './build-index.ts'
import { contractsBecause } from './migration-rules.ts'
import { inTurn, migrationLock, pastOlderVersions } from './migration-turn.ts'
import { blockersInWords, watchWaits } from './migration-waits.ts'

export interface Migration {
  readonly name: string
  readonly text: string
}

/** Reads the migrations, numbered files of plain SQL, in order. */
export function readMigrations(folder: string): Migration[] {
  return readdirSync(folder)
    .filter(name => name.endsWith('.sql'))
    .toSorted()
    .map(name => ({ name, text: readFileSync(join(folder, name), 'utf8') }))
}

export const migrationHash = ({ text }: Migration): string => createHash('sha256').update(text).digest('hex')

/**
 * A statement that waits for a lock blocks every later one: strikes would wait as long as it does. It therefore waits
 * briefly, lets the others through, and retries.
 */
const lockTimeoutMs = 2000
const pauseMs = 1000
const mostAttempts = 100

type MigrationTables = {
  schema_migrations: { name: string; hash: string; applied_at: Date; breaks_older: boolean }
}
const tablesOf = (db: Kysely<unknown>) => db.withTables<MigrationTables>()

/** Statements end with a semicolon at the end of a line, unless that line is inside a function body. */
function statements(text: string): string[] {
  const isOpen = (part: string) => part.split('$$').length % 2 === 0
  const found: string[] = []
  for (const part of text.split(/;[ \t]*\n/)) {
    const last = found.at(-1)
    if (last !== undefined && isOpen(last)) found[found.length - 1] = `${last};\n${part}`
    else found.push(part)
  }
  return found.map(part => part.trim()).filter(part => part.replace(/--.*$/gm, '').trim() !== '')
}

/**
 * Creates the table, or adds the declaration to an older version's table. It is unknown how migrations without a
 * declaration affect older versions, which therefore must not run.
 */
async function prepareTable(db: Kysely<unknown>): Promise<void> {
  await sql`create table if not exists schema_migrations (
    name text primary key, hash text not null, applied_at timestamptz not null)`.execute(db)
  const { rows } = await sql`select 1 from information_schema.columns
    where table_schema = 'public' and table_name = 'schema_migrations' and column_name = 'breaks_older'`.execute(
    db,
  )
  // Only if the column is missing: the statement blocks every reader of the table.
  if (rows.length === 0)
    await sql`alter table schema_migrations
      add column if not exists breaks_older boolean not null default true`.execute(db)
}

/**
 * An index blocks writers of its table until its transaction ends. A migration with this line commits each statement
 * separately, so it can be interrupted and must be repeatable; it builds its indexes while other processes write to the
 * tables.
 */
const isOneByOne = (text: string) => /^-- one by one$/m.test(text)

async function applyOne(tx: Transaction<unknown>, migration: Migration, now: Date): Promise<void> {
  for (const statement of statements(migration.text)) await sql.raw(statement).execute(tx)
  await record(tx, migration, now)
}

async function record(tx: Transaction<unknown>, migration: Migration, now: Date): Promise<void> {
  const { name, text } = migration
  await tablesOf(tx)
    .insertInto('schema_migrations')
    .values({
      name,
      hash: migrationHash(migration),
      applied_at: now,
      breaks_older: contractsBecause(text) !== null,
    })
    .execute()
}

/** Creates the whole schema in the caller's transaction, for a database that is not in use yet. */
export async function migrateWithin(
  tx: Transaction<unknown>,
  migrations: readonly Migration[],
  now: Date,
): Promise<void> {
  await sql`select pg_advisory_xact_lock(${sql.lit(migrationLock)})`.execute(tx)
  await prepareTable(tx)
  for (const migration of migrations) await applyOne(tx, migration, now)
}

interface Applying {
  readonly db: Kysely<unknown>
  /** The one connection that migrates, and its backend's process id. */
  readonly connection: Kysely<unknown>
  readonly pid: number
  readonly now: Date
  readonly log: Log
}

const isLockTimeout = (error: unknown) => (error as { code?: string }).code === '55P03'

/** Runs a part of a migration in a transaction, and repeats it if it could not get its locks. */
async function untilLocked(
  name: string,
  { connection, log }: Applying,
  waitedForWhat: () => string,
  part: (tx: Transaction<unknown>) => Promise<unknown>,
): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await connection.transaction().execute(async tx => {
        await sql`set local lock_timeout = ${sql.lit(lockTimeoutMs)}`.execute(tx)
        await part(tx)
      })
    } catch (error) {
      if (!isLockTimeout(error)) throw error
      const waitedFor = waitedForWhat()
      if (attempt === mostAttempts)
        throw new CannotStart(
          `Migration ${name} could not get its lock in ${attempt} attempts, because ${waitedFor} holds it. Stop that process and start Skywarden again.`,
        )
      log.warn({ migration: name, attempt, waitedFor }, 'a migration could not get its lock; retrying')
      await sleep(pauseMs)
    }
  }
}

type Patiently = (part: (tx: Transaction<unknown>) => Promise<unknown>) => Promise<void>

/** Applies one statement of a migration that commits each statement separately. */
async function applyAlone(statement: string, { connection, log }: Applying, patiently: Patiently) {
  const isShared = connection.getExecutor().adapter.supportsMultipleConnections // PGlite has no other writers
  const index = isShared ? indexIn(statement) : undefined
  if (index) await pastOlderVersions(connection, log, () => buildIndex(connection, index))
  else await patiently(tx => sql.raw(statement).execute(tx))
}

async function applyPatiently(migration: Migration, applying: Applying): Promise<void> {
  const { db, pid, now, log } = applying
  const { name, text } = migration
  const watch = watchWaits(db, pid, blockers =>
    log.warn({ migration: name, blockers }, `migration ${name} is waiting for ${blockersInWords(blockers)}`),
  )
  const startedMs = systemClock.monotonicMs()
  const patiently: Patiently = part =>
    untilLocked(name, applying, () => blockersInWords(watch.last()) || 'a lock', part)
  try {
    if (isOneByOne(text)) {
      for (const statement of statements(text)) await applyAlone(statement, applying, patiently)
      await patiently(tx => record(tx, migration, now))
    } else await patiently(tx => applyOne(tx, migration, now))
  } finally {
    watch.stop()
  }
  log.info(
    { migration: name, tookMs: Math.round(systemClock.monotonicMs() - startedMs) },
    `migration ${name} applied`,
  )
}

type Known = Pick<MigrationTables['schema_migrations'], 'name' | 'hash' | 'breaks_older'>

/** Rejects a database that a newer version, or another branch, has changed incompatibly. */
function demandRunnable(known: readonly Known[], migrations: readonly Migration[], log: Log) {
  const newer = known.filter(({ name }) => !migrations.some(migration => migration.name === name))
  if (newer.length === 0) return
  // If migrations are pending, any newer ones are incompatible, because the pending ones were written for a database
  // without them.
  const isBehind = migrations.some(({ name }) => !known.some(each => each.name === name))
  const breaking = isBehind ? newer : newer.filter(each => each.breaks_older)
  if (breaking.length > 0) {
    throw new CannotStart(
      `The data was written by a newer Skywarden than this one (${breaking.map(({ name }) => name).join(', ')}). ` +
        'Start that version, or restore a backup of this one.',
    )
  }
  log.warn(
    { migrations: newer.map(({ name }) => name) },
    'a newer Skywarden has extended the database; this version can work with it',
  )
}

async function applyPending(migrations: readonly Migration[], applying: Applying): Promise<string[]> {
  const { connection, log } = applying
  await prepareTable(connection)
  const known = await tablesOf(connection)
    .selectFrom('schema_migrations')
    .select(['name', 'hash', 'breaks_older'])
    .execute()
  demandRunnable(known, migrations, log)
  const applied: string[] = []
  for (const migration of migrations) {
    const { name } = migration
    const before = known.find(each => each.name === name)
    if (before && before.hash !== migrationHash(migration))
      throw new Error(`Migration ${name} was changed after it had been applied`)
    if (before) continue
    await applyPatiently(migration, applying).catch((error: unknown) => {
      if (error instanceof CannotStart) throw error
      throw new Error(`Migration ${name} failed: ${(error as Error).message}`, { cause: error })
    })
    applied.push(name)
  }
  return applied
}

/**
 * Brings the schema up to date: forward only, each file once, and in one transaction unless the file specifies
 * otherwise.
 */
export async function migrate(
  db: Kysely<unknown>,
  migrations: readonly Migration[],
  now: Date,
  log: Log = silentLog,
): Promise<string[]> {
  return db.connection().execute(async connection => {
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(connection)
    const applying: Applying = { db, connection, pid: rows[0]?.pid ?? 0, now, log }
    return inTurn(connection, log, () => applyPending(migrations, applying))
  })
}

/** Returns the migrations that a database still lacks; all of them if there is no schema yet. */
export async function pendingMigrations(
  db: Kysely<unknown>,
  migrations: readonly Pick<Migration, 'name'>[],
): Promise<string[]> {
  const { rows } = await sql<{ there: boolean }>`
    select to_regclass('public.schema_migrations') is not null as there`.execute(db)
  const applied = rows[0]?.there
    ? await tablesOf(db).selectFrom('schema_migrations').select('name').execute()
    : []
  return migrations.map(({ name }) => name).filter(name => !applied.some(each => each.name === name))
}

/** Returns the migrations of newer versions that are not compatible with this one, which then must stop. */
export async function outgrownBy(
  db: Kysely<unknown>,
  migrations: readonly Pick<Migration, 'name'>[],
): Promise<string[]> {
  const rows = await tablesOf(db)
    .selectFrom('schema_migrations')
    .select('name')
    .where('breaks_older', '=', true)
    .where(
      'name',
      'not in',
      migrations.map(({ name }) => name),
    )
    .execute()
  return rows.map(({ name }) => name)
}

/** Returns when a migration was applied; null if it was not. */
export async function appliedAt(db: Kysely<unknown>, name: string): Promise<Date | null> {
  const row = await tablesOf(db)
    .selectFrom('schema_migrations')
    .select('applied_at')
    .where('name', '=', name)
    .executeTakeFirst()
  return row?.applied_at ?? null
}
