import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createHash } from 'node:crypto'
import { chmodSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { bareEnvironment } from '#server/house/process.testing'
import type { Store } from '#server/platform/store/index'
import { databaseUrl, freshStore } from '#server/platform/store/testing'

const folder = mkdtempSync(join(tmpdir(), 'skywarden-admin-'))
let store: Store

beforeAll(async () => {
  store = await freshStore()
  await sql`insert into customers (name, created_at) values ('River Parks', now())`.execute(store.db)
})
afterAll(async () => {
  await store.close()
  rmSync(folder, { recursive: true, force: true })
})

/** Runs `npm run admin` the way an operator would. */
async function run(args: string[], env: Record<string, string>) {
  const child = spawn(process.execPath, ['server/admin.ts', ...args], {
    env: { ...bareEnvironment, PATH: '', HOME: '', ...env },
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => (output += String(chunk)))
  const [code] = (await once(child, 'close')) as [number]
  return { code, lines: output.trim().split('\n') }
}

it('creates no database where there is none, and states that in one line', async () => {
  const nowhere = join(folder, 'nowhere')
  const { code, lines } = await run(['list', 'people'], { DATA_DIR: nowhere })
  expect([code, lines.length]).toEqual([2, 1])
  expect(lines[0]).toContain(`There is no database in ${nowhere}`)
  expect(existsSync(nowhere)).toBe(false)
})

it('works on the database that the settings name', async () => {
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(store.db)
  const url = databaseUrl(inject('postgresSockets'), rows[0]?.name ?? '')
  const { code, lines } = await run(['list', 'customers'], {
    DATABASE_URL: url,
    DATA_DIR: join(folder, 'data'),
  })
  expect(code).toBe(0)
  expect(lines.join('\n')).toContain('River Parks')
})

it('never upgrades a database that an earlier version uses, and can still back it up', async () => {
  const older = await freshStore()
  const last = await sql<{ name: string }>`delete from schema_migrations
    where name = (select max(name) from schema_migrations) returning name`.execute(older.db)
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(older.db)
  const settings = {
    DATABASE_URL: databaseUrl(inject('postgresSockets'), rows[0]?.name ?? ''),
    DATA_DIR: join(folder, 'older'),
  }
  const refused = await run(['list', 'customers'], settings)
  expect([refused.code, refused.lines.length]).toEqual([2, 1])
  expect(refused.lines[0]).toContain(`newer than the database (${last.rows[0]?.name})`)
  const backup = await run(['backup', join(folder, 'older.backup')], settings)
  expect(backup.lines.join('\n')).toContain('read back and verified')
  const left = await sql<{ count: number }>`select count(*)::int as count from schema_migrations
    where name = ${last.rows[0]?.name}`.execute(older.db)
  expect(left.rows[0]?.count).toBe(0)
  await older.close()
})

it('leaves a folder as it was if a restore into it fails', async () => {
  chmodSync(folder, 0o755) // when root runs the test, PostgreSQL runs as another user
  const dataDir = join(folder, 'new-house')
  const file = join(folder, 'unreadable.backup')
  const head = { kind: 'head', format: 1, made: '', migrations: [], keyFingerprint: '', secretKey: 'AAAA' }
  const digest = { rows: 1, sha256: createHash('sha256').update('(1)\n').digest('hex') }
  const lines = [
    head,
    { kind: 'rows', table: 'nothing', rows: ['(1)'] },
    { kind: 'end', tables: { nothing: digest }, sequences: {} },
  ]
  writeFileSync(file, gzipSync(lines.map(line => `${JSON.stringify(line)}\n`).join('')))
  const { code, lines: output } = await run(['restore', file], { DATA_DIR: dataDir })
  expect(output.join('\n')).toContain('nothing')
  expect(code).toBe(1)
  expect(existsSync(dataDir)).toBe(false)
}, 60_000)

it.each([
  [['help'], 0, 'backup verify FILE'],
  [['list', '--help'], 0, 'npm run admin -- list people|customers'],
  [['frob'], 2, 'Unknown command: frob'],
  [['invite'], 2, 'See: npm run admin -- invite --help'],
])('exits %j with code %i and a message', async (args, wanted, words) => {
  const { code, lines } = await run(args, {})
  expect(code).toBe(wanted)
  expect(lines.join('\n')).toContain(words)
  expect(lines.join('\n')).not.toMatch(/^\s+at /m)
})
