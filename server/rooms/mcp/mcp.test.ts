import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createApiToken } from '#contract/people/api-tokens'
import { addLocation } from '#contract/places/locations'
import type { RingStatement } from '#contract/weather/lightning'
import { testHouse, type TestHouse, type TestPerson } from '#server/house/testing'
import { draftFor, ringInWords, worstRing } from './words.ts'

let world: TestHouse
let person: TestPerson
let token: string
let locationId: number

const place = {
  label: 'Stadium',
  locationName: 'Norman, OK',
  latitude: 35.2,
  longitude: -97.4,
  radius1: 8,
  radius2: 16,
  radius3: 26,
  radius4: 0,
  allClearMinutes: 30,
  flags: 0,
  forecastLocation: false,
  organizationLocationId: null,
  type: 0,
}

beforeAll(async () => {
  world = await testHouse()
  person = await world.person({ role: 'Customer', customerId: await world.customer() })
  const added = (await world.ask(addLocation, { body: place }, person)).body.data as {
    location?: { id: number }
  }
  locationId = added.location?.id ?? (added as unknown as { id: number }).id
  token = await newToken(person)
})
afterAll(() => world.close())

async function newToken(of: TestPerson, scope: object = {}): Promise<string> {
  const body = { name: 'An assistant', days: 1, mayRead: true, calls: [], ...scope }
  return ((await world.ask(createApiToken, { body }, of)).body.data as { token: string }).token
}

async function post(message: unknown, headers: Record<string, string> = {}) {
  const reply = await world.house.http.inject({
    method: 'POST',
    url: '/mcp',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', ...headers },
    payload: JSON.stringify(message),
  })
  return { status: reply.statusCode, body: reply.body === '' ? null : reply.json<unknown>() }
}

interface ToolAnswer {
  readonly result: {
    readonly content: { text: string }[]
    readonly isError: boolean
    structuredContent?: unknown
  }
}
async function callTool(name: string, given: object = {}, headers: Record<string, string> = {}) {
  const params = { name, arguments: given }
  const { body } = await post({ jsonrpc: '2.0', id: 1, method: 'tools/call', params }, headers)
  const { result } = body as ToolAnswer
  return { text: result?.content[0]?.text ?? '', ...result }
}

describe('the protocol', () => {
  it('responds in a version that both support', async () => {
    const hello = {
      protocolVersion: '2025-03-26',
      capabilities: {},
      clientInfo: { name: 'a test', version: '1' },
    }
    const known = await post({ jsonrpc: '2.0', id: 'a', method: 'initialize', params: hello })
    expect(known.body).toMatchObject({
      id: 'a',
      result: {
        protocolVersion: '2025-03-26',
        capabilities: { tools: {} },
        serverInfo: { name: 'skywarden' },
      },
    })
    const params = { ...hello, protocolVersion: '1999-01-01' }
    const other = await post({ jsonrpc: '2.0', id: 1, method: 'initialize', params })
    expect(other.body).toMatchObject({ result: { protocolVersion: '2025-06-18' } })
  })

  it('accepts notifications without responding, and answers a ping', async () => {
    expect(await post({ jsonrpc: '2.0', method: 'notifications/initialized' })).toEqual({
      status: 202,
      body: null,
    })
    expect((await post({ jsonrpc: '2.0', id: 7, method: 'ping' })).body).toEqual({
      jsonrpc: '2.0',
      id: 7,
      result: {},
    })
  })

  it.each([
    ['a batch', [], -32_600],
    ['no version', { id: 1, method: 'ping' }, -32_600],
    ['an unknown method', { jsonrpc: '2.0', id: 1, method: 'tools/sound_siren' }, -32_601],
    ['an unknown tool', { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'x' } }, -32_602],
    [
      'no location',
      { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'lightning_status', arguments: {} } },
      -32_602,
    ],
  ])('rejects %s', async (_what, message, code) => {
    expect((await post(message)).body).toMatchObject({ error: { code } })
  })

  it('requires a token, and rejects requests from other sites', async () => {
    expect((await post({ jsonrpc: '2.0', id: 1, method: 'ping' }, { authorization: '' })).status).toBe(401)
    const large = { jsonrpc: '2.0', id: 1, method: 'x'.repeat(3_000_000) }
    expect((await post(large, { authorization: 'Bearer skywarden_wrong' })).status).toBe(401)
    const foreign = { origin: 'https://elsewhere.example' }
    expect((await post({ jsonrpc: '2.0', id: 1, method: 'ping' }, foreign)).status).toBe(403)
    expect((await world.raw({ method: 'GET', url: '/mcp' })).status).toBe(405)
  })
})

