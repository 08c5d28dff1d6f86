import type { ServerResponse } from 'node:http'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { fillPath, type Asked, type Reply } from '#contract/call'
import {
  createFeedKey,
  delayEvidenceCsv,
  delayHistory,
  deleteFeedKey,
  getDelay,
  ingestStrikes,
} from '#contract/weather/lightning'
import { clusterStrikes, getStrikes, mapLightning } from '#contract/weather/map-lightning'
import { live, type LiveEvent } from '#contract/live'
import { addLocation } from '#contract/places/locations'
import { type User } from '#contract/people/users'
import { getCustomerUsers, updateUser } from '#contract/people/people'
import { systemClock } from '#server/platform/clock'
import { testHouse, type TestHouse, type TestPerson } from '#server/house/testing'

let world: TestHouse
let support: TestPerson
let person: TestPerson

beforeAll(async () => {
  world = await testHouse({ listen: true })
  support = await world.person({ role: 'SuperAdmin', customerId: await world.customer() })
  person = await world.person({ role: 'Customer', customerId: await world.customer() })
})
afterAll(() => world.close())

async function newKey(provesAbsence = false) {
  const { body } = await world.ask(createFeedKey, { body: { name: 'A network', provesAbsence } }, support)
  return body.data as { id: number; key: string }
}
const agoIso = (seconds: number) => new Date(systemClock.now().getTime() - seconds * 1000).toISOString()

const ingest = (key: string, body: Asked<typeof ingestStrikes>['body']) => world.ingest(key, body)
const strikeAt = (id: string, latitude: number, longitude: number, seconds = 5) => ({
  id,
  time: agoIso(seconds),
  latitude,
  longitude,
})

