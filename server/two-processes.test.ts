import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { fillPath, type Call } from '#contract/call'
import { createFeedKey, getDelay, ingestStrikes, type LocationDelay } from '#contract/lightning'
import { listLocations, type Location } from '#contract/locations'
import { demoPassword } from '#server/demo'
import { makeOutsidePostgres, type OutsidePostgres } from '#server/platform/store/testing-outside'
import { startProcess, type ServerProcess } from '#server/process.testing'
import { Browser, codeIn, exchange, startSignIn, submitSignIn } from '#server/rooms/identity/browser.testing'

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })

/** Two real processes on one PostgreSQL, as behind a load balancer: whichever is asked, the answer is the same. */
const folder = mkdtempSync(join(tmpdir(), 'skywarden-two-'))
let outside: OutsidePostgres
let key = ''
let location: Location

async function start(name: string): Promise<ServerProcess> {
  const process = await startProcess({
    environment: {
      DATABASE_URL: outside.url,
      DATA_DIR: join(folder, name),
      SKYWARDEN_SECRET: 'one secret for both of the processes',
      SKYWARDEN_FEEDS: 'none',
      SKYWARDEN_LOG: 'error',
    },
  })
  await vi.waitFor(async () => void (await process.ready()), { timeout: 60_000, interval: 100 })
  return process
}

async function tokenFrom({ baseUrl }: ServerProcess, userName: string): Promise<string> {
  const attempt = startSignIn(baseUrl)
  const back = await submitSignIn(new Browser(baseUrl), attempt, userName, demoPassword)
  return (await exchange(baseUrl, attempt, codeIn(back))).access_token ?? ''
}

async function ask<Data>(
  process: ServerProcess,
  call: Call,
  token: string,
  body?: object,
  id = 0,
): Promise<Data> {
  const reply = await fetch(process.baseUrl + fillPath(call.path, { id }), {
    method: call.method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  })
  expect(reply.status).toBe(200)
  return ((await reply.json()) as { data: Data }).data
}

/** Signing in takes as long as all the rest, on purpose. */
const tokens = new Map<ServerProcess, Promise<string>>()
function adminTokenOf(process: ServerProcess): Promise<string> {
  const token = tokens.get(process) ?? tokenFrom(process, 'admin@demo.test')
  tokens.set(process, token)
  return token
}

async function stateIn(process: ServerProcess): Promise<string | undefined> {
  const token = await adminTokenOf(process)
  const { statements } = await ask<LocationDelay>(process, getDelay, token, undefined, location.id)
  return statements[0]?.state
}

const ago = (ms: number) => new Date(Date.now() - ms).toISOString()
const strikeThrough = (process: ServerProcess, id: string) => {
  const { latitude, longitude } = location
  return ask(process, ingestStrikes, key, { strikes: [{ id, time: ago(0), latitude, longitude }] })
}
const coverThrough = (process: ServerProcess) =>
  ask(process, ingestStrikes, key, { coverage: [{ from: ago(70 * 60_000), to: ago(0) }] })

beforeAll(async () => {
  outside = await makeOutsidePostgres()
  await outside.start()
})
afterAll(async () => {
  await outside.remove()
  rmSync(folder, { recursive: true, force: true })
})

test('a strike through one and coverage through the other is a delay in both, whichever dies', async () => {
  const one = await start('one')
  const two = await start('two')
  const support = await tokenFrom(one, 'super@skywarden.test')
  key = (await ask<{ key: string }>(one, createFeedKey, support, { name: 'Network', provesAbsence: true }))
    .key
  const locations = await ask<Location[]>(one, listLocations, await adminTokenOf(one))
  location = locations[0] as Location

  await coverThrough(one)
  const inBoth = (state: string) =>
    vi.waitFor(async () => {
      expect(await stateIn(one)).toBe(state)
      expect(await stateIn(two)).toBe(state)
    }, 20_000)
  await inBoth('AllClear')

  await strikeThrough(two, 'first')
  await coverThrough(one)
  expect(await stateIn(one)).toBe('Delay')
  await inBoth('Delay')

  one.child.kill('SIGKILL')
  await one.ended
  await strikeThrough(two, 'second')
  const again = await start('one')
  await coverThrough(again)
  expect(await stateIn(again)).toBe('Delay')

  two.child.kill('SIGKILL')
  await two.ended
  await coverThrough(again)
  expect(await stateIn(again)).toBe('Delay')
  expect(await again.stop()).toBe(0)
})
