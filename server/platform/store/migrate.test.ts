import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, afterEach, describe, expect, test } from 'vitest'
import { CannotStart } from '#server/platform/cannot-start'
import { silentLog } from '#server/platform/log'
import { openStore, type Store } from './index.ts'
import { migrationHash, migrate, outgrownBy, readMigrations, type Migration } from './migrate.ts'
import { contractingStatements, contractsBecause } from './migration-rules.ts'
import { emptyStore } from './testing.ts'
import { recordingLog } from './testing-log.ts'

/** The last migration of the version that may run alongside this one during an upgrade. */
const lastMigrationBefore = '0040-cameras.sql'
const now = new Date('2026-06-01T12:00:00Z')
const real = readMigrations('server/migrations')
/** How long a statement took by the database's own clock, including its waits for locks. */
const tookMs = sql<number>`(extract(epoch from clock_timestamp() - now()) * 1000)::float8 as ms`

async function openPglite(): Promise<Store> {
  const dataDir = mkdtempSync(join(tmpdir(), 'skywarden-migrate-'))
  const store = await openStore({ databaseUrl: undefined, dataDir, log: silentLog, withoutBinaries: true })
  return {
    ...store,
    async close() {
      await store.close()
      rmSync(dataDir, { recursive: true })
    },
  }
}

const postgres = await emptyStore()
const pglite = await openPglite()
afterEach(async () => {
  for (const { db } of [postgres, pglite]) {
    await sql`drop schema public cascade`.execute(db)
    await sql`create schema public`.execute(db)
  }
})
afterAll(() => Promise.all([postgres.close(), pglite.close()]))

async function tablesOf({ db }: Store): Promise<string[]> {
  const query = sql<{ table_name: string }>`
    select table_name from information_schema.tables where table_schema = 'public' order by table_name`
  return (await query.execute(db)).rows.map(row => row.table_name)
}

/** Returns every column, index and constraint, described independently of the server's version. */
async function schemaOf({ db }: Store): Promise<string[]> {
  const query = sql<{ line: string }>`
    select format('%s.%s %s %s %s', table_name, column_name, data_type, is_nullable, column_default) as line
      from information_schema.columns where table_schema = 'public'
    union all
    select indexdef from pg_indexes where schemaname = 'public'
    union all
    select format('%s %s', conrelid::regclass, pg_get_constraintdef(oid)) from pg_constraint
      where connamespace = 'public'::regnamespace and contype <> 'n'
    order by line`
  return (await query.execute(db)).rows.map(row => row.line)
}

