import { SignJWT, importJWK } from 'jose'
import { createHash, randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { InjectOptions } from 'fastify'
import { fillPath, type Asked, type Call, type Reply } from '#contract/call'
import { startImpersonation } from '#contract/people/identity'
import { ingestStrikes } from '#contract/weather/lightning'
import type { Permission } from '#domain/access/permissions'
import type { RoleName } from '#domain/access/roles'
import { readConfig } from '#server/config'
import { buildHouse, type House } from '#server/house/index'
import { hourMs, later, minuteMs, systemClock, type Clock } from '#server/platform/clock'
import type { LimitNumbers } from '#server/platform/http/limits'
import { silentLog, type Log } from '#server/platform/log'
import type { PostOutside } from '#server/platform/outside/index'
import type { Schedule } from '#server/platform/schedule'
import { createSecrets } from '#server/platform/secrets'
import { freshStore, type TestStore } from '#server/platform/store/testing'
import { freePort } from '#server/platform/free-port.testing'
import type { WorldExtent } from './simulated/weather.ts'
import { insertCustomer } from '#server/rooms/customers/index'
import { insertGroup } from '#server/rooms/groups/index'
import { audienceOf, issuerOf } from '#server/rooms/identity/provider'
import { loadKeys, signingAlgorithm } from '#server/rooms/identity/keys'
import { hashPassword } from '#server/rooms/identity/passwords'
import { savePasswordHash } from '#server/rooms/identity/store/accounts'
import { saveRecord } from '#server/rooms/identity/store/sessions'
import type { ResolveTxt } from '#server/rooms/sso/index'
import { insertUser } from '#server/rooms/users/index'

export type { WorldExtent } from '#server/house/simulated/weather'

export interface TestPerson {
  readonly id: string
  readonly email: string
  readonly customerId: number
  readonly token: string
}

export interface NewTestPerson {
  readonly role: RoleName
  readonly customerId: number
  readonly groupId?: number | null
  readonly permissions?: readonly Permission[]
  readonly password?: string
  readonly isActive?: boolean
}

export interface TestAnswer {
  readonly status: number
  readonly headers: Record<string, unknown>
  readonly body: {
    data?: unknown
    message?: string
    responseException?: { message: string; errors: Record<string, string[]> }
  }
}

/** A whole server on its own database, with people created on request and in-process requests. */
export interface TestHouse {
  readonly house: House
  readonly baseUrl: string
  /** Every mounted route, as `GET /api/user/current`. */
  readonly routes: readonly string[]
  customer(permissions?: readonly Permission[]): Promise<number>
  group(customerId: number, name: string): Promise<number>
  person(person: NewTestPerson): Promise<TestPerson>
  /** Signs a person in again: a token is valid for ten minutes of the server's clock. */
  again(person: TestPerson): Promise<TestPerson>
  /** Lets support staff act as a person, through the whole flow that the web app uses. */
  actingAs(support: TestPerson, person: TestPerson): Promise<TestPerson>
  ask<C extends Call>(call: C, input: Asked<C>, as?: TestPerson): Promise<TestAnswer>
  /** The reply to a call; throws unless it succeeds. */
  reply<C extends Call>(call: C, input: Asked<C>, as?: TestPerson): Promise<Reply<C>>
  raw(options: InjectOptions, as?: TestPerson): Promise<TestAnswer>
  /** Reports strikes or coverage as the source with this feed key. */
  ingest(feedKey: string, body: object): Promise<TestAnswer>
  /** Reports that there was no other lightning in the last 70 minutes. */
  cover(feedKey: string): Promise<void>
  /** Stops the server and builds it again on the same database, with other settings if given. */
  restart(environment?: Readonly<Record<string, string>>): Promise<void>
  close(): Promise<void>
}

export const testSecret = 'a secret that is used by tests alone'
const unlimited: Partial<LimitNumbers> = {
  perPersonPerMinute: 1e9,
  perTokenPerMinute: 1e9,
  perAddressPerMinute: 1e9,
  perMachinePerMinute: 1e9,
  perVisitorPerMinute: 1e9,
}

/**
 * No simulated past: years of readings and a hundred radar images take every server a minute.
 */
export const withoutPast: WorldExtent = {
  past: { daysBackMs: hourMs, hoursBackMs: hourMs, readingsBackMs: hourMs },
  radarFrames: { composite: 0, model: 0, international: 0, extended: 0 },
  hasStationImages: false,
}

export interface TestHouseOptions {
  readonly clock?: Clock
  readonly limits?: Partial<LimitNumbers>
  /** Listens on its own port, for tests that need more than in-process requests. */
  readonly listen?: boolean
  readonly environment?: Readonly<Record<string, string>>
  readonly log?: Log
  /** A database that other servers also use, and that outlives this one. */
  readonly store?: TestStore
  /** How much the simulated world delivers, if there is one: an hour of readings and no radar images by default. */
  readonly worldExtent?: WorldExtent
  /** The test's DNS. */
  readonly resolveTxt?: ResolveTxt
  /** For a test that moves the clock itself: one schedule for each start of the server. */
  readonly makeSchedule?: () => Schedule
  /** The test's push service. */
  readonly post?: PostOutside
}

export async function testHouse(options: TestHouseOptions = {}): Promise<TestHouse> {
  const clock = options.clock ?? systemClock
  const store = options.store ?? (await freshStore())
  const { db } = store
  const dataDir = mkdtempSync(join(tmpdir(), 'skywarden-test-'))
  const settings = {
    DATA_DIR: dataDir,
    SKYWARDEN_SECRET: testSecret,
    SKYWARDEN_DEMO: 'off',
    SKYWARDEN_FEEDS: 'none',
    // Test devices connect by WebSocket, or use their own broker.
    ...(options.environment?.['MQTT_URL'] === undefined && { MQTT_PORT: '0' }),
    INFORMACAST_URL: 'https://127.0.0.1/api', // not available: tests that need one configure their own
    FFMPEG_PATH: '/none', // asking it for its encoders takes a fifth of a second at every startup
    PORT: String(options.listen ? await freePort() : 8080),
    ...(options.store && { DATABASE_URL: options.store.url }),
    ...options.environment,
  }
  const { baseUrl } = readConfig(settings)
  const routes: string[] = []
  let house = await open()

  async function open(changed: Readonly<Record<string, string>> = {}): Promise<House> {
    routes.length = 0
    const config = readConfig({ ...settings, ...changed })
    const opened = await buildHouse({
      config,
      clock,
      log: options.log ?? silentLog,
      store,
      limits: options.limits ?? unlimited,
      worldExtent: options.worldExtent ?? withoutPast,
      ...(options.resolveTxt && { resolveTxt: options.resolveTxt }),
      ...(options.makeSchedule && { schedule: options.makeSchedule() }),
      ...(options.post && { post: options.post }),
      onRoute: ({ method, url }) => routes.push(`${method} ${url}`),
    })
    if (options.listen) await opened.http.listen({ port: config.port, host: '127.0.0.1' })
    return opened
  }

  let made = 0

  /** Returns a token as a sign-in would: for a session in the database, signed with the server's own key. */
  async function signIn(personId: string): Promise<string> {
    const now = clock.now()
    const sid = randomUUID()
    const session = { uid: sid, accountId: personId, kind: 'Session' }
    await saveRecord(db, 'Session', sid, session, later(now, 3_600_000))
    const [key] = await loadKeys(db, createSecrets(testSecret))
    if (!key) throw new Error('The house has no signing key')
    return new SignJWT({ sid })
      .setProtectedHeader({ alg: signingAlgorithm, typ: 'at+jwt', kid: key.kid ?? '' })
      .setSubject(personId)
      .setIssuer(issuerOf(baseUrl))
      .setAudience(audienceOf(baseUrl))
      .setIssuedAt(now)
      .setExpirationTime(later(now, 600_000))
      .sign(await importJWK(key))
  }

  async function raw(request: InjectOptions, as?: TestPerson): Promise<TestAnswer> {
    const headers = { ...request.headers, ...(as && { authorization: `Bearer ${as.token}` }) }
    const reply = await house.http.inject({ ...request, headers })
    const isJson = (reply.headers['content-type'] ?? '').startsWith('application/json')
    return {
      status: reply.statusCode,
      headers: reply.headers,
      body: isJson ? (reply.json() as TestAnswer['body']) : {},
    }
  }

  /** Opens a stream only to see whether it opens, and closes it, because it would never end. */
  async function openAndLeave(url: string, as?: TestPerson): Promise<TestAnswer> {
    const headers = as ? { authorization: `Bearer ${as.token}` } : {}
    const reply = await house.http.inject({ url, headers, payloadAsStream: true })
    if (reply.statusCode === 200) {
      reply.raw.res.destroy()
      return { status: 200, headers: reply.headers, body: {} }
    }
    const text = await new Response(reply.stream() as unknown as ReadableStream).text()
    return { status: reply.statusCode, headers: reply.headers, body: JSON.parse(text) as TestAnswer['body'] }
  }

  function ask<C extends Call>(call: C, input: Asked<C>, as?: TestPerson): Promise<TestAnswer> {
    const parts = input as { params?: object; query?: object; body?: object }
    const query = new URLSearchParams(parts.query as Record<string, string>).toString()
    const path = fillPath(call.path, (parts.params ?? {}) as Record<string, string>)
    const url = query ? `${path}?${query}` : path
    if (call.streams) return openAndLeave(url, as)
    return raw({ method: call.method, url, ...(parts.body !== undefined && { payload: parts.body }) }, as)
  }

  function ingest(feedKey: string, body: object): Promise<TestAnswer> {
    const headers = { authorization: `Bearer ${feedKey}` }
    return raw({ method: 'POST', url: ingestStrikes.path, headers, payload: body })
  }

  return {
    get house() {
      return house
    },
    baseUrl,
    routes,
    raw,
    ingest,
    async cover(feedKey) {
      const to = clock.now()
      const span = { from: later(to, -70 * minuteMs).toISOString(), to: to.toISOString() }
      const { status } = await ingest(feedKey, { coverage: [span] })
      if (status !== 200) throw new Error(`The coverage was answered with status ${status}`)
    },
    customer: (permissions = []) =>
      db
        .transaction()
        .execute(tx =>
          insertCustomer(tx, { name: `Customer ${++made}`, companyType: 'Test', permissions }, clock.now()),
        ),
    group: (customerId, name) =>
      db.transaction().execute(tx => insertGroup(tx, customerId, name, clock.now())),
    async person({ role, customerId, groupId = null, permissions = [], password, isActive = true }) {
      const id = randomUUID()
      const email = `person${++made}@example.test`
      await db.transaction().execute(async tx => {
        await insertUser(tx, {
          id,
          customer_id: customerId,
          user_group_id: groupId,
          user_name: email,
          first_name: 'Person',
          last_name: String(made),
          email,
          phone_number: null,
          role,
          permissions: [...permissions],
          time_zone: 'CST',
          is_active: isActive,
          declines_notifications: false,
          created_at: clock.now(),
          activated_at: clock.now(),
        })
        if (password) await savePasswordHash(tx, id, await hashPassword(password), clock.now())
      })
      return { id, email, customerId, token: await signIn(id) }
    },
    again: async person => ({ ...person, token: await signIn(person.id) }),
    ask,
    async reply(call, input, as) {
      const { status, body } = await ask(call, input, as)
      if (status !== 200) throw new Error(`${call.name} was answered with ${status}: ${JSON.stringify(body)}`)
      return body.data as Reply<typeof call>
    },
    async actingAs(support, person) {
      const verifier = randomUUID() + randomUUID()
      const codeChallenge = createHash('sha256').update(verifier).digest('base64url')
      const started = await ask(
        startImpersonation,
        { body: { userId: person.id, reason: 'A test', codeChallenge } },
        support,
      )
      const exchange = await house.http.inject({
        method: 'POST',
        url: '/identity/token',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        payload: new URLSearchParams({
          client_id: 'skywarden-web',
          grant_type: 'authorization_code',
          code: (started.body.data as { code: string }).code,
          redirect_uri: `${baseUrl}/impersonation`,
          code_verifier: verifier,
        }).toString(),
      })
      const { access_token: token } = exchange.json<{ access_token?: string }>()
      if (!token) throw new Error(`No token for acting as somebody: ${exchange.body}`)
      return { ...person, token }
    },
    async restart(environment) {
      await house.stop()
      house = await open(environment)
    },
    async close() {
      await house.stop()
      if (!options.store) await store.close()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}
