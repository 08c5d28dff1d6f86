import { sql } from 'kysely'
import { afterAll, afterEach, describe, expect, test } from 'vitest'
import { silentLog } from '#server/platform/log'
import { lockForAppend } from './append-log.ts'
import { openStore, type Store } from './index.ts'
import { migrate, readMigrations, type Migration } from './migrate.ts'
import { emptyStore } from './testing.ts'
import { recordingLog } from './testing-log.ts'

const now = new Date('2026-06-01T12:00:00Z')
const postgres = await emptyStore()

/** Transactions that a failed test would leave open, and that the next test would wait for. */
const openTransactions: (() => Promise<void>)[] = []
afterEach(async () => {
  await Promise.allSettled(openTransactions.splice(0).map(end => end()))
  await sql`drop schema public cascade`.execute(postgres.db)
  await sql`create schema public`.execute(postgres.db)
})
afterAll(() => postgres.close())

/**
 * Opens a transaction that has written to a table, so no one can build an index on it until the transaction has ended.
 */
async function writingTo({ db }: Store, insert: string) {
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  const { promise: held, resolve: hold } = Promise.withResolvers<number>()
  const holding = db.transaction().execute(async tx => {
    await sql`set local idle_in_transaction_session_timeout = '60s'`.execute(tx)
    await sql.raw(insert).execute(tx)
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx)
    hold(rows[0]?.pid ?? 0)
    await released
  })
  const end = async () => {
    release()
    await holding
  }
  openTransactions.push(end)
  return { pid: await Promise.race([held, holding.then(() => 0)]), end }
}

describe('an index on a table in use', () => {
  const table: Migration = { name: '0001-a.sql', text: 'create table a (id int);\n' }
  const index: Migration = {
    name: '0002-b.sql',
    text: '-- one by one\n-- Why it is needed.\ncreate index if not exists a_id on a (id);\n',
  }
  const insert = 'insert into a values (1)'
  const build = (store: Store, log = silentLog) => migrate(store.db, [table, index], now, log)
  /** Waits until the build is waiting for a transaction, and returns the process id of its connection. */
  async function heldUp(lines: () => { msg: string }[], pid: number): Promise<number> {
    const waiting = `migration 0002-b.sql is waiting for pid ${pid} (skywarden, idle in transaction`
    await expect.poll(() => lines().map(({ msg }) => msg)).toContainEqual(expect.stringContaining(waiting))
    const { rows } = await sql<{ pid: number }>`
      select pid from pg_locks where locktype = 'advisory' and granted
        and database = (select oid from pg_database where datname = current_database())`.execute(postgres.db)
    return rows[0]?.pid ?? 0
  }
  const isValid = async () =>
    (
      await sql<{ valid: boolean }>`select indisvalid as valid from pg_index
      where indexrelid = to_regclass('a_id')`.execute(postgres.db)
    ).rows.map(({ valid }) => valid)

  test('is built while others write to it, however long it waits for them', async () => {
    const { log, lines } = recordingLog()
    await migrate(postgres.db, [table], now)
    const writer = await writingTo(postgres, insert)
    const building = build(postgres, log)
    const pid = await heldUp(lines, writer.pid)
    const { rows: locks } = await sql<{ mode: string }>`select mode from pg_locks
      where pid = ${pid} and relation = 'a'::regclass`.execute(postgres.db)
    expect(locks).toEqual([{ mode: 'ShareUpdateExclusiveLock' }])
    await postgres.db.transaction().execute(async tx => {
      await sql`set local lock_timeout = 50`.execute(tx)
      await sql.raw(insert).execute(tx)
      for (const appended of ['strikes', 'facts', 'products'] as const) await lockForAppend(tx, appended)
    })
    await writer.end()
    expect(await building).toEqual(['0002-b.sql'])
    expect(await isValid()).toEqual([true])
    expect(lines().map(({ msg }) => msg)).not.toContain('a migration could not get its lock; retrying')
  })

  test('is built despite the time limits of a role or database', async () => {
    const { log, lines } = recordingLog()
    const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(postgres.db)
    const set = (what: string) => sql.raw(`alter database ${rows[0]?.name} ${what}`).execute(postgres.db)
    await migrate(postgres.db, [table], now)
    await set(`set lock_timeout = '300ms'`)
    await set(`set statement_timeout = '900ms'`)
    const limited = await openStore({ databaseUrl: postgres.url, dataDir: '', log: silentLog })
    await set('reset all')
    const writer = await writingTo(postgres, insert)
    const building = build(limited, log)
    await heldUp(lines, writer.pid)
    await writer.end()
    expect(await building).toEqual(['0002-b.sql'])
    await limited.close()
  })

  test('is built again if the process that built it was killed', async () => {
    const { log, lines } = recordingLog()
    await migrate(postgres.db, [table], now)
    const writer = await writingTo(postgres, insert)
    const building = build(postgres, log)
    building.catch(() => {}) // awaited below
    const pid = await heldUp(lines, writer.pid)
    await sql`select pg_terminate_backend(${pid})`.execute(postgres.db)
    await expect(building).rejects.toThrow()
    await writer.end()
    expect(await isValid()).toEqual([false])
    expect(await build(postgres)).toEqual(['0002-b.sql'])
    expect(await isValid()).toEqual([true])
  })

  test('is built by one process, while one of the previous version starts', async () => {
    const { log, lines } = recordingLog()
    await migrate(postgres.db, [table], now)
    const writer = await writingTo(postgres, insert)
    const building = build(postgres, log)
    await heldUp(lines, writer.pid)
    // Takes a turn exactly as the previous version does. If that waited for the build, the build would wait for it.
    await postgres.db.connection().execute(async connection => {
      await sql`select pg_advisory_lock(7266001)`.execute(connection)
      await sql`select pg_advisory_unlock(7266001)`.execute(connection)
    })
    const { log: secondLog, lines: secondLines } = recordingLog()
    const second = build(postgres, secondLog)
    await expect
      .poll(() => secondLines().map(({ msg }) => msg))
      .toContainEqual(
        expect.stringContaining('waiting for another process that is migrating the database: pid '),
      )
    await writer.end()
    expect((await Promise.all([building, second])).flat()).toEqual(['0002-b.sql'])
    expect(await isValid()).toEqual([true])
  })
})

test('the previous version writes what it did to the audit log while an index is built on it', async () => {
  const real = readMigrations('server/migrations')
  const before = real.slice(
    0,
    real.findIndex(({ name }) => name === '0052-indexes-of-people.sql'),
  )
  await migrate(postgres.db, before, now)
  const insert = `insert into audit_log (chain, at, actor, action, target, previous_hash, hash)
    values ('house', now(), 'system', 'did', 'something', '', '')`
  const { log, lines } = recordingLog()
  const writer = await writingTo(postgres, insert)
  const building = migrate(postgres.db, real, now, log)
  await expect
    .poll(() => lines().map(({ msg }) => msg))
    .toContainEqual(expect.stringContaining(`waiting for pid ${writer.pid}`))
  await postgres.db.transaction().execute(async tx => {
    await sql`set local lock_timeout = 50`.execute(tx)
    await sql.raw(insert).execute(tx)
  })
  await writer.end()
  await building
  const { rows } = await sql`select indexrelid::regclass as name from pg_index where not indisvalid`.execute(
    postgres.db,
  )
  expect(rows).toEqual([])
})
