import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { silentLog } from '#server/platform/log'
import { openStore, type Store } from './index.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'skywarden-kill-'))
const pidFile = join(dataDir, 'postgres/postmaster.pid')
afterAll(() => rmSync(dataDir, { recursive: true, force: true }))

const open = () => openStore({ databaseUrl: undefined, dataDir, log: silentLog })
const postmasterPid = () => Number(readFileSync(pidFile, 'utf8').split('\n')[0])
const acknowledged = new Set<number>()

/** Starts a writer and waits until the store has acknowledged this many of its rows. */
async function startWriter(rows: number): Promise<ChildProcess> {
  const writer = spawn(process.execPath, [resolve(import.meta.dirname, 'testing-writer.ts'), dataDir], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const enough = acknowledged.size + rows
  const lines = createInterface({ input: writer.stdout })
  const written = new Promise<void>((done, failed) => {
    lines.on('line', line => {
      acknowledged.add(Number(line))
      if (acknowledged.size >= enough) done()
    })
    writer.once('exit', code => failed(new Error(`The writer ended by itself with ${code}`)))
  })
  await written
  return writer
}

async function kill(writer: ChildProcess) {
  writer.kill('SIGKILL')
  await once(writer, 'close') // by then every line that it wrote has been read
}

async function lostRows(store: Store): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`select id from rows_written`.execute(store.db)
  const present = new Set(rows.map(row => row.id))
  return [...acknowledged].filter(id => !present.has(id))
}

test('kill -9 of Skywarden, three times while it writes: no acknowledged row is lost, PostgreSQL is adopted', async () => {
  let survivor: number | undefined
  for (let round = 1; round <= 3; round++) {
    await kill(await startWriter(300))
    expect(postmasterPid()).toBe(survivor ?? postmasterPid())
    survivor = postmasterPid()
  }
  const store = await open()
  expect(postmasterPid()).toBe(survivor)
  expect(await lostRows(store)).toEqual([])
  await store.close()
  expect(existsSync(pidFile)).toBe(false)
})

test('kill -9 of Skywarden and then of PostgreSQL: no acknowledged row is lost, a new one recovers', async () => {
  for (let round = 1; round <= 2; round++) {
    await kill(await startWriter(300))
    process.kill(postmasterPid(), 'SIGKILL')
  }
  const store = await open()
  expect(await lostRows(store)).toEqual([])
  await store.close()
})

test('kill -9 of PostgreSQL: it is restarted, and the same store continues', async () => {
  const store = await open()
  const killed = postmasterPid()
  process.kill(killed, 'SIGKILL')
  await expect.poll(() => store.check().then(() => true), { timeout: 15_000, interval: 100 }).toBe(true)
  expect(postmasterPid()).not.toBe(killed)
  expect(await lostRows(store)).toEqual([])
  await store.close()
})

test('an adopted PostgreSQL stops with the server, which then exits on its own', async () => {
  await kill(await startWriter(10))
  const heir = await startWriter(10)
  heir.kill('SIGTERM')
  const [code] = (await once(heir, 'exit')) as [number | null]
  expect(code).toBe(0)
  expect(existsSync(pidFile)).toBe(false)
})

test('a record that names an unrelated process does not prevent a start', async () => {
  await kill(await startWriter(10))
  const record = readFileSync(pidFile, 'utf8')
  process.kill(postmasterPid(), 'SIGKILL')
  await sleep(500) // its child processes exit when they notice that it has gone
  const stranger = spawn(process.execPath, ['--eval', 'setInterval(() => {}, 1000)'])
  writeFileSync(pidFile, record.replace(/^\d+/, String(stranger.pid)))
  const store = await open()
  expect(await lostRows(store)).toEqual([])
  await store.close()
  stranger.kill()
})
