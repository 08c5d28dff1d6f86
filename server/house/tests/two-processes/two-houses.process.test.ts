import { request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { listMapAlerts, listAdvisories } from '#contract/weather/advisories'
import { listAirSensors } from '#contract/weather/air-quality'
import { fillPath, type Asked, type Call } from '#contract/call'
import { getObservation } from '#contract/weather/conditions'
import { listMapStations } from '#contract/devices/stations'
import { hourlyForecasts, proactiveForecasts, todayHoursAt } from '#contract/weather/forecasts'
import { getDelay, type LocationDelay } from '#contract/weather/lightning'
import { live, type LiveEvent } from '#contract/live'
import { addLocation, type Location } from '#contract/places/locations'
import { type WirePolicy } from '#contract/places/policies'
import { addPolicy, deletePolicy } from '#contract/places/policy-changes'
import { listWarnings, type PolicyWarning } from '#contract/places/warnings'
import { radarFrames } from '#contract/weather/radar'
import { getStatus, setFeedFault, type FeedStatus } from '#contract/status'
import { listStormVectors } from '#contract/weather/storms'
import { surfaceAnalysis } from '#contract/weather/surface'
import { tropicalForecasts } from '#contract/weather/tropics'
import { simulatedSources } from '#domain/feeds/simulated-sources'
import { hourMs, systemClock } from '#server/platform/clock'
import { freshStore, type TestStore } from '#server/platform/store/testing'
import { insertCustomer } from '#server/rooms/customers/index'
import { insertPolicy } from '#server/rooms/policies/index'
import { viewAround } from '#server/rooms/radar/radar.testing'
import { testHouse, type TestAnswer, type TestHouse, type TestPerson } from '#server/house/testing'

/**
 * Two whole servers on one database: the first is the leader and runs the feeds, and the second shows their data as if
 * it had its own feeds.
 */
let store: TestStore
let first: TestHouse
let second: TestHouse
let person: TestPerson
let location: Location

const norman = { latitude: 35.2, longitude: -97.4 }
const soon = { timeout: 50_000, interval: 200 }
const worldExtent = {
  past: { daysBackMs: hourMs, hoursBackMs: hourMs, readingsBackMs: hourMs },
  // Two images between which motion can be detected, which is needed for a nowcast.
  radarFrames: { composite: 2, model: 2, international: 1, extended: 1 },
  roadHours: 2,
}
const open = () =>
  testHouse({
    store,
    worldExtent,
    listen: true,
    // Both have the same host name, so a token of one is valid in the other.
    environment: { SKYWARDEN_FEEDS: 'simulated', BASE_URL: 'http://localhost:8080' },
  })

async function asked<C extends Call>(house: TestHouse, call: C, input: Asked<C>): Promise<TestAnswer> {
  return house.ask(call, input, person)
}

/** Waits until both processes succeed with the same reply, except for the time of the request. */
async function same<C extends Call>(call: C, input: Asked<C>, isEnough: (data: unknown) => boolean) {
  return vi.waitFor(async () => {
    const [here, there] = await Promise.all([asked(first, call, input), asked(second, call, input)])
    expect([here.status, there.status]).toEqual([200, 200])
    expect(isEnough(there.body.data)).toBe(true)
    expect(there.body.data).toEqual(here.body.data)
    return here.body.data
  }, soon)
}
const some = (data: unknown) => (data as unknown[]).length > 0
const any = () => true

async function feedIn(house: TestHouse, name: string): Promise<FeedStatus | undefined> {
  const { body } = await asked(house, getStatus, {})
  return (body.data as { feeds: FeedStatus[] }).feeds.find(({ feed }) => feed === name)
}

beforeAll(async () => {
  store = await freshStore()
  const now = systemClock.now()
  const customerId = await store.db.transaction().execute(async tx => {
    const id = await insertCustomer(tx, { name: 'Customer', companyType: 'Test', permissions: [] }, now)
    // There is always enough wind for this policy.
    await insertPolicy(
      tx,
      { customerId: id, type: 'WIND', threshold: 0, allClearMinutes: 30, groups: 'all' },
      now,
    )
    return id
  })
  first = await open()
  second = await open()
  person = await first.person({ role: 'SuperAdmin', customerId })
})
afterAll(async () => {
  await second.close()
  await first.close()
  await store.close()
})

/** Collects the warnings on a server's live stream. */
function warningsToldBy({ house }: TestHouse) {
  const { port } = house.http.server.address() as AddressInfo
  const reported: unknown[][] = []
  const headers = { authorization: `Bearer ${person.token}` }
  const asking = request({ port, path: live.path, headers, agent: false }, reply => {
    reply.on('data', (piece: Buffer) => {
      for (const [, text = ''] of piece.toString().matchAll(/^data: (.*)$/gm)) {
        const event = JSON.parse(text) as LiveEvent
        if (event.kind === 'warnings') reported.push(event.warnings)
      }
    })
  })
  asking.on('error', () => {}) // we end it ourselves
  asking.end()
  return { told: reported, end: () => asking.destroy() }
}

it("a warning that the first opens appears on the second's live stream and in its calls", async () => {
  const stream = warningsToldBy(second)
  const body = { label: 'Norman', ...norman, radius1: 10 }
  const added = await asked(second, addLocation, { body })
  location = (added.body.data as { location: Location }).location
  await vi.waitFor(() => expect(stream.told.at(-1)).toHaveLength(1), soon)
  stream.end()
  const byCall = (await asked(second, listWarnings, { params: { id: String(location.id) } })).body.data
  expect(byCall).toMatchObject([{ policyTypeShortName: 'WIND', locationId: location.id }])
  const { rows } = await sql`select 1 from facts where kind = 'warning opened'`.execute(store.db)
  expect(rows).toHaveLength(1)
})

it('a policy that is added or deleted in one applies in both', async () => {
  const ofLocation = { params: { id: String(location.id) } }
  const inBoth = (expected: { miles: number; warnings: string[] }) =>
    vi.waitFor(async () => {
      for (const house of [first, second]) {
        const delay = (await asked(house, getDelay, ofLocation)).body.data as LocationDelay
        const warnings = (await asked(house, listWarnings, ofLocation)).body.data as PolicyWarning[]
        expect(delay.statements[0]?.radiusMiles).toBe(expected.miles)
        const measured = warnings.filter(({ policyTypeShortName }) => policyTypeShortName !== 'LR1')
        expect(measured.map(({ policyTypeShortName }) => policyTypeShortName).sort()).toEqual(
          expected.warnings,
        )
      }
    }, soon)
  const added = async (house: TestHouse, policyTypeShortName: 'LR1' | 'AQI', threshold: number) => {
    const settings = { threshold, allClearMinutes: 30, sites: [], allGroups: true, notificationActions: [] }
    const { status, body } = await asked(house, addPolicy, { body: { policyTypeShortName, ...settings } })
    expect(status).toBe(200)
    return String((body.data as WirePolicy).id)
  }
  const ring = await added(first, 'LR1', 30)
  const air = await added(second, 'AQI', 1)
  await inBoth({ miles: 30, warnings: ['AQI', 'WIND'] })
  expect((await asked(second, deletePolicy, { params: { id: ring } })).status).toBe(200)
  expect((await asked(first, deletePolicy, { params: { id: air } })).status).toBe(200)
  await inBoth({ miles: 10, warnings: ['WIND'] })
})

it('conditions, stations and sensors are the same in both', async () => {
  await same(listMapStations, {}, some)
  await same(listAirSensors, {}, some)
  await same(getObservation, { params: { id: String(location.id) } }, any)
})

it('forecasts are the same in both, even if only the second was asked', async () => {
  await same(hourlyForecasts, { params: { id: String(location.id) }, query: {} }, some)
  await same(todayHoursAt, { query: { latitude: '41.1', longitude: '-101.7' } }, some)
})

it('alerts, messages, storm cells, tropical storms and fronts are the same in both', async () => {
  const id = String(location.id)
  await same(listMapAlerts, {}, any)
  await same(listAdvisories, { params: { id } }, any)
  await same(proactiveForecasts, { params: { locationId: id } }, any)
  await same(listStormVectors, { query: {} }, any)
  await same(tropicalForecasts, {}, any)
  await same(surfaceAnalysis, {}, any)
})

it('radar frames are the same in both, observed, nowcast and computed, and so is an image byte for byte', async () => {
  for (const type of ['past', 'future', 'international', 'extended'] as const) {
    const isWhole = (data: unknown) =>
      type !== 'future' || (data as string[]).some(each => each.includes('origin=nowcast'))
    const listed = (await same(radarFrames, { params: { type }, query: {} }, isWhole)) as string[]
    const url = listed[0] + viewAround(38, -97, 10, 300)
    const [here, there] = await Promise.all([first, second].map(({ house }) => house.http.inject({ url })))
    expect(here?.statusCode).toBe(200)
    expect(here?.rawPayload.length).toBeGreaterThan(100)
    expect(there?.rawPayload.equals(here?.rawPayload ?? Buffer.of())).toBe(true)
  }
})

it('roads that are requested in the second are computed in the first', async () => {
  const params = { type: 'current-road-conditions' } as const
  // The first caller waits for the conditions, but not forever on a busy machine.
  await vi.waitFor(
    async () => expect((await asked(second, radarFrames, { params, query: {} })).status).toBe(200),
    soon,
  )
  await same(radarFrames, { params, query: {} }, some)
})

it('a fault requested in the second affects the feed in the first, and both report it', async () => {
  const fault = async (wanted: 'silent' | 'none') => {
    const body = { feed: simulatedSources.lightning.name, fault: wanted }
    expect((await asked(second, setFeedFault, { body })).status).toBe(200)
    await vi.waitFor(async () => {
      for (const house of [first, second])
        expect(await feedIn(house, simulatedSources.lightning.name)).toMatchObject({
          fault: wanted,
          delivering: wanted === 'none',
        })
    }, soon)
  }
  await vi.waitFor(
    async () => expect(await feedIn(second, simulatedSources.lightning.name)).toBeDefined(),
    soon,
  )
  await fault('silent')
  await fault('none')
})

it('when the first stops, the second runs the feeds and continues where they were', async () => {
  const newest = async () => {
    const { body } = await asked(second, radarFrames, { params: { type: 'past' }, query: {} })
    return (body.data as string[]).length
  }
  const before = await newest()
  await first.house.stop()
  const stoppedMs = Date.now()
  await vi.waitFor(async () => {
    const feed = await feedIn(second, simulatedSources.lightning.name)
    expect(Date.parse(feed?.lastDelivery ?? '')).toBeGreaterThan(stoppedMs)
  }, soon)
  expect(await newest()).toBeGreaterThanOrEqual(before)
  const { body } = await asked(second, getStatus, {})
  const { checks } = body.data as { checks: { name: string; ready: boolean; detail: string }[] }
  expect(checks.find(({ name }) => name === 'keeper')).toMatchObject({
    ready: true,
    detail: 'This process is the leader',
  })
  expect((await asked(second, getObservation, { params: { id: String(location.id) } })).status).toBe(200)
  const path = fillPath(radarFrames.path, { type: 'future' })
  expect((await second.raw({ url: path }, person)).status).toBe(200)
})
