import { statSync } from 'node:fs'
import { Kysely, PGliteDialect, PostgresDialect, sql, type Dialect, type Transaction } from 'kysely'
import type pg from 'pg'
import { CannotStart } from '#server/platform/cannot-start'
import { requireSpace } from '#server/platform/disk-space'
import type { Log } from '#server/platform/log'
import { adminCommand } from '#server/platform/version'
import { awaitDatabase } from './await-database.ts'
import { clusterFolder, ownDatabase, pgliteFolder, prepareDataFolder } from './data-folder.ts'
import { connectionBeside, startEmbeddedPostgres } from './embedded-postgres.ts'
import { withTransactionPrelude } from './transaction-prelude.ts'
import { FolderInUse, lockFolder } from './folder-lock.ts'
import { superuserQuery } from './house-role.ts'
import { chooseLaunch, findPostgres, untilTried, type Run, type Trial } from './postgres-binaries.ts'
import { openPool } from './postgres-pool.ts'
import { checkTimeZoneFiles } from './time-zone-files.ts'
import { watchWrites } from './write-watch.ts'

/** The database. A room sees only the tables that it names in its own `store.ts`. */
export type Db = Kysely<unknown>
export type Tx = Transaction<unknown>

/** Whose rows a store function touches: one customer's, or everyone's, which must be requested explicitly. */
export type Scope = number | 'system'

export interface Store {
  readonly kind: 'embedded PostgreSQL' | 'PostgreSQL' | 'PGlite'
  readonly db: Db
  /** Throws if the database does not respond. */
  check(): Promise<string>
  /** Throws while the database cannot write. */
  checkWrites(): Promise<string>
  /** Throws if the database has lost files of its installation; only for the embedded one. */
  readonly checkFiles?: () => Promise<string>
  /** Why DATABASE_URL should use another role; null if its role is fine, absent for our own database. */
  readonly roleWarning?: string | null
  close(): Promise<void>
}

export interface StoreOptions {
  readonly databaseUrl: string | undefined
  readonly dataDir: string
  readonly log: Log
  /** Works alongside a Skywarden that uses the same folder, instead of refusing to. */
  readonly beside?: boolean
  /** Cancels waiting for a database that does not respond. */
  readonly signal?: AbortSignal
  /** Only for tests of the fallback: behave as on a machine where PostgreSQL does not run. */
  readonly withoutBinaries?: boolean
  /** Only for tests: how to find out whether PostgreSQL runs, and how long to try. */
  readonly trial?: Trial
}

const int8 = 20
const answerWithinMs = 5_000

/** Lets a health check return in time, even if the database does not respond. */
function inTime(kind: Store['kind'], asked: Promise<string>): Promise<string> {
  const late = new Promise<never>((_, reject) => {
    const giveUp = () => reject(new Error(`${kind} has not answered for ${answerWithinMs / 1000} seconds`))
    setTimeout(giveUp, answerWithinMs).unref()
  })
  return Promise.race([asked, late])
}

async function ask(kind: Store['kind'], db: Db): Promise<string> {
  await sql`select 1`.execute(db)
  return `${kind} responds`
}

/** Creates the part of a store that all databases share. */
function storeOn(kind: Store['kind'], dialect: Dialect): Omit<Store, 'close'> {
  const writes = watchWrites()
  const db = new Kysely<unknown>({ dialect: withTransactionPrelude(dialect), log: writes.observe })
  return {
    kind,
    db,
    check: () => inTime(kind, ask(kind, db)),
    checkWrites: () => inTime(kind, writes.check(db)),
  }
}

function onPostgres(
  kind: Store['kind'],
  connection: pg.PoolConfig,
  log: Log,
  after: () => Promise<void>,
): Store {
  const store = storeOn(kind, new PostgresDialect({ pool: openPool(connection, log) }))
  return {
    ...store,
    async close() {
      await store.db.destroy()
      await after()
    },
  }
}

async function onPglite(dataDir: string, after: () => void): Promise<Store> {
  const { PGlite } = await import('@electric-sql/pglite')
  const pglite = await PGlite.create(pgliteFolder(dataDir), { parsers: { [int8]: Number } })
  const store = storeOn('PGlite', new PGliteDialect({ pglite }))
  return {
    ...store,
    async close() {
      await store.db.destroy()
      if (!pglite.closed) await pglite.close() // destroy() ignores a pool that was never used
      after()
    },
  }
}

/**
 * Refuses to start. An empty database in place of the one with everyone's locations would look like a server that
 * watches nothing.
 */