describe('tools', () => {
  it('are all read-only', async () => {
    const { body } = await post({ jsonrpc: '2.0', id: 1, method: 'tools/list' })
    const { tools } = (
      body as { result: { tools: { name: string; annotations: { readOnlyHint: boolean } }[] } }
    ).result
    expect(tools.length).toBeGreaterThan(5)
    expect(tools.every(({ annotations }) => annotations.readOnlyHint)).toBe(true)
  })

  it('list the owner’s places, each with the reason for its status', async () => {
    expect((await callTool('list_locations')).text).toContain('Stadium')
    // No feed runs in this test, so nothing is proven.
    const { text, isError } = await callTool('lightning_status', { locationId })
    expect(isError).toBe(false)
    expect(text).toContain('UNKNOWN. Treat it as unsafe.')
    expect(text).toContain('Valid until')
    expect(text).not.toContain('ALL CLEAR')
  })

  it('draft a message, but do not send it', async () => {
    const { text, structuredContent } = await callTool('draft_message', { locationId })
    expect(text).toContain('Draft, not sent')
    expect(structuredContent).toMatchObject({ sent: false })
  })

  it('report a refusal as unknown, never as nothing', async () => {
    const hardware = await callTool('hardware_health')
    expect(hardware).toMatchObject({ isError: true, text: expect.stringContaining('Unknown') as string })
    const narrow = await newToken(person, { mayRead: false, calls: ['listLocations'] })
    const headers = { authorization: `Bearer ${narrow}` }
    expect((await callTool('list_locations', {}, headers)).isError).toBe(false)
    expect((await callTool('lightning_status', { locationId }, headers)).text).toContain('getDelay')
  })

  it('show nothing of another customer', async () => {
    const stranger = await world.person({ role: 'Admin', customerId: await world.customer() })
    const headers = { authorization: `Bearer ${await newToken(stranger)}` }
    const { text, isError } = await callTool('lightning_status', { locationId }, headers)
    expect(isError).toBe(true)
    expect(text).not.toContain('Stadium')
  })
})

describe('what a model reads', () => {
  const ring: RingStatement = {
    ring: 1,
    radiusMiles: 10,
    allClearMinutes: 30,
    state: 'AllClear',
    because: 'No strike for 30 minutes.',
    covered: true,
    asOf: '2026-11-18T14:00:00.000Z',
    validUntil: '2026-11-18T14:00:15.000Z',
    seq: 1,
    lastStrike: null,
    lastStrikeMiles: null,
    lastStrikeBearing: null,
    lastStrikeErrorMiles: null,
    endsAt: null,
    stale: false,
    since: null,
    earliestClear: null,
    provenThrough: '2026-11-18T13:59:58.000Z',
    satelliteOnly: false,
  }

  it('never says All Clear without its end', () => {
    expect(ringInWords(ring)).toBe(
      'Ring 1 (10 mi, all clear after 30 min): ALL CLEAR, proven through 2026-11-18T13:59:58.000Z. No strike for 30 minutes. Valid until 2026-11-18T14:00:15.000Z; after that, ask again.',
    )
    expect(ringInWords({ ...ring, satelliteOnly: true })).toContain('by satellite only')
  })

  it('has the status of a place’s most dangerous ring', () => {
    const [delay, unknown] = [{ ...ring, state: 'Delay' } as const, { ...ring, state: 'Unknown' } as const]
    expect(worstRing([ring, unknown, delay])?.state).toBe('Delay')
    expect(worstRing([ring, unknown])?.state).toBe('Unknown')
    expect(draftFor('Stadium', worstRing([ring, unknown]))).toContain('is unknown')
    expect(draftFor('Stadium', undefined)).toContain('is unknown')
  })
})
