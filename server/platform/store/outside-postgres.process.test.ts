import { once } from 'node:events'
import { createServer, type AddressInfo, type Socket } from 'node:net'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { CannotStart } from '#server/platform/cannot-start'
import { silentLog } from '#server/platform/log'
import { openStore } from './index.ts'
import { makeOutsidePostgres, type OutsidePostgres } from './testing-outside.ts'

let outside: OutsidePostgres
beforeAll(async () => void (outside = await makeOutsidePostgres()))
afterAll(() => outside.remove())

const open = (url: string, options: { log?: typeof silentLog; signal?: AbortSignal } = {}) =>
  openStore({ databaseUrl: url, dataDir: '', log: silentLog, ...options })

test('waits for a database that is down at startup, logs that, and then uses it', async () => {
  const warn = vi.fn<(about: object, text: string) => void>()
  const opening = open(outside.url, { log: { ...silentLog, warn } as unknown as typeof silentLog })
  await vi.waitFor(() => expect(warn).toHaveBeenCalled(), 15_000)
  expect(warn.mock.calls[0]?.[1]).toMatch(/^waiting for the database at DATABASE_URL \(127\.0\.0\.1:\d+\)$/)
  await outside.start()
  const store = await opening
  await expect(store.check()).resolves.toBe('PostgreSQL responds')
  await store.close()
})

test('stops waiting when the start is canceled', async () => {
  const stopping = new AbortController()
  const opening = open('postgres://a:b@127.0.0.1:1/c', { signal: stopping.signal })
  stopping.abort()
  await expect(opening).rejects.toThrow('aborted')
})

test.each(['fast', 'immediate'] as const)(
  'a %s restart during a transaction fails that transaction and nothing else',
  async how => {
    const store = await open(outside.url)
    const held = store.db.transaction().execute(async tx => {
      await sql`select 1`.execute(tx)
      await outside.stop(how) // in use, but without a pending query, so only our own handler receives the error
      await outside.start()
      await sql`select 1`.execute(tx)
    })
    await expect(held).rejects.toThrow()
    await expect(store.check()).resolves.toBe('PostgreSQL responds')
    await store.close()
  },
)

test('a process that stops in the middle of a transaction does not keep its locks', async () => {
  const store = await open(outside.url)
  const { rows } = await sql`show idle_in_transaction_session_timeout`.execute(store.db)
  expect(rows).toEqual([{ idle_in_transaction_session_timeout: '10s' }])
  await store.close()
})

test('a failed write is reported until one succeeds; an invalid query is not a failed write', async () => {
  const store = await open(outside.url)
  await expect(store.checkWrites()).resolves.toBe('The database accepts writes')
  await expect(sql`select 1 / 0`.execute(store.db)).rejects.toThrow('division by zero')
  await expect(store.checkWrites()).resolves.toBe('The database accepts writes')

  await sql`set default_transaction_read_only = on`.execute(store.db)
  await expect(sql`create table notes (text text)`.execute(store.db)).rejects.toThrow('read-only')
  await expect(store.checkWrites()).rejects.toThrow(
    'The database cannot write. The server’s database is read-only.',
  )
  await expect(store.check()).resolves.toBe('PostgreSQL responds')

  await sql`set default_transaction_read_only = off`.execute(store.db)
  await expect(store.checkWrites()).resolves.toBe('The database accepts writes')
  await store.close()
})

test('a query in flight when the server stops is rejected, and the next one succeeds', async () => {
  const store = await open(outside.url)
  const asked = expect(sql`select pg_sleep(60)`.execute(store.db)).rejects.toThrow()
  await vi.waitFor(async () => {
    const query = sql`select 1 from pg_stat_activity where query like '%pg_sleep(60)%' and pid <> pg_backend_pid()`
    expect((await query.execute(store.db)).rows).toHaveLength(1)
  }, 15_000)
  await outside.stop('fast')
  await asked
  await outside.start()
  await vi.waitFor(() => store.check(), 15_000)
  await store.close()
})

test('a server that accepts the connection and never responds does not block forever', async () => {
  const held: Socket[] = []
  const mute = createServer(socket => held.push(socket)).listen(0, '127.0.0.1')
  await once(mute, 'listening')
  const { port } = mute.address() as AddressInfo
  const stopping = new AbortController()
  const warned = new Promise<object>(resolve => {
    const log = { ...silentLog, warn: resolve } as unknown as typeof silentLog
    open(`postgres://a:b@127.0.0.1:${port}/c`, { log, signal: stopping.signal }).catch(() => {}) // canceled below
  })
  await expect(warned).resolves.toMatchObject({ because: expect.stringContaining('5 seconds') as string })
  stopping.abort()
  for (const socket of held) socket.destroy()
  mute.close()
})

test.each([
  ['a wrong password', (url: string) => url.replace('right', 'wrong'), 'refuses this user name and password'],
  ['a database that is not there', (url: string) => url.replace(/\/postgres$/, '/nowhere'), 'does not exist'],
])('rejects %s in plain words without waiting, and without the password', async (_, change, reason) => {
  const refused = open(change(outside.url))
  await expect(refused).rejects.toThrow(CannotStart)
  await expect(refused).rejects.toThrow(reason)
  await expect(refused).rejects.not.toThrow(/right|wrong/)
})