describe('strikes from another source', () => {
  it('are accepted with a key, once each, and appear on the map', async () => {
    const { key } = await newKey()
    const strikes = [strikeAt('one', 35.2, -97.4), strikeAt('two', 35.3, -97.5)]
    expect((await ingest(key, { strikes })).body.data).toEqual({ accepted: 2, known: 0 })
    expect((await ingest(key, { strikes })).body.data).toEqual({ accepted: 0, known: 2 })
    const seen = (await world.ask(getStrikes, {}, person)).body.data as { latitude: number }[]
    expect(seen.map(strike => strike.latitude)).toEqual(expect.arrayContaining([35.2, 35.3]))
  })

  it('are accepted from a feed with a wrong clock, while its coverage is rejected with an explanation', async () => {
    const { key } = await newKey()
    const strikes = [strikeAt('wrong clock', 33.2, -93.4, -60)]
    const coverage = [
      { from: agoIso(60), to: agoIso(-4) },
      { from: agoIso(60), to: agoIso(-6) },
    ]
    const refused = await ingest(key, { strikes, coverage })
    expect(refused.status).toBe(400)
    const { message, errors } = refused.body.responseException ?? {}
    expect(message).toBe('This feed’s clock is wrong. Its strikes were accepted, but its coverage was not.')
    expect(Object.keys(errors ?? {})).toEqual(['Coverage[1].To'])
    expect(errors?.['Coverage[1].To']?.[0]).toMatch(/^must not be more than 5 s in the future: it is 2\d{3}-/)
    expect((await ingest(key, { strikes })).body.data).toEqual({ accepted: 0, known: 1 })
    expect((await ingest(key, { coverage: coverage.slice(0, 1) })).status).toBe(200)
  })

  it('from two sources are separate, even with the same id', async () => {
    const [one, two] = [await newKey(), await newKey()]
    const strikes = [strikeAt('same', 30, -90)]
    expect((await ingest(one.key, { strikes })).body.data).toEqual({ accepted: 1, known: 0 })
    expect((await ingest(two.key, { strikes })).body.data).toEqual({ accepted: 1, known: 0 })
  })

  it('with a reused id but another time or place are new, because a sensor may restart its numbering', async () => {
    const { key } = await newKey()
    const first = strikeAt('1', 31, -91, 600)
    expect((await ingest(key, { strikes: [first] })).body.data).toEqual({ accepted: 1, known: 0 })
    const others = [
      { ...first, time: agoIso(5) },
      { ...first, latitude: 31.2 },
      { ...first, longitude: -91.2 },
      { ...first, positionErrorMiles: 4 },
      { ...first, positionErrorMiles: 1e-320, amp: 1e-320 }, // far smaller than any real value, but no reason to lose the strike
    ]
    expect((await ingest(key, { strikes: [first, ...others] })).body.data).toEqual({ accepted: 5, known: 1 })
    expect((await ingest(key, { strikes: [{ ...first, amp: -20, type: 3 }] })).body.data).toEqual({
      accepted: 0,
      known: 1,
    })
  })

  it('are rejected with a wrong or revoked key', async () => {
    expect((await ingest('skf_made-up', { strikes: [] })).status).toBe(401)
    const { id, key } = await newKey()
    expect((await ingest(key, {})).status).toBe(200)
    await world.ask(deleteFeedKey, { params: { id: String(id) } }, support)
    expect((await ingest(key, {})).status).toBe(401)
  })

  it('are rejected as a batch that names the invalid entries, and none are stored', async () => {
    const { key } = await newKey()
    const strikes = [strikeAt('good', 35, -97), { ...strikeAt('bad', 95, -97), amp: 9e9 }]
    const answer = await ingest(key, { strikes })
    expect(answer.status).toBe(400)
    expect(answer.body.responseException?.errors).toEqual({
      'Strikes[1].Amp': ['must be from -2000 to 2000'],
      'Strikes[1].Latitude': ['must be from -90 to 90'],
    })
    expect((await ingest(key, { strikes: strikes.slice(0, 1) })).body.data).toEqual({ accepted: 1, known: 0 })
  })

  it('are rejected with a message that states what was expected', async () => {
    const { key } = await newKey()
    const wrong = { id: 12, time: 'yesterday', latitude: '35', longitude: -97, type: 9 }
    const body = { strikes: [wrong] } as unknown as Asked<typeof ingestStrikes>['body']
    expect((await ingest(key, body)).body.responseException?.errors).toEqual({
      'Strikes[0].Id': ['must be text'],
      'Strikes[0].Time': ['must look like 2026-07-04T21:15:00Z'],
      'Strikes[0].Latitude': ['must be a number'],
      'Strikes[0].Type': ['must be 1, 2, 3 or 4'],
    })
  })

  it('require coverage that does not end before it begins', async () => {
    const { key } = await newKey()
    const answer = await ingest(key, { coverage: [{ from: agoIso(5), to: agoIso(10) }] })
    expect(answer.status).toBe(400)
    expect(Object.keys(answer.body.responseException?.errors ?? {})).toEqual(['Coverage[0].To'])
  })

  it('are accepted in large batches, up to a limit', async () => {
    const { key } = await newKey()
    const many = (count: number) =>
      Array.from({ length: count }, (_, n) => strikeAt(`m${n}`, 20 + (n % 20), -100 + (n % 30)))
    expect((await ingest(key, { strikes: many(2000) })).body.data).toEqual({ accepted: 2000, known: 0 })
    expect((await ingest(key, { strikes: many(2001) })).status).toBe(400)
    expect((await ingest(key, { strikes: many(12_000) })).status).toBe(413)
  })

  it('are rejected for a wrong key before the body is read, however invalid it is', async () => {
    const answer = await ingest('skf_made-up', { strikes: [{ id: '' }] as never })
    expect(answer.status).toBe(401)
    const tooMuch = await ingest('skf_made-up', { strikes: [{ id: 'x'.repeat(1_000_000) }] as never })
    expect(tooMuch.status).toBe(401)
  })

  it('with thousands of errors are rejected with the first twenty', async () => {
    const { key } = await newKey()
    const strikes = Array.from({ length: 1500 }, () => ({ id: '', latitude: 95, longitude: 'west' }))
    const answer = await ingest(key, { strikes: strikes as never })
    expect(answer.status).toBe(400)
    const { ServerErrors: more, ...named } = answer.body.responseException?.errors ?? {}
    expect(Object.keys(named)).toHaveLength(20)
    expect(named).toHaveProperty(['Strikes[0].Longitude'])
    expect(more).toHaveLength(1)
  })

  it.each(['\ud800', 'a\udfffb', 'a\u0000'])(
    'with an id that is not valid text (%j) are rejected',
    async id => {
      const { key } = await newKey()
      const answer = await ingest(key, { strikes: [strikeAt(id, 35, -97)] })
      expect(answer.status).toBe(400)
      expect(Object.keys(answer.body.responseException?.errors ?? {})).toEqual(['Strikes[0].Id'])
    },
  )
})

