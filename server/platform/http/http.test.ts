import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { allCalls } from '#contract/index'
import { getCurrentUser } from '#contract/people/users'
import { getRoles } from '#contract/people/people'
import { testHouse, type TestHouse, type TestPerson } from '#server/house/testing'

let world: TestHouse
let person: TestPerson

beforeAll(async () => {
  const limits = { perPersonPerMinute: 40, perAddressPerMinute: 30, perMachinePerMinute: 60 }
  world = await testHouse({ limits, environment: { METRICS_TOKEN: 'figures for the friend' } })
  person = await world.person({ role: 'Admin', customerId: await world.customer() })
})
afterAll(() => world.close())

describe('every response', () => {
  it.each([
    ['a call', '/api/user/current'],
    ['an unknown call', '/api/nothing/here'],
    ['a page', '/'],
    ['a page of the application', '/Users'],
    ['the sign-in’s error page', '/identity/auth'],
    ['a link that is over', '/identity/set-password?token=x'],
    ['health', '/healthz'],
    ['readiness', '/readyz'],
    ['the documentation', '/api/docs'],
    ['a path that makes no sense', '/%E0%A4%A'],
    ['a path far too long', `/api/customer/${'9'.repeat(3000)}`],
  ])('to %s has the security headers', async (_what, url) => {
    const { headers } = await world.raw({ url, headers: { accept: 'text/html', host: 'localhost:8080' } })
    expect(headers['content-security-policy']).toContain("default-src 'none'")
    expect(headers['content-security-policy']).toContain('frame-ancestors')
    expect(headers['content-security-policy']).not.toMatch(/unsafe|\*/)
    expect(headers['x-content-type-options']).toBe('nosniff')
    expect(headers['referrer-policy']).toBe('same-origin')
    expect(headers['cache-control']).toBe('no-store')
    expect(headers['access-control-allow-origin']).toBeUndefined()
  })

  it('has a request id that appears in the log', async () => {
    const [one, two] = [await world.raw({ url: '/healthz' }), await world.raw({ url: '/healthz' })]
    expect(one.headers['x-request-id']).toMatch(/^[\w-]{36}$/)
    expect(one.headers['x-request-id']).not.toBe(two.headers['x-request-id'])
  })
})

describe('paths', () => {
  it.each(['/api/user/current', '/API/User/CURRENT', '/api/user/current/'])(
    '%s reaches the same call',
    async url => {
      expect((await world.raw({ url }, person)).status).toBe(200)
    },
  )

  it("on another of this machine's host names redirect to the one where sign-in works", async () => {
    const headers = { accept: 'text/html', host: '127.0.0.1:8080' }
    const answer = await world.raw({ url: '/Users?x=1', headers })
    expect(answer.status).toBe(308)
    expect(answer.headers['location']).toBe(`${world.baseUrl}/Users?x=1`)
  })

  it('that are unknown get the usual error format', async () => {
    const answer = await world.raw({ url: '/api/nothing' }, person)
    expect(answer.status).toBe(404)
    expect(answer.body.responseException?.message).toBe('This address was not found.')
  })
})

describe('rate limits', () => {
  it('apply per person', async () => {
    const busy = await world.person({ role: 'Customer', customerId: person.customerId })
    const statuses = []
    for (let n = 0; n < 42; n++) statuses.push((await world.ask(getRoles, {}, busy)).status)
    expect(statuses.filter(status => status === 200)).toHaveLength(40)
    const refused = await world.ask(getRoles, {}, busy)
    expect(refused.status).toBe(429)
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
    expect(refused.body.responseException?.message).toContain('Too many requests')
    expect((await world.ask(getCurrentUser, {}, person)).status).toBe(200)
  })

  it('apply per address without a valid token, whatever tokens are sent', async () => {
    const remoteAddress = '198.51.100.7'
    const knock = (n: number) =>
      world.raw({
        url: '/api/user/current',
        remoteAddress,
        headers: { authorization: `Bearer made-up-${n}` },
      })
    const statuses = []
    for (let n = 0; n < 32; n++) statuses.push((await knock(n)).status)
    expect(statuses.filter(status => status === 401)).toHaveLength(30)
    expect(statuses.at(-1)).toBe(429)
  })
})

describe('health', () => {
  it('reports that the database responds', async () => {
    const { status, body } = await world.raw({ url: '/readyz' })
    expect(status).toBe(200)
    expect(body).toEqual({
      ready: true,
      checks: [
        { name: 'database', ready: true },
        { name: 'database version', ready: true },
        { name: 'database writes', ready: true },
        { name: 'changes', ready: true },
        { name: 'consumers', ready: true },
        { name: 'keeper', ready: true },
        { name: 'feeds', ready: true },
        { name: 'lightning', ready: true },
        { name: 'lightning canary', ready: true },
        { name: 'devices', ready: true },
        { name: 'messages', ready: true },
        { name: 'webhooks', ready: true },
        { name: 'live cameras', ready: true },
      ],
    })
  })

  it('shows its version to operators and to nobody else', async () => {
    const headers = { authorization: 'Bearer figures for the friend' }
    const operator = await world.raw({ url: '/readyz', headers })
    expect(operator.body).toMatchObject({ version: expect.stringMatching(/^\d+\.\d+\.\d+/) as string })
    expect((await world.raw({ url: '/readyz' })).body).not.toHaveProperty('version')
    const metrics = await world.house.http.inject({ url: '/metrics', headers })
    expect(metrics.body).toMatch(/^skywarden_build_info\{version="\d+\.\d+\.\d+"\} 1$/m)
  })

  it('shows metrics only with the token', async () => {
    await world.ask(getCurrentUser, {}, person)
    expect((await world.raw({ url: '/metrics' })).status).toBe(403)
    const headers = { authorization: 'Bearer figures for the friend' }
    const reply = await world.house.http.inject({ url: '/metrics', headers })
    expect(reply.body).toContain('skywarden_http_seconds_count{call="getCurrentUser",status="200"}')
  })
})

describe('the API description', () => {
  it('has every call of the contract and no other', async () => {
    const reply = await world.house.http.inject({ url: '/api/openapi.json' })
    const { paths } = reply.json<{ paths: Record<string, Record<string, { operationId: string }>> }>()
    const names = Object.values(paths).flatMap(entry => Object.values(entry).map(call => call.operationId))
    expect(names.sort()).toEqual(allCalls.map(call => call.name).sort())
  })

  it('is available as a page for people', async () => {
    const page = await world.house.http.inject({ url: '/api/docs' })
    expect(page.body).toContain('/api/user/current')
    expect(page.body).toContain('Those with one of the roles SuperAdmin')
  })

  it.each(['/api/openapi.json', '/api/docs'])('is sent compressed: %s', async url => {
    const ask = (accepted: string) =>
      world.house.http.inject({ url, headers: { 'accept-encoding': accepted } })
    const [gzipped, plain] = [await ask('gzip'), await ask('identity')]
    expect(gzipped.headers).toMatchObject({ 'content-encoding': 'gzip', vary: 'accept-encoding' })
    expect(gunzipSync(gzipped.rawPayload).equals(plain.rawPayload)).toBe(true)
    expect(gzipped.rawPayload.length).toBeLessThan(plain.rawPayload.length / 8)
  })
})
