import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { readAudit } from '#contract/people/customers'
import type { Reply } from '#contract/call'
import { createFeedKey, deleteFeedKey } from '#contract/weather/lightning'
import { getStatus, setFeedFault } from '#contract/status'
import { shiftedClock } from '#server/platform/clock.testing'
import { testHouse, withoutPast, type TestHouse, type TestPerson } from '#server/house/testing'

type HouseStatus = Reply<typeof getStatus>

const simulatedLightning = 'Simulated lightning'

let world: TestHouse
let support: TestPerson

beforeAll(async () => {
  const worldExtent = { ...withoutPast, sources: ['lightning'] } as const
  world = await testHouse({ environment: { SKYWARDEN_FEEDS: 'simulated' }, worldExtent })
  support = await world.person({ role: 'SuperAdmin', customerId: await world.customer() })
})
afterAll(() => world.close())

async function lightningFeed() {
  const { body } = await world.ask(getStatus, {}, support)
  const { feeds } = body.data as { feeds: { feed: string; delivering: boolean; fault: string }[] }
  return feeds.find(({ feed }) => feed === simulatedLightning)
}

it('names the version that runs', async () => {
  const { body } = await world.ask(getStatus, {}, support)
  expect(body.data).toMatchObject({ softwareVersion: expect.stringMatching(/^\d+\.\d+\.\d+/) as string })
})

it('reports a feed’s health, makes a simulated one fail and recover, and records who did it', async () => {
  await vi.waitFor(
    async () => expect(await lightningFeed()).toMatchObject({ delivering: true, fault: 'none' }),
    15_000,
  )
  await world.ask(setFeedFault, { body: { feed: simulatedLightning, fault: 'silent' } }, support)
  await vi.waitFor(
    async () => expect(await lightningFeed()).toMatchObject({ delivering: false, fault: 'silent' }),
    15_000,
  )
  await world.ask(setFeedFault, { body: { feed: simulatedLightning, fault: 'none' } }, support)
  await vi.waitFor(
    async () => expect(await lightningFeed()).toMatchObject({ delivering: true, fault: 'none' }),
    15_000,
  )
  const { body } = await world.ask(readAudit, { query: { count: '5' } }, support)
  expect(JSON.stringify(body)).toContain('simulated feed told to fail or to work')
})

it('names a failing background task, with its reason and start, until it succeeds again', async () => {
  const { db } = world.house.store
  const failing = async () => {
    const { body } = await world.ask(getStatus, {}, support)
    return (body.data as HouseStatus).failingTasks.find(({ name }) => name === 'reports')
  }
  const figure = async () =>
    /^skywarden_task_failures\{task="reports"\} (\d+)$/m.exec(
      (await world.house.http.inject({ url: '/metrics' })).body,
    )?.[1]
  expect(await failing()).toBeUndefined()
  expect(await figure()).toBe('0')
  const before = Date.now()
  await sql`alter table reports rename to reports_away`.execute(db)
  await vi.waitFor(async () => expect(await failing()).toBeDefined(), 20_000)
  const found = await failing()
  expect(found?.reason).toContain('"reports" does not exist')
  expect(Date.parse(found?.since ?? '')).toBeGreaterThanOrEqual(before - 1000)
  expect(Date.parse(found?.since ?? '')).toBeLessThanOrEqual(Date.now() + 1000)
  expect(Number(await figure())).toBeGreaterThan(0)
  await sql`alter table reports_away rename to reports`.execute(db)
  await vi.waitFor(async () => expect(await failing()).toBeUndefined(), 20_000)
  expect(await figure()).toBe('0')
})

describe('a source with a key', () => {
  const clock = shiftedClock()
  const lines: string[] = []
  let own: TestHouse
  let admin: TestPerson
  beforeAll(async () => {
    const log = pino({ level: 'info' }, { write: line => void lines.push(line) })
    own = await testHouse({ clock, log })
    admin = await own.person({ role: 'SuperAdmin', customerId: await own.customer() })
  })
  afterAll(() => own.close())

  const feeds = async () => ((await own.ask(getStatus, {}, admin)).body.data as HouseStatus).feeds
  const isReady = async () => (await own.raw({ url: '/readyz' })).status === 200
  const figures = async () => (await own.house.http.inject({ url: '/metrics' })).body
  const logged = (text: string) => lines.filter(line => line.includes(text) && line.includes('North')).length

  async function makeKey(name: string) {
    const body = { name, provesAbsence: true }
    return (await own.ask(createFeedKey, { body }, admin)).body.data as { key: string; id: number }
  }
  function cover(key: string, secondsBack: number) {
    const nowMs = clock.now().getTime()
    const span = {
      from: new Date(nowMs - secondsBack * 1000).toISOString(),
      to: new Date(nowMs).toISOString(),
    }
    return own.ingest(key, { coverage: [span] })
  }

  it('is listed before it has sent anything, and is not missing yet', async () => {
    await makeKey('South Network')
    const [feed] = await feeds()
    expect(feed).toMatchObject({ delivering: null, lastDelivery: null, fault: null })
    expect(feed?.feed).toContain('South Network')
    expect(await isReady()).toBe(true)
  })

  it('that goes silent appears on the status page, in the log and in the metrics, and is not ready', async () => {
    const { key, id } = await makeKey('North Network')
    await cover(key, 60)
    const north = async () => (await feeds()).find(({ feed }) => feed.includes('North'))
    expect(await north()).toMatchObject({ delivering: true })
    expect(await isReady()).toBe(true)

    clock.advance(30_000)
    expect(await north()).toMatchObject({
      delivering: false,
      detail: expect.stringContaining('Has stopped sending') as string,
    })
    expect(await isReady()).toBe(false)
    expect(await figures()).toMatch(/skywarden_feed_age_seconds\{feed="Feed key “North Network”"\} 3\d/)
    expect(await figures()).toMatch(/skywarden_feed_delivering\{feed="Feed key “North Network”"\} 0/)
    expect(await figures()).toMatch(/skywarden_ready\{check="lightning"\} 0/)
    await vi.waitFor(() => expect(logged('a feed is not delivering')).toBe(1), 15_000)

    await own.restart()
    expect(await isReady(), 'a restart forgets nothing').toBe(false)
    await cover(key, 60)
    expect(await isReady()).toBe(true)

    clock.advance(30_000)
    expect(await isReady()).toBe(false)
    await own.ask(deleteFeedKey, { params: { id: String(id) } }, admin)
    expect(await isReady(), 'whose key is gone is not missed').toBe(true)
  })

  it.each([
    'skywarden_locations_unknown',
    'skywarden_outbox_waiting',
    'skywarden_open_streams',
    'skywarden_disk_free_bytes',
  ])('%s is one of the metrics', async name =>
    expect(await figures()).toMatch(new RegExp(`^${name}(\\{.*\\})? \\d+$`, 'm')),
  )
})

it('refuses to break an unknown feed', async () => {
  const { status } = await world.ask(setFeedFault, { body: { feed: 'The sun', fault: 'gap' } }, support)
  expect(status).toBe(404)
})