describe('the evidence of a delay', () => {
  it('is available as a table with each strike’s distance, and contains no formulas', async () => {
    const place = { latitude: 40, longitude: -100 }
    const body = { label: '=Stadium, "North"', locationName: 'Somewhere', ...place, radius1: 8 }
    const owner = await world.person({ role: 'Customer', customerId: person.customerId })
    const added = await world.ask(addLocation, { body }, owner)
    const params = { id: String((added.body.data as { location: { id: number } }).location.id) }
    const { key } = await newKey()
    // Of the strikes before a place existed, only the last one applies.
    await vi.waitFor(
      async () => expect((await world.ask(getDelay, { params }, owner)).status).toBe(200),
      10_000,
    )
    await ingest(key, { strikes: [strikeAt('e1', 40.05, -100, 60), strikeAt('e2', 40.02, -100.02)] })
    const delay = await vi.waitFor(async () => {
      const history = await world.ask(delayHistory, { params, query: {} }, owner)
      const [first] = history.body.data as { id: number }[]
      if (!first) throw new Error('There is no delay yet')
      return first
    }, 15_000)
    const url = `${world.baseUrl}${fillPath(delayEvidenceCsv.path, { id: delay.id })}`
    const headers = { authorization: `Bearer ${owner.token}` }
    // Strikes are recorded slightly after they take effect.
    const { reply, names, lines } = await vi.waitFor(async () => {
      const table = await fetch(url, { headers })
      const [first, ...others] = (await table.text()).trimEnd().split('\r\n')
      expect(others).toHaveLength(2)
      return { reply: table, names: first, lines: others }
    }, 15_000)
    expect(reply.headers.get('content-type')).toBe('text/csv; charset=utf-8')
    expect(reply.headers.get('content-disposition')).toMatch(
      /^attachment; filename="Delay \d+ _Stadium_ _North_ ring 1 /,
    )
    expect(names).toMatch(/^location,ring,radiusMiles,allClearMinutes,number,atUtc,kind,strikeId,/)
    for (const line of lines) expect(line.startsWith(`"'=Stadium, ""North""",1,8,30,`)).toBe(true)
    expect(lines[0]).toContain(',3.45,0,N,')
    expect(lines[1]).toContain(',1.74,322.6,NW,')
  })
})

describe('the map', () => {
  it('clusters strikes below the zoom threshold and shows each one from it on', async () => {
    const { key } = await newKey()
    const strikes = Array.from({ length: 20 }, (_, n) => strikeAt(`c${n}`, 45 + n / 1000, -70, n))
    await ingest(key, { strikes })
    const bounds = { top: '46', bottom: '44.9', left: '-71', right: '-69' }
    const at = async (zoom: string) =>
      (await world.ask(clusterStrikes, { query: { ...bounds, zoom } }, person)).body.data as {
        Count: number
      }[]
    expect((await at('4')).map(cluster => cluster.Count)).toEqual([20])
    expect(await at('8')).toHaveLength(20)
  })
})

