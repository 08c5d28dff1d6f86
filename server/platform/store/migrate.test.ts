import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, afterEach, describe, expect, test } from 'vitest'
import { CannotStart } from '#server/platform/cannot-start'
import { silentLog } from '#server/platform/log'
import { openStore, type Store } from './index.ts'
import { migrate, readMigrations, type Migration } from './migrate.ts'
import { emptyStore } from './testing.ts'

const now = new Date('2026-06-01T12:00:00Z')
const real = readMigrations('server/migrations')

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

/** Every column, index and constraint, in words that do not depend on the server's version. */
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
  test('all are applied, in order, once', async () => {
    expect(await migrate(store.db, real, now)).toEqual(real.map(migration => migration.name))
    expect(await migrate(store.db, real, now)).toEqual([])
    expect(await tablesOf(store)).toContain('schema_migrations')
  })

  test('a new one is applied on top of the old ones', async () => {
    const first: Migration = { name: '0001-a.sql', text: 'create table a (id int);\n' }
    const second: Migration = { name: '0002-b.sql', text: 'create table b (id int);\n' }
    await migrate(store.db, [first], now)
    expect(await migrate(store.db, [first, second], now)).toEqual(['0002-b.sql'])
    expect(await tablesOf(store)).toEqual(['a', 'b', 'schema_migrations'])
  })

  test('one that was changed after it had been applied is refused', async () => {
    await migrate(store.db, [{ name: '0001-a.sql', text: 'create table a (id int);\n' }], now)
    const changed = migrate(store.db, [{ name: '0001-a.sql', text: 'create table b (id int);\n' }], now)
    await expect(changed).rejects.toThrow('Migration 0001-a.sql was changed after it had been applied')
    expect(await tablesOf(store)).toEqual(['a', 'schema_migrations'])
  })

  test('those of a newer Skywarden are refused, and nothing is changed', async () => {
    const first: Migration = { name: '0001-a.sql', text: 'create table a (id int);\n' }
    const newer: Migration = { name: '0003-c.sql', text: 'create table c (id int);\n' }
    const second: Migration = { name: '0002-b.sql', text: 'create table b (id int);\n' }
    await migrate(store.db, [first, newer], now)
    const refused = migrate(store.db, [first, second], now)
    await expect(refused).rejects.toThrow(CannotStart)
    await expect(refused).rejects.toThrow('by a newer Skywarden than this one (0003-c.sql)')
    expect(await tablesOf(store)).toEqual(['a', 'c', 'schema_migrations'])
  })

  test('one that fails is named and leaves nothing; those before it stay, and it may be tried again', async () => {
    const good: Migration = { name: '0001-a.sql', text: 'create table a (id int);\n' }
    const halfGood = { name: '0002-b.sql', text: 'create table b (id int);\ninsert into b values (1/0);\n' }
    const failing = migrate(store.db, [good, halfGood], now)
    await expect(failing).rejects.toThrow('Migration 0002-b.sql failed: division by zero')
    expect(await tablesOf(store)).toEqual(['a', 'schema_migrations'])
    const mended = { ...halfGood, text: 'create table b (id int);\n' }
    expect(await migrate(store.db, [good, mended], now)).toEqual(['0002-b.sql'])
  })

  test('comments and blank lines are no statements', async () => {
    const text = '-- A comment.\n\ncreate table a (\n  id int -- with a comment\n);\n\n-- The end.\n'
    await migrate(store.db, [{ name: '0001-a.sql', text }], now)
    expect(await tablesOf(store)).toContain('a')
  })

  test('the body of a function is one statement with its head', async () => {
    const body = 'begin\n  perform 1;\n  return 2;\nend'
    const text = `create function two() returns int language plpgsql as $$\n${body} $$;\ncreate table b (id int default two());\n`
    await migrate(store.db, [{ name: '0001-b.sql', text }], now)
    expect(await tablesOf(store)).toContain('b')
  })
})

test('both make the same schema', async () => {
  await migrate(postgres.db, real, now)
  await migrate(pglite.db, real, now)
  expect(await schemaOf(pglite)).toEqual(await schemaOf(postgres))
})

test('two that migrate at once do not get in each other’s way', async () => {
  const { db } = postgres
  const results = await Promise.all([migrate(db, real, now), migrate(db, real, now)])
  expect(results).toContainEqual([])
  expect(results.flat()).toEqual(real.map(migration => migration.name))
})

test('migrations are numbered without a gap', () => {
  const numbers = real.map(migration => Number(migration.name.slice(0, 4)))
  expect(numbers).toEqual(numbers.map((_, index) => index + 1))
})
