import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { CompiledQuery, sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { CannotStart } from '#server/platform/cannot-start'
import { silentLog } from '#server/platform/log'
import { beginningWith } from './transaction-prelude.ts'
import { openStore, type Store, type StoreOptions } from './index.ts'
import { migrate, readMigrations } from './migrate.ts'
import { runToEnd, type Run } from './postgres-binaries.ts'
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
  // Only a few tests reopen it, because each time takes a second.
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
    await expect(open()).rejects.toThrow(`Another Skywarden is already using ${dataDir}`)
    await store.check()
    const first = store
    await reopen()
    await expect(first.check()).rejects.toThrow()
    await store.check()
  })

  test('warns loudly if it is not a real PostgreSQL', () => {
    const warned = warnings.join()
    expect(warned.includes('POSTGRESQL CANNOT RUN ON THIS MACHINE')).toBe(withoutBinaries)
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

test('a folder with a PostgreSQL database is never opened as an empty one where PostgreSQL does not run', async () => {
  const dataDir = temporaryFolder()
  mkdirSync(join(dataDir, 'postgres'))
  writeFileSync(join(dataDir, 'postgres/PG_VERSION'), '18\n')
  const opened = openStore({ databaseUrl: undefined, dataDir, log: silentLog, withoutBinaries: true })
  await expect(opened).rejects.toThrow('is in PostgreSQL, which cannot run on this machine')
  expect(existsSync(join(dataDir, 'pglite'))).toBe(false)
})

describe('a folder with a PGlite database, where PostgreSQL runs by now', () => {
  const dataDir = temporaryFolder()
  const file = join(temporaryFolder(), 'backup')
  const openHere = (more: Partial<StoreOptions> = {}) =>
    openStore({ databaseUrl: undefined, dataDir, log: silentLog, ...more })
  beforeAll(async () => {
    const store = await openHere({ withoutBinaries: true })
    await migrate(store.db, readMigrations('server/migrations'), new Date('2026-06-01T12:00:00Z'))
    await sql`insert into customers (name, created_at) values ('River Parks', now())`.execute(store.db)
    await store.close()
  })
  const customers = async ({ db }: Store) =>
    (await sql<{ name: string }>`select name from customers`.execute(db)).rows
  /** Runs `npm run admin` as in production. */
  const admin = (...args: string[]) =>
    spawnSync(process.execPath, ['server/admin.ts', ...args], {
      env: { PATH: process.env['PATH'] ?? '', HOME: process.env['HOME'] ?? '', DATA_DIR: dataDir },
      encoding: 'utf8',
    })

  test('is never opened as an empty PostgreSQL', async () => {
    await expect(openHere()).rejects.toThrow(CannotStart)
    await expect(openHere()).rejects.toThrow(`The data in ${dataDir} is in PGlite`)
    expect(existsSync(join(dataDir, 'postgres'))).toBe(false)
  })

  test('is still the one that commands work on', async () => {
    const store = await openHere({ beside: true })
    expect(store.kind).toBe('PGlite')
    expect(await customers(store)).toEqual([{ name: 'River Parks' }])
    await store.close()
    expect(existsSync(join(dataDir, 'postgres'))).toBe(false)
  })

  test('moves to PostgreSQL as the refusal says', async () => {
    expect(admin('backup', file)).toMatchObject({ status: 0 })
    renameSync(join(dataDir, 'pglite'), join(dataDir, 'pglite-before'))
    expect(admin('restore', file)).toMatchObject({ status: 0 })
    const store = await openHere()
    expect(store.kind).toBe('embedded PostgreSQL')
    expect(await customers(store)).toEqual([{ name: 'River Parks' }])
    await store.close()
  })

  test('is left alone beside a PostgreSQL that has data', async () => {
    renameSync(join(dataDir, 'pglite-before'), join(dataDir, 'pglite'))
    const store = await openHere()
    expect(store.kind).toBe('embedded PostgreSQL')
    await store.close()
  })
})

describe('where PostgreSQL cannot be tried at a start', () => {
  const dataDir = temporaryFolder()
  const warnings: unknown[] = []
  const log = { ...silentLog, warn: (...given: unknown[]) => void warnings.push(given.at(-1)) }
  const denied = Object.assign(new Error('spawnSync postgres EAGAIN'), { code: 'EAGAIN' })
  /** Opens a store on a machine where this many starts of a program fail, as when it is out of memory. */
  function openAfter(failures: number) {
    let left = failures
    const run: Run = (...given) =>
      left-- > 0 ? { error: denied, status: null, signal: null } : runToEnd(...given)
    return openStore({ databaseUrl: undefined, dataDir, log, trial: { run, attempts: 3, pauseMs: 10 } })
  }

  test('the first start chooses no other database', async () => {
    const opened = openAfter(Infinity)
    await expect(opened).rejects.toThrow(
      'PostgreSQL could not be tested after 3 attempts: spawnSync postgres EAGAIN',
    )
    await expect(opened).rejects.not.toThrow(CannotStart)
    expect(existsSync(join(dataDir, 'pglite'))).toBe(false)
  })

  test('a start tries again', async () => {
    warnings.length = 0
    const store = await openAfter(1)
    expect(store.kind).toBe('embedded PostgreSQL')
    await store.close()
    expect(warnings).toContain('PostgreSQL could not be tested; retrying')
  })

  test('a start on its data fails so that a service manager starts it again', async () => {
    const opened = openAfter(Infinity)
    await expect(opened).rejects.toThrow('PostgreSQL could not be tested')
    await expect(opened).rejects.not.toThrow(CannotStart)
  })

  test('a stop ends the attempts', async () => {
    const stopping = new AbortController()
    const run: Run = () => {
      stopping.abort()
      return { error: denied, status: null, signal: null }
    }
    const trial = { run, attempts: 2, pauseMs: 600_000 }
    const opened = openStore({ databaseUrl: undefined, dataDir, log, trial, signal: stopping.signal })
    await expect(opened).rejects.toMatchObject({ name: 'AbortError' })
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
