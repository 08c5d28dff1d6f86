import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { CompiledQuery, sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { silentLog } from '#server/platform/log'
import { beginningWith } from './transaction-prelude.ts'
import { openStore, type Store } from './index.ts'
import { databaseUrl, freshStore } from './testing.ts'

function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'skywarden-store-'))
  afterAll(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

describe.each([
  ['embedded PostgreSQL', false],
  ['PGlite', true],
] as const)('a store on %s', (kind, withoutBinaries) => {
  const dataDir = temporaryFolder()
  const warnings: unknown[] = []
  const log = { ...silentLog, warn: (warning: unknown) => void warnings.push(warning) }
  const open = () => openStore({ databaseUrl: undefined, dataDir, log, withoutBinaries })
  // Few tests reopen it: each time costs a second.
  let store: Store
  async function reopen() {
    await store.close()
    store = await open()
  }
  beforeAll(async () => void (store = await open()))
  afterAll(() => store.close())

  test('responds, stores what was written, and returns counts as numbers', async () => {
    expect(store.kind).toBe(kind)
    await store.check()
    await sql`create table readings (id bigint generated always as identity, value text)`.execute(store.db)
    await sql`insert into readings (value) values ('kept')`.execute(store.db)
    await reopen()
    const { rows } =
      await sql`select id, value, (select count(*) from readings) as count from readings`.execute(store.db)
    expect(rows).toEqual([{ id: 1, value: 'kept', count: 1 }])
  })

  test('keeps a second Skywarden off its folder, admits one afterwards, and reports when it no longer responds', async () => {
    await expect(open()).rejects.toThrow(`Another Skywarden is running on ${dataDir}`)
    await store.check()
    const first = store
    await reopen()
    await expect(first.check()).rejects.toThrow()
    await store.check()
  })

  test('warns loudly if it is not a real PostgreSQL', () => {
    const warned = warnings.join()
    expect(warned.includes('NO POSTGRESQL RUNS ON THIS MACHINE')).toBe(withoutBinaries)
    expect(warned.includes('Set DATABASE_URL')).toBe(withoutBinaries)
  })

  test('begins a transaction with its prelude, or not at all', async () => {
    const { db } = store
    await sql`create table steps (number integer generated always as identity, name text)`.execute(db)
    const add = (name: string) =>
      db.transaction().execute(tx => sql`insert into steps (name) values (${name})`.execute(tx))
    await beginningWith(
      async execute => void (await execute(CompiledQuery.raw(`insert into steps (name) values ('first')`))),
      () => add('second'),
    )
    const refused = beginningWith(
      async execute => {
        await execute(CompiledQuery.raw(`insert into steps (name) values ('undone')`))
        throw new Error('not now')
      },
      () => add('never'),
    )
    await expect(refused).rejects.toThrow('not now')
    await add('third')
    const { rows } = await sql<{ name: string }>`select name from steps order by number`.execute(db)
    expect(rows.map(({ name }) => name)).toEqual(['first', 'second', 'third'])
  })
})

describe('a store at DATABASE_URL', () => {
  const dataDir = temporaryFolder()
  const open = (url: string): Promise<Store> => openStore({ databaseUrl: url, dataDir, log: silentLog })

  test('uses the external server, leaves the data folder alone, and lets others use the server too', async () => {
    const url = databaseUrl(inject('postgresSockets'), 'postgres')
    const [one, other] = await Promise.all([open(url), open(url)])
    expect(one.kind).toBe('PostgreSQL')
    const { rows } = await sql`select 1::bigint as one`.execute(other.db)
    expect(rows).toEqual([{ one: 1 }])
    await Promise.all([one.close(), other.close()])
    expect(() => rmSync(join(dataDir, 'postgres'))).toThrow('ENOENT')
  })
})

describe('a fresh store for tests', async () => {
  const [one, other] = await Promise.all([freshStore(), freshStore()])
  afterAll(() => Promise.all([one.close(), other.close()]))

  test('has every table, no rows, and is shared with no other test', async () => {
    await sql`insert into customers (name, created_at) values ('Somebody', now())`.execute(one.db)
    const { rows } = await sql`select count(*) as count from customers`.execute(other.db)
    expect(rows).toEqual([{ count: 0 }])
  })
})