describe.each([
  ['PostgreSQL', postgres],
  ['PGlite', pglite],
])('migrations on %s', (_, store) => {
  test('applies all of them, in order, once', async () => {
    expect(await migrate(store.db, real, now)).toEqual(real.map(migration => migration.name))
    expect(await migrate(store.db, real, now)).toEqual([])
    expect(await tablesOf(store)).toContain('schema_migrations')
  })

  test('applies a new one on top of the old ones', async () => {
    const first: Migration = { name: '0001-a.sql', text: 'create table a (id int);\n' }
    const second: Migration = { name: '0002-b.sql', text: 'create table b (id int);\n' }
    await migrate(store.db, [first], now)
    expect(await migrate(store.db, [first, second], now)).toEqual(['0002-b.sql'])
    expect(await tablesOf(store)).toEqual(['a', 'b', 'schema_migrations'])
  })

  test('rejects one that was changed after it had been applied', async () => {
    await migrate(store.db, [{ name: '0001-a.sql', text: 'create table a (id int);\n' }], now)
    const changed = migrate(store.db, [{ name: '0001-a.sql', text: 'create table b (id int);\n' }], now)
    await expect(changed).rejects.toThrow('Migration 0001-a.sql was changed after it had been applied')
    expect(await tablesOf(store)).toEqual(['a', 'schema_migrations'])
  })

  test('rejects a database with migrations of a newer Skywarden, and changes nothing', async () => {
    const first: Migration = { name: '0001-a.sql', text: 'create table a (id int);\n' }
    const newer: Migration = { name: '0003-c.sql', text: 'create table c (id int);\n' }
    const second: Migration = { name: '0002-b.sql', text: 'create table b (id int);\n' }
    await migrate(store.db, [first, newer], now)
    const refused = migrate(store.db, [first, second], now)
    await expect(refused).rejects.toThrow(CannotStart)
    await expect(refused).rejects.toThrow('by a newer Skywarden than this one (0003-c.sql)')
    expect(await tablesOf(store)).toEqual(['a', 'c', 'schema_migrations'])
  })

  test('rejects one of a newer Skywarden that older versions cannot run alongside, and stops those that run', async () => {
    const first: Migration = { name: '0001-a.sql', text: 'create table a (id int);\n' }
    const extending: Migration = { name: '0002-b.sql', text: 'create table b (id int);\n' }
    const contracting: Migration = {
      name: '0003-c.sql',
      text: '-- contracts: nothing reads a since 0.1\ndrop table a;\n',
    }
    await migrate(store.db, [first, extending], now)
    expect(await migrate(store.db, [first], now)).toEqual([])
    expect(await outgrownBy(store.db, [first])).toEqual([])
    await migrate(store.db, [first, extending, contracting], now)
    await expect(migrate(store.db, [first, extending], now)).rejects.toThrow(
      'by a newer Skywarden than this one (0003-c.sql)',
    )
    expect(await outgrownBy(store.db, [first, extending])).toEqual(['0003-c.sql'])
    expect(await outgrownBy(store.db, [first, extending, contracting])).toEqual([])
  })

  test('rejects one that does not declare whether older versions can run alongside it', async () => {
    const first: Migration = { name: '0001-a.sql', text: 'create table a (id int);\n' }
    await migrate(store.db, [first], now)
    await sql`insert into schema_migrations (name, hash, applied_at) values ('0002-b.sql', 'x', now())`.execute(
      store.db,
    )
    await expect(migrate(store.db, [first], now)).rejects.toThrow('by a newer Skywarden than this one')
  })

  test('names one that fails and rolls it back; earlier ones stay, and it can be retried', async () => {
    const good: Migration = { name: '0001-a.sql', text: 'create table a (id int);\n' }
    const halfGood = { name: '0002-b.sql', text: 'create table b (id int);\ninsert into b values (1/0);\n' }
    const failing = migrate(store.db, [good, halfGood], now)
    await expect(failing).rejects.toThrow('Migration 0002-b.sql failed: division by zero')
    expect(await tablesOf(store)).toEqual(['a', 'schema_migrations'])
    const mended = { ...halfGood, text: 'create table b (id int);\n' }
    expect(await migrate(store.db, [good, mended], now)).toEqual(['0002-b.sql'])
  })

  test('commits each statement separately if the migration requests it, and continues an interrupted one', async () => {
    const table: Migration = { name: '0001-a.sql', text: 'create table a (id int, divisor int);\n' }
    const second = 'create index if not exists a_quotient on a ((1 / divisor));\n'
    const text = `-- one by one\ncreate index if not exists a_id on a (id);\n${second}`
    await migrate(store.db, [table], now)
    await sql`insert into a values (1, 0)`.execute(store.db)
    const migrations = [table, { name: '0002-b.sql', text }]
    await expect(migrate(store.db, migrations, now)).rejects.toThrow('division by zero')
    expect((await schemaOf(store)).join()).toContain('a_id')
    await sql`update a set divisor = 1`.execute(store.db)
    expect(await migrate(store.db, migrations, now)).toEqual(['0002-b.sql'])
    expect((await schemaOf(store)).join()).toContain('a_quotient')
  })

  test('comments and blank lines are not statements', async () => {
    const text = '-- A comment.\n\ncreate table a (\n  id int -- with a comment\n);\n\n-- The end.\n'
    await migrate(store.db, [{ name: '0001-a.sql', text }], now)
    expect(await tablesOf(store)).toContain('a')
  })

  test('a function body belongs to one statement', async () => {
    const body = 'begin\n  perform 1;\n  return 2;\nend'
    const text = `create function two() returns int language plpgsql as $$\n${body} $$;\ncreate table b (id int default two());\n`
    await migrate(store.db, [{ name: '0001-b.sql', text }], now)
    expect(await tablesOf(store)).toContain('b')
  })
})

test('both databases get the same schema', async () => {
  await migrate(postgres.db, real, now)
  await migrate(pglite.db, real, now)
  expect(await schemaOf(pglite)).toEqual(await schemaOf(postgres))
})

test('two processes that migrate at once do not interfere', async () => {
  const { db } = postgres
  const results = await Promise.all([migrate(db, real, now), migrate(db, real, now)])
  expect(results).toContainEqual([])
  expect(results.flat()).toEqual(real.map(migration => migration.name))
})