describe('the live stream', () => {
  it('begins with a full snapshot and continues with compressed leases', async () => {
    const stop = new AbortController()
    const reply = await fetch(`${world.baseUrl}${live.path}`, {
      headers: { authorization: `Bearer ${person.token}`, 'accept-encoding': 'gzip' },
      signal: stop.signal,
    })
    expect(reply.headers.get('content-encoding')).toBe('gzip')
    expect(reply.headers.get('content-type')).toBe('text/event-stream')
    const reader = reply.body?.pipeThrough(new TextDecoderStream()).getReader()
    const events: LiveEvent[] = []
    while (events.length < 2) {
      const { value } = (await reader?.read()) ?? {}
      for (const line of (value ?? '').split('\n\n').filter(Boolean)) {
        events.push(JSON.parse(line.slice('data: '.length)) as LiveEvent)
      }
    }
    stop.abort()
    expect(events[0]).toMatchObject({ kind: 'snapshot', delays: [], validForMs: 15_000 })
    expect(events[1]).toMatchObject({ kind: 'lease', validForMs: 15_000 })
  })

  it('is not compressed for a client that does not accept compression', async () => {
    const stop = new AbortController()
    const reply = await fetch(`${world.baseUrl}${live.path}`, {
      headers: { authorization: `Bearer ${person.token}`, 'accept-encoding': 'identity' },
      signal: stop.signal,
    })
    const { value } = (await reply.body?.getReader().read()) ?? {}
    stop.abort()
    expect(reply.headers.get('content-encoding')).toBeNull()
    expect(Buffer.from(value ?? []).toString()).toMatch(/^data: \{"kind":"snapshot"/)
  })

  it('ends within a second when the account is disabled', async () => {
    const customerId = await world.customer()
    const admin = await world.person({ role: 'Admin', customerId })
    const groupId = await world.group(customerId, 'Grounds')
    const listener = await world.person({ role: 'Customer', customerId, groupId })
    // Measured by the server's own times: from the change in its log to the end of its response.
    const endedAt = new Promise<Date>(resolve =>
      world.house.http.server.once('request', (_request, response: ServerResponse) =>
        response.once('close', () => resolve(systemClock.now())),
      ),
    )
    const reply = await fetch(`${world.baseUrl}${live.path}`, {
      headers: { authorization: `Bearer ${listener.token}` },
    })
    const reader = reply.body?.getReader()
    await reader?.read()
    const users = (await world.ask(getCustomerUsers, {}, admin)).body.data as User[]
    const { id, firstName, lastName, timeZone } = users.find(user => user.id === listener.id) as User
    const unchanged = { id, firstName, lastName, timeZone, email: listener.email, phoneNumber: null }
    const body = { ...unchanged, siteId: groupId, roleId: '4', isActive: false } as const
    const { status } = await world.ask(updateUser, { body }, admin)
    expect(status).toBe(200)
    const ended = async () => {
      for (;;) if ((await reader?.read())?.done) return
    }
    await ended().catch(() => {}) // disconnected
    const { rows } = await sql<{ at: Date }>`
      select at from facts where kind = 'person changed' and body ->> 'personId' = ${listener.id}
      order by number desc limit 1`.execute(world.house.store.db)
    expect((await endedAt).getTime() - (rows[0]?.at.getTime() ?? NaN)).toBeLessThanOrEqual(1000)
  })

  it('rejects a client that is not signed in', async () => {
    expect((await fetch(`${world.baseUrl}${live.path}`)).status).toBe(401)
  })
})

describe('lightning on a map', () => {
  const around = { top: '48.2', bottom: '48', left: '-120.2', right: '-120', zoom: '9' }
  const at = { latitude: 48.1, longitude: -120.1 }
  const secondsOf = (minutes: number) => minutes * 60

  async function seen(minutesAgo?: number, change: Partial<typeof around> = {}) {
    const asked = minutesAgo === undefined ? {} : { at: agoIso(secondsOf(minutesAgo)) }
    const { body } = await world.ask(mapLightning, { query: { ...around, ...change, ...asked } }, person)
    return body.data as Reply<typeof mapLightning>
  }

  it('is known through the end of coverage, whatever time is requested', async () => {
    expect(await seen()).toMatchObject({ coveredThrough: null, isReporting: false, isComplete: false })
    const { id, key } = await newKey(true)
    const [from, to] = [agoIso(secondsOf(200)), agoIso(10)]
    await ingest(key, { coverage: [{ from, to }] })
    expect(await seen()).toMatchObject({ coveredThrough: to, isReporting: true, isComplete: true })
    // Outside the source's coverage the status is unknown, not quiet.
    expect(await seen(undefined, { top: '-33', bottom: '-34' })).toMatchObject({ coveredThrough: null })
    await world.ask(deleteFeedKey, { params: { id: String(id) } }, support)
  })

  it('from a silent source is known through its last report, and marked as interrupted', async () => {
    const { id, key } = await newKey(true)
    const to = agoIso(90)
    await ingest(key, { coverage: [{ from: agoIso(secondsOf(200)), to }] })
    expect(await seen()).toMatchObject({ coveredThrough: to, isReporting: false, isComplete: false })
    await world.ask(deleteFeedKey, { params: { id: String(id) } }, support)
  })

  it('for a past time covers the half hour before it, even when no ring remembers it', async () => {
    const { id, key } = await newKey(true)
    const strikes = [140, 115, 100, 80, 20, 1].map(minutes =>
      strikeAt(`past ${minutes}`, at.latitude, at.longitude, secondsOf(minutes)),
    )
    await ingest(key, { strikes, coverage: [{ from: agoIso(secondsOf(200)), to: agoIso(1) }] })
    const minutesOf = ({ strikes: reported }: Reply<typeof mapLightning>) =>
      reported
        .map(({ TimeStamp }) => Math.round((systemClock.now().getTime() / 1000 - TimeStamp) / 60))
        .sort()
    expect(minutesOf(await seen())).toEqual([1, 20])
    const past = await seen(90)
    expect(minutesOf(past)).toEqual([100, 115])
    expect(past).toMatchObject({ isComplete: true, coveredThrough: past.at })
    expect(past.strikes.map(({ Age }) => Math.round(Age / 60)).sort()).toEqual([10, 25])
    expect((await seen(190)).isComplete).toBe(false)
    await world.ask(deleteFeedKey, { params: { id: String(id) } }, support)
  })

  it('is clustered by age, giving each marker one color', async () => {
    const { key } = await newKey()
    const many = [1, 2, 3, 10, 11, 25].map(minutes =>
      strikeAt(`age ${minutes}`, 48.15, -120.15, secondsOf(minutes)),
    )
    await ingest(key, { strikes: many })
    const inCell = (await seen(undefined, { zoom: '3', bottom: '48.12' })).strikes
    expect(inCell.map(({ Count }) => Count).sort()).toEqual([1, 2, 3])
  })
})
