import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, expect, inject, test } from 'vitest'
import { silentLog } from '#server/platform/log'
import { readMigrations, migrate } from './migrate.ts'
import { embeddedConnection } from './embedded-postgres.ts'
import { houseRole, ownerRole } from './house-role.ts'
import { openStore } from './index.ts'
import { databaseUrl, ownerUrl } from './testing.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'skywarden-role-'))
afterAll(() => rmSync(dataDir, { recursive: true, force: true }))
const open = (beside = false) => openStore({ databaseUrl: undefined, dataDir, log: silentLog, beside })

async function asOwner(...statements: string[]) {
  const client = new pg.Client(embeddedConnection(dataDir, ownerRole))
  await client.connect()
  try {
    for (const statement of statements) await client.query(statement)
  } finally {
    await client.end()
  }
}

test('the application is not a superuser, and cannot become one, read files or run programs', async () => {
  const store = await open()
  try {
    const { rows } = await sql`select rolsuper, rolcreatedb, rolcreaterole, rolbypassrls, rolreplication
      from pg_roles where rolname = current_user`.execute(store.db)
    expect(rows).toEqual([
      {
        rolsuper: false,
        rolcreatedb: false,
        rolcreaterole: false,
        rolbypassrls: false,
        rolreplication: false,
      },
    ])
    const tries = [
      `set role ${ownerRole}`,
      `alter role ${houseRole} superuser`,
      "select pg_read_file('/etc/passwd')",
      "copy (select 1) to program 'cat'",
      'create role somebody',
      'create database somewhere',
    ]
    for (const statement of tries)
      await expect(sql.raw(statement).execute(store.db), statement).rejects.toThrow(/permission|must/)
    expect(await store.checkFiles?.()).toContain('time zone files')
  } finally {
    await store.close()
  }
})

test('a folder of an older version, whose tables belong to the owner of the cluster, is moved over with all its rows', async () => {
  let store = await open()
  await migrate(store.db, readMigrations('server/migrations'), new Date())
  // The state that an older version leaves: everything belongs to the cluster's owner, and there is no other role.
  const { rows: owned } = await sql<{ name: string }>`
    select oid::regclass::text as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v')`.execute(store.db)
  await asOwner(
    ...owned.map(({ name }) => `alter table ${name} owner to ${ownerRole}`),
    `reassign owned by ${houseRole} to ${ownerRole}`,
    `drop owned by ${houseRole}`,
    "insert into customers (name, created_at) values ('Kept', now())",
  )
  await asOwner(`drop role ${houseRole}`).catch(() => {}) // connections of this test's pool may still use it
  await store.close()

  store = await open()
  try {
    const { rows: others } = await sql`
      select oid::regclass::text from pg_class
      where relnamespace = 'public'::regnamespace and relowner <> current_user::regrole
      union all
      select oid::regprocedure::text from pg_proc
      where pronamespace = 'public'::regnamespace and proowner <> current_user::regrole`.execute(store.db)
    expect(others).toEqual([])
    const { rows } = await sql`select name from customers`.execute(store.db)
    expect(rows).toEqual([{ name: 'Kept' }])
    await sql`alter table customers add column more text`.execute(store.db)
  } finally {
    await store.close()
  }
})

test('a command of this version works alongside a server of an older one, which has no such role', async () => {
  const server = await open()
  try {
    await asOwner(`alter role ${houseRole} rename to role_of_the_future`)
    const beside = await open(true)
    const { rows } = await sql`select current_user as name`.execute(beside.db)
    expect(rows).toEqual([{ name: ownerRole }])
    await beside.close()
    await asOwner(`alter role role_of_the_future rename to ${houseRole}`)
  } finally {
    await server.close()
  }
})

test('a superuser in DATABASE_URL is reported once, and another role is not', async () => {
  const warnings: unknown[] = []
  const log = { ...silentLog, warn: (warning: unknown) => void warnings.push(warning) }
  const sockets = inject('postgresSockets')
  const careless = await openStore({ databaseUrl: ownerUrl(sockets, 'postgres'), dataDir: '', log })
  expect(careless.roleWarning).toContain('is a superuser')
  expect(warnings).toEqual([careless.roleWarning])
  await careless.close()
  const careful = await openStore({ databaseUrl: databaseUrl(sockets, 'postgres'), dataDir: '', log })
  expect(careful.roleWarning).toBeNull()
  expect(warnings).toHaveLength(1)
  await careful.close()
})
