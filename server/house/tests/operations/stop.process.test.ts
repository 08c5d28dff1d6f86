import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { WebSocket } from 'ws'
import { demoPassword, people } from '#e2e/steps/accounts'
import { Browser, codeIn, exchange, startSignIn, submitSignIn } from '#server/house/browser.testing'
import { startProcess, type ServerProcess } from '#server/house/process.testing'
import { embeddedConnection } from '#server/platform/store/embedded-postgres'
import { freePort } from '#server/platform/free-port.testing'

/** The longest time that stopping may take. */
const longestStopMs = 10_000

const dataDir = mkdtempSync(join(tmpdir(), 'skywarden-stop-'))
const environment = { DATA_DIR: dataDir, SKYWARDEN_FEEDS: 'none' }
let server: ServerProcess
let database: pg.Client
let [port, mqttPort] = [0, 0]
let hasStarted = false
/** The responses received while the server started. */
const answers: { status: number; retryAfter: string | null }[] = []

/** Requests a page, a call, a stream and both device listeners, repeatedly until the server is ready. */
async function knock() {
  const origin = `http://127.0.0.1:${port}`
  const paths = [
    '/',
    '/readyz',
    '/api/live',
    '/api/user/current',
    '/ingest/strikes',
    '/identity/.well-known/openid-configuration',
  ]
  const asked = paths.map(async path => {
    const headers = { authorization: 'Bearer nobody', accept: path === '/' ? 'text/html' : '*/*' }
    const reply = await fetch(origin + path, { headers })
    answers.push({ status: reply.status, retryAfter: reply.headers.get('retry-after') })
    await reply.body?.cancel()
  })
  await Promise.allSettled(asked)
  const socket = connect(mqttPort, '127.0.0.1', () => socket.end('not a packet'))
  socket.on('error', () => {}) // nothing listens yet
  const webSocket = new WebSocket(`ws://127.0.0.1:${port}/mqtt`, 'mqtt')
  webSocket.on('error', () => {})
  webSocket.on('open', () => webSocket.send('not a packet'))
}

const startAgain = () =>
  startProcess({ environment: { ...environment, PORT: String(port), MQTT_PORT: String(mqttPort) } })
const untilReady = () =>
  vi.waitFor(async () => expect((await server.ready()).ready).toBe(true), { timeout: 60_000, interval: 200 })

beforeAll(async () => {
  ;[port, mqttPort] = [await freePort(), await freePort()]
  const knocking = (async () => {
    while (!hasStarted) {
      await knock()
      await sleep(5)
    }
  })()
  server = await startAgain()
  await untilReady()
  hasStarted = true
  await knocking
})
afterAll(async () => {
  hasStarted = true
  await server.stop()
  rmSync(dataDir, { recursive: true, force: true })
})

test('a start under load logs no stack trace, and requests that cannot be answered yet get a Retry-After', () => {
  const stacks = server
    .output()
    .split('\n')
    .filter(line => line.includes('"stack"'))
  expect(stacks).toEqual([])
  expect(answers.length).toBeGreaterThan(0)
  expect(answers.filter(({ status }) => status >= 500 && status !== 503)).toEqual([])
})

async function signIn(): Promise<string> {
  const attempt = startSignIn(server.baseUrl)
  const back = await submitSignIn(new Browser(server.baseUrl), attempt, people.admin, demoPassword)
  return (await exchange(server.baseUrl, attempt, codeIn(back))).access_token ?? ''
}

/** Sends a call that waits for a table that the test has locked, on a keep-alive connection. */
function askForFeedKey(agent: Agent) {
  return new Promise<{ status: number | undefined; connection: string | undefined }>((resolve, reject) => {
    const asked = request(`${server.baseUrl}/ingest/strikes`, {
      method: 'POST',
      agent,
      headers: { authorization: 'Bearer no-such-key', 'content-type': 'application/json' },
    })
    asked.once('error', reject).once('response', reply => {
      reply.resume()
      resolve({ status: reply.statusCode, connection: reply.headers.connection })
    })
    asked.end('{}')
  })
}

async function lockFeedKeys() {
  database = new pg.Client(embeddedConnection(dataDir))
  database.on('error', () => {}) // the database may be closed while this is connected
  await database.connect()
  await database.query('begin')
  await database.query('lock table feed_keys in access exclusive mode')
}

function untilSomebodyWaits() {
  return vi.waitFor(async () => {
    const { rows } = await database.query<{ waiting: string }>(
      `select count(*) as waiting from pg_stat_activity where wait_event_type = 'Lock'`,
    )
    expect(Number(rows[0]?.waiting)).toBeGreaterThan(0)
  }, 10_000)
}

test('SIGTERM answers requests in flight, closes streams and sockets with a reconnect hint, and exits in time', async () => {
  const token = await signIn()
  const stream = await fetch(`${server.baseUrl}/api/live`, {
    headers: { authorization: `Bearer ${token}`, 'accept-encoding': 'identity' },
  })
  const received = stream.text()
  const device = new WebSocket(`ws://127.0.0.1:${port}/mqtt`, 'mqtt')
  await once(device, 'open')
  const deviceClosed = once(device, 'close')

  await lockFeedKeys()
  const agent = new Agent({ keepAlive: true, maxSockets: 20 })
  const inFlight = Array.from({ length: 20 }, () => askForFeedKey(agent))
  const settled = Promise.allSettled(inFlight)
  await untilSomebodyWaits()

  const stoppedMs = performance.now()
  server.child.kill('SIGTERM')
  await vi.waitFor(() => expect(server.output()).toContain('"stopping"'), 5000)
  const ready = await fetch(`${server.baseUrl}/readyz`)
  expect(ready.status).toBe(503)
  expect(await ready.json()).toMatchObject({ ready: false })
  expect((await received).trimEnd().split('\n').slice(-2)).toEqual([
    expect.stringMatching(/^retry: \d+$/),
    'event: closing',
  ])

  await sleep(500)
  await database.query('rollback')
  await database.end()
  const results = await settled
  expect(results.filter(result => result.status === 'fulfilled')).toHaveLength(20)
  for (const result of results) {
    if (result.status === 'fulfilled') expect(result.value).toEqual({ status: 401, connection: 'close' })
  }
  expect((await deviceClosed)[0]).toBe(1012)
  expect(await server.ended).toBe(0)
  expect(performance.now() - stoppedMs).toBeLessThan(longestStopMs)
  expect(server.output()).not.toContain('"stack"')
})

test('SIGTERM exits within 10 seconds even if something hangs, and the next start is ready', async () => {
  server = await startAgain()
  await untilReady()
  await lockFeedKeys()
  const lost = Promise.allSettled([askForFeedKey(new Agent())])
  await untilSomebodyWaits()
  const stoppedMs = performance.now()
  server.child.kill('SIGTERM')
  await server.ended
  expect(performance.now() - stoppedMs).toBeLessThan(longestStopMs)
  await lost
  await database.end().catch(() => {}) // closed together with the database
  server = await startAgain()
  await untilReady()
})

test('/readyz gives the reason to an operator on this machine, and only the check to anyone else', async () => {
  const ask = async (headers: Record<string, string>) => {
    const reply = await fetch(`${server.baseUrl}/readyz`, { headers })
    const { checks } = (await reply.json()) as { checks: object[] }
    return checks[0]
  }
  expect(await ask({})).toEqual({ name: 'database', ready: true, detail: 'embedded PostgreSQL responds' })
  expect(await ask({ 'x-forwarded-for': '203.0.113.7' })).toEqual({ name: 'database', ready: true })
})