function refuseWithoutPostgres(dataDir: string) {
  if (ownDatabase(dataDir) !== 'PostgreSQL') return
  throw new CannotStart(
    `The data in ${dataDir} is in PostgreSQL, which cannot run on this machine right now. ` +
      'Start Skywarden again. If that does not help, reinstall it, or restore a backup on a machine where PostgreSQL runs.',
  )
}

/**
 * Returns the error for data that is in PGlite although this machine can now run PostgreSQL. Commands still work on the
 * data, so people can move it.
 */
function isInPglite(dataDir: string): CannotStart {
  return new CannotStart(
    `The data in ${dataDir} is in PGlite, from when PostgreSQL could not run on this machine. It can ` +
      `now, but it would start empty. To move the data, run '${adminCommand} backup FILE', move ${pgliteFolder(dataDir)} out of the way, and run ` +
      `'${adminCommand} restore FILE'.`,
  )
}

/** Returns the PostgreSQL that this machine can run, and how to start it. */
function findOwnPostgres(dataDir: string, run: Run) {
  const binaries = findPostgres()
  const owner = statSync(clusterFolder(dataDir), { throwIfNoEntry: false })
  const launch = binaries && chooseLaunch(binaries, owner, dataDir, run)
  return binaries && launch && { binaries, launch }
}

/** Opens the best database that this machine can run itself. */
async function openOwn(options: StoreOptions, unlock: () => void): Promise<Store> {
  const { dataDir, log, signal, withoutBinaries, trial, beside = false } = options
  const found = withoutBinaries
    ? undefined
    : await untilTried(run => findOwnPostgres(dataDir, run), log, signal, trial)
  if (!found) {
    refuseWithoutPostgres(dataDir)
    log.warn(
      'POSTGRESQL CANNOT RUN ON THIS MACHINE. Using PGlite: slower, and it does not force data to disk.',
    )
    log.warn('Do not rely on this to protect people. Set DATABASE_URL to a PostgreSQL server (15 or newer).')
    return onPglite(dataDir, unlock)
  }
  if (ownDatabase(dataDir) === 'PGlite') {
    if (beside) return onPglite(dataDir, unlock)
    throw isInPglite(dataDir)
  }
  if (found.launch.kind === 'namespace' && process.getuid?.() === 0)
    log.warn(
      `PostgreSQL runs with root's user id, because no unprivileged user can enter ${dataDir}. ` +
        'Start Skywarden as another user, or set DATA_DIR to a folder that others may enter (chmod o+x on it and above it).',
    )

  const server = await startEmbeddedPostgres({ ...found, dataDir, log, signal, leaveSurvivor: beside })
  const store = onPostgres('embedded PostgreSQL', server.connection, log, async () => {
    await server.stop()
    unlock()
  })
  return { ...store, checkFiles: () => inTime(store.kind, checkTimeZoneFiles(store.db)) }
}

/**
 * Warns of a superuser role, which can read other databases and files of a shared PostgreSQL: a flaw here would affect
 * them.
 */
async function warnOfSuperuser(db: Db, log: Log): Promise<string | null> {
  const { rows } = await sql.raw<{ is_superuser: boolean }>(superuserQuery).execute(db)
  if (rows[0]?.is_superuser !== true) return null
  const warning =
    'The user in DATABASE_URL is a superuser. Skywarden needs only its own database: use a role that owns that database and nothing else.'
  log.warn(warning)
  return warning
}

/** Opens the configured database, or the best one that this machine can run itself. */
export async function openStore(options: StoreOptions): Promise<Store> {
  const { databaseUrl, dataDir, log } = options
  if (databaseUrl) {
    const store = onPostgres('PostgreSQL', { connectionString: databaseUrl }, log, async () => {})
    const { host } = new URL(databaseUrl)
    await awaitDatabase(store.check, host, log, options.signal).catch(async (error: unknown) => {
      await store.close()
      throw error
    })
    return { ...store, roleWarning: await warnOfSuperuser(store.db, log) }
  }

  prepareDataFolder(dataDir)
  if (!options.beside) await requireSpace(dataDir)
  const unlock = await lockFolder(dataDir).catch((error: unknown) => {
    if (options.beside && error instanceof FolderInUse) return undefined
    throw error
  })
  if (!unlock) return onPostgres('embedded PostgreSQL', await connectionBeside(dataDir), log, async () => {})
  return openOwn(options, unlock).catch((error: unknown) => {
    unlock()
    throw error
  })
}