test('logs each with its name and duration, and logs who blocks one that waits for a lock', async () => {
  const { db } = postgres
  const { log, lines } = recordingLog()
  const table: Migration = { name: '0001-a.sql', text: 'create table a (id int);\n' }
  const column: Migration = { name: '0002-b.sql', text: 'alter table a add column note text;\n' }
  await migrate(db, [table], now, log)
  expect(lines()).toContainEqual(
    expect.objectContaining({ migration: '0001-a.sql', tookMs: expect.any(Number) as number }),
  )
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  const { promise: held, resolve: hold } = Promise.withResolvers<number>()
  const holding = db.transaction().execute(async tx => {
    await sql`lock table a in access share mode`.execute(tx)
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx)
    hold(rows[0]?.pid ?? 0)
    await released
  })
  const pid = await held
  const migrating = migrate(db, [table, column], now, log)
  await expect
    .poll(() => lines().map(({ msg }) => msg), { timeout: 10_000 })
    .toContainEqual(
      expect.stringContaining(
        `migration 0002-b.sql is waiting for pid ${pid} (skywarden, idle in transaction`,
      ),
    )
  // Ordinary reads and writes are let through in between.
  const { rows } = await sql<{ ms: number }>`insert into a values (1) returning ${tookMs}`.execute(db)
  expect(rows[0]?.ms).toBeLessThan(4000)
  await expect
    .poll(() => lines().map(({ msg }) => msg), { timeout: 10_000 })
    .toContain('a migration could not get its lock; retrying')
  release()
  await holding
  expect(await migrating).toEqual(['0002-b.sql'])
})

const landed = JSON.parse(readFileSync('server/migrations/landed.json', 'utf8')) as Record<string, string>

test('a released migration is never edited', () => {
  for (const migration of real) {
    const { name } = migration
    expect(
      landed,
      `Add to server/migrations/landed.json: "${name}": "${migrationHash(migration)}"`,
    ).toHaveProperty([name])
    expect(
      migrationHash(migration),
      `${name} has landed and must not change: databases have it already. Write another migration.`,
    ).toBe(landed[name])
  }
  expect(Object.keys(landed), 'A migration that has landed is never removed').toEqual(
    real.map(({ name }) => name),
  )
})

test('a migration that removes something declares which versions cannot run alongside it', () => {
  const since = real.findIndex(({ name }) => name === lastMigrationBefore) + 1
  expect(since).toBeGreaterThan(0)
  for (const { name, text } of real.slice(since)) {
    if (contractsBecause(text) !== null) continue
    expect(
      contractingStatements(text),
      `${name} breaks the version before, which runs beside this one during an upgrade. Expand now and contract a ` +
        'version later, with a line "-- contracts: which version was the last to need it".',
    ).toEqual([])
  }
})

test('a migration that is committed one statement at a time can be repeated', () => {
  const oneByOne = real.filter(({ text }) => text.includes('-- one by one\n'))
  const statements = oneByOne.flatMap(({ text }) =>
    text
      .replace(/^--.*\n/gm, '')
      .trim()
      .split(/;\s*/),
  )
  expect(statements.length).toBeGreaterThan(1)
  for (const statement of statements) expect(statement).toMatch(/^(create index if not exists |$)/)
})

test('the previous version keeps writing while this one migrates', async () => {
  const { db } = postgres
  const since = real.findIndex(({ name }) => name === lastMigrationBefore) + 1
  await migrate(db, real.slice(0, since), now)
  let isOver = false
  let slowestMs = 0
  let written = 0
  const insert = async () => {
    // Written exactly as the previous version does, not with this version's code.
    const { rows } = await sql<{ ms: number }>`insert into strikes
      (source, id, reported_at, at, latitude, longitude, amp, type, position_error_miles, received_at, clamped)
      values ('old', ${`s${++written}`}, now(), now(), 35, -97, 12.5, 1, 0.1, now(), false)
      returning ${tookMs}`.execute(db)
    slowestMs = Math.max(slowestMs, rows[0]?.ms ?? Infinity)
  }
  const writing = (async () => {
    while (!isOver) await insert()
  })()
  try {
    for (let next = since + 1; next <= real.length; next++) await migrate(db, real.slice(0, next), now)
    await insert()
  } finally {
    isOver = true
    await writing
  }
  const { rows } = await sql<{ count: number }>`select count(*) as count from strikes`.execute(db)
  expect(rows[0]?.count).toBe(written)
  expect(slowestMs).toBeLessThan(5000)
})

test('migrations are numbered without a gap', () => {
  const numbers = real.map(migration => Number(migration.name.slice(0, 4)))
  expect(numbers).toEqual(numbers.map((_, index) => index + 1))
})
