import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { silentLog } from '#server/platform/log'
import { openStore } from '#server/platform/store/index'
import { makeOutsidePostgres } from '#server/platform/store/testing-outside'
import { bareEnvironment, programsOn, startProcess, type ServerProcess } from '#server/house/process.testing'

const quiet = { SKYWARDEN_DEMO: 'off', SKYWARDEN_FEEDS: 'none' }
const isRoot = process.getuid?.() === 0

let made = ''
let dataDir = ''

const start = (environment: Record<string, string> = {}) =>
  startProcess({ environment: { ...quiet, DATA_DIR: dataDir, ...environment } })
const untilReady = (server: ServerProcess) =>
  vi.waitFor(async () => expect(await server.ready()).toEqual({ ready: true, failing: [] }), 60_000)

/** The outcome of a second process that was started while the first was running. */
let second: ServerProcess

/** Prepares a folder that has been used once, so every start on a copy of it is quick. */
beforeAll(async () => {
  made = mkdtempSync(join(tmpdir(), 'skywarden-made-'))
  dataDir = made
  const first = await start()
  await untilReady(first)
  second = await start()
  await second.ended
  await untilReady(first)
  expect(await first.stop()).toBe(0)
})
afterAll(() => rmSync(made, { recursive: true, force: true }))
beforeEach(() => void (dataDir = mkdtempSync(join(tmpdir(), 'skywarden-start-'))))
afterEach(() => rmSync(dataDir, { recursive: true, force: true }))

/** Copies that folder to the test's own. The copy takes 50 MB, so it is used only where it matters. */
const useMadeFolder = () => cpSync(made, dataDir, { recursive: true })

/**
 * Expects a startup failure that only a person can fix: one line that says how, exit code 2, and nothing left running.
 */
async function expectRefusal(server: ServerProcess, reason: RegExp) {
  expect(await server.ended).toBe(2)
  expect(server.errors()).toMatch(reason)
  expect(server.errors().trimEnd().split('\n')).toHaveLength(1)
  expect(server.output()).not.toContain('"stack"')
  expect(programsOn(dataDir)).toEqual([])
}

test('a port that is in use', async () => {
  useMadeFolder()
  const other = createServer().listen(0, '127.0.0.1')
  await once(other, 'listening')
  const { port } = other.address() as AddressInfo
  await expectRefusal(await start({ PORT: String(port) }), /^Skywarden cannot start\. Port \d+ is in use/)
  other.close()
})

test('a folder in use by another Skywarden, which is left alone', async () => {
  expect(await second.ended).toBe(2)
  expect(second.errors()).toMatch(/^Skywarden cannot start\. Another Skywarden is already using .*\n$/)
  expect(programsOn(made)).toEqual([])
})

test.skipIf(!isRoot)("a folder in use by another user's Skywarden (only root can test this)", async () => {
  useMadeFolder()
  spawnSync('chown', ['-R', '65534:65534', dataDir])
  const environment = { ...quiet, DATA_DIR: dataDir, HOME: dataDir }
  const first = await startProcess({ environment, uid: 65534 })
  await untilReady(first)
  const ours = await start()
  expect(await ours.ended).toBe(2)
  expect(ours.errors()).toMatch(/^Skywarden cannot start\. Another Skywarden is already using .*\n$/)
  const admin = spawnSync(process.execPath, ['server/admin.ts', 'verify-audit'], {
    env: { ...bareEnvironment, DATA_DIR: dataDir },
    encoding: 'utf8',
  })
  expect(admin.stdout).toMatch(/^All \d+ rows are intact\.\n$/)
  await untilReady(first)
  expect(await first.stop()).toBe(0)
})

test('a wrong database password', async () => {
  const outside = await makeOutsidePostgres()
  await outside.start()
  const url = outside.url.replace('right', 'hunter2')
  const server = await start({ DATABASE_URL: url })
  await expectRefusal(server, /^Skywarden cannot start\. The database at DATABASE_URL \(127\.0\.0\.1:\d+\)/)
  expect(server.errors()).toContain('refuses this user name and password')
  expect(server.errors() + server.output()).not.toContain('hunter2')
  await outside.remove()
})

test.skipIf(!isRoot)('a read-only folder (only root can mount one)', async ({ skip }) => {
  const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'ro,size=1m', 'tmpfs', dataDir])
  if (mounted.status !== 0) skip('mounting is not allowed here')
  await expectRefusal(await start(), /^Skywarden cannot start\. DATA_DIR \(.*\) is read-only\./)
  spawnSync('umount', [dataDir])
})

test.skipIf(!isRoot)("another user's folder (only root can test this)", async () => {
  useMadeFolder()
  const server = await startProcess({ environment: { ...quiet, DATA_DIR: dataDir }, uid: 65534 })
  await expectRefusal(
    server,
    /^Skywarden cannot start\. \S+ belongs to user 0, and user 65534 may not use it\./,
  )
})

test('a lost secret.key while the database has values sealed with it: no new one is generated', async () => {
  useMadeFolder()
  rmSync(join(dataDir, 'secret.key'))
  await expectRefusal(await start(), /^Skywarden cannot start\. \S+secret\.key is missing, .* from a backup/)
  expect(existsSync(join(dataDir, 'secret.key'))).toBe(false)
})

test('a database that a newer Skywarden has migrated', async () => {
  useMadeFolder()
  const store = await openStore({ databaseUrl: undefined, dataDir, log: silentLog })
  await sql`insert into schema_migrations values ('9999-later.sql', '', now())`.execute(store.db)
  await store.close()
  await expectRefusal(await start(), /^Skywarden cannot start\. The data was written by a newer Skywarden/)
})

test('a stop during startup leaves nothing behind', async () => {
  useMadeFolder()
  const server = await start()
  await vi.waitFor(() => expect(programsOn(dataDir)).not.toEqual([]), 30_000)
  expect(await server.stop()).toBe(0)
  expect(programsOn(dataDir)).toEqual([])
})

test('waits for a database that is down, and logs that, until it is stopped', async () => {
  const server = await start({ DATABASE_URL: 'postgres://somebody@127.0.0.1:1/skywarden' })
  await vi.waitFor(
    () => expect(server.output()).toContain('waiting for the database at DATABASE_URL'),
    30_000,
  )
  expect(server.child.exitCode).toBe(null)
  expect(await server.stop()).toBe(0)
})

test('a cluster that this PostgreSQL cannot read', async () => {
  useMadeFolder()
  writeFileSync(join(dataDir, 'postgres/PG_VERSION'), '9\n')
  await expectRefusal(
    await start(),
    /^Skywarden cannot start\. PostgreSQL did not start in .*: database files are/,
  )
})

test('a folder that cannot be created', async () => {
  const file = join(dataDir, 'a-file')
  cpSync('package.json', file)
  await expectRefusal(
    await start({ DATA_DIR: file }),
    /^Skywarden cannot start\. DATA_DIR \(.*\) is not a folder\./,
  )
})
