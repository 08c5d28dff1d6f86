import { once } from 'node:events'
import { connect } from 'node:net'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { ingestStrikes } from '#contract/weather/lightning'
import { live } from '#contract/live'
import { createApiToken } from '#contract/people/api-tokens'
import { startSignIn } from '#server/house/browser.testing'
import { testHouse, type TestHouse, type TestPerson } from '#server/house/testing'
import { isTooDeep } from '#server/platform/http/json-body'

let world: TestHouse
let person: TestPerson

beforeAll(async () => {
  const limits = {
    perAddressPerMinute: 30,
    perVisitorPerMinute: 20,
    streamsPerPerson: 3,
    longestRequestMs: 800,
  }
  world = await testHouse({ limits, listen: true })
  person = await world.person({ role: 'Customer', customerId: await world.customer() })
})
afterAll(() => world.close())

/** Sends the beginning of a request and waits until the server closes the connection. */
async function sendAndWait(beginning: string): Promise<void> {
  const socket = connect(Number(new URL(world.baseUrl).port), '127.0.0.1')
  socket.on('error', () => {}) // being disconnected is the expected result
  socket.resume().write(beginning)
  await once(socket, 'close')
}

describe('disconnects a client that sends slowly', () => {
  it.each([
    ['before anything was sent', ''],
    ['in the headers', 'GET /healthz HTTP/1.1\r\nHost: localhost\r\n'],
    [
      'in the body',
      `POST ${ingestStrikes.path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n{`,
    ],
  ])('%s', async (_where, beginning) => {
    await sendAndWait(beginning)
    expect((await fetch(`${world.baseUrl}/healthz`)).status).toBe(200)
  })
})

describe('limits', () => {
  it('count sign-in visits by address, and store nothing beyond the limit', async () => {
    const { db } = world.house.store
    const rows = async () => {
      const counted = await sql<{ count: number }>`select count(*) as count from oidc_records`.execute(db)
      return counted.rows[0]?.count ?? 0
    }
    const before = await rows()
    const statuses = []
    for (let visit = 0; visit < 30; visit++) {
      const { status } = await fetch(startSignIn(world.baseUrl).url, { redirect: 'manual' })
      statuses.push(status)
    }
    expect(statuses.filter(status => status === 303)).toHaveLength(20)
    expect(statuses.at(-1)).toBe(429)
    expect((await rows()) - before).toBeLessThanOrEqual(40)
  })

  const openStream = async (token: string) => {
    const stop = new AbortController()
    const headers = { authorization: `Bearer ${token}` }
    const { status } = await fetch(`${world.baseUrl}${live.path}`, { headers, signal: stop.signal })
    return { status, stop }
  }

  it('count the streams of a token separately from those of its owner', async () => {
    const owner = await world.person({ role: 'Customer', customerId: await world.customer() })
    const body = { name: 'A display', mayRead: true, calls: [], days: 1 }
    const { token } = (await world.ask(createApiToken, { body }, owner)).body.data as { token: string }
    const display = [await openStream(token), await openStream(token), await openStream(token)]
    expect((await openStream(token)).status).toBe(429)
    const own = await openStream(owner.token)
    expect(own.status).toBe(200)
    for (const { stop } of [...display, own]) stop.abort()
  })

  it('limit the streams of a person; one that ends frees its slot', async () => {
    const open = () => openStream(person.token)
    const three = [await open(), await open(), await open()]
    expect(three.map(({ status }) => status)).toEqual([200, 200, 200])
    expect((await open()).status).toBe(429)
    three[0]?.stop.abort()
    await vi.waitFor(async () => expect((await open()).status).toBe(200), 15_000)
    for (const { stop } of three) stop.abort()
  })

  it('count a client that guesses feed keys by address', async () => {
    const guess = (n: number) =>
      world.raw({
        method: ingestStrikes.method,
        url: ingestStrikes.path,
        remoteAddress: '198.51.100.9',
        headers: { authorization: `Bearer skf_${n}` },
        payload: {},
      })
    const statuses = []
    for (let n = 0; n < 32; n++) statuses.push((await guess(n)).status)
    expect(statuses.filter(status => status === 401)).toHaveLength(30)
    expect(statuses.at(-1)).toBe(429)
  })
})

describe('JSON that is nested too deeply', () => {
  const depthOf = (value: unknown): number =>
    value !== null && typeof value === 'object' ? 1 + Math.max(0, ...Object.values(value).map(depthOf)) : 0

  it('is detected by its brackets alone, ignoring those in strings', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 18, depthSize: 'max' }), value => {
        expect(isTooDeep(JSON.stringify(value))).toBe(depthOf(value) > 12)
      }),
    )
    expect(isTooDeep(JSON.stringify('['.repeat(50)))).toBe(false)
    expect(isTooDeep(JSON.stringify('"\\'.repeat(50)))).toBe(false)
    expect(isTooDeep('['.repeat(12))).toBe(false)
    expect(isTooDeep('['.repeat(13))).toBe(true)
  })
})
