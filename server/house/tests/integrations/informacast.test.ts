import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { Asked } from '#contract/call'
import {
  createScenarioMapping,
  getConnection,
  listScenarioFirings,
  listSinglewireScenarios,
  listSinglewireSites,
  saveConnection,
  verifyConnection,
  type InformacastConnection,
  type ScenarioFiring,
  type ScenarioMapping,
  type SinglewireItem,
} from '#contract/messages/informacast'
import { createFeedKey, ingestStrikes } from '#contract/weather/lightning'
import { addLocation, addOrganizationLocation } from '#contract/places/locations'
import { addPolicy } from '#contract/places/policy-changes'
import { hourMs, secondMs, systemClock } from '#server/platform/clock'
import { beginRehearsal, endRehearsal } from '#server/platform/rehearsal/index'
import type { Tx } from '#server/platform/store/index'
import { freshStore, type TestStore } from '#server/platform/store/testing'
import { testHouse, type TestHouse, type TestPerson } from '#server/house/testing'
import { startInformacast, type InformacastServer } from './informacast.testing.ts'

/** Two processes on one database, either of which could fire. */
let store: TestStore
let one: TestHouse
let other: TestHouse
let provider: InformacastServer
let admin: TestPerson
let customerId: number
let groupId: number
let feed: string

const at = (ms: number) => new Date(systemClock.now().getTime() + ms).toISOString()
const soon = { timeout: 30_000, interval: 100 }

function open(): Promise<TestHouse> {
  const settings = { BASE_URL: 'http://localhost:8080', SKYWARDEN_ALLOWED_NETWORKS: '127.0.0.0/8' }
  return testHouse({ store, environment: { ...settings, INFORMACAST_URL: provider.url } })
}
function ingest(body: Asked<typeof ingestStrikes>['body']) {
  const headers = { authorization: `Bearer ${feed}` }
  return one.raw({ method: 'POST', url: ingestStrikes.path, headers, payload: body })
}
const own = () => ({ params: { id: String(customerId) } })
const log = async () =>
  (await other.ask(listScenarioFirings, { ...own(), query: {} }, admin)).body.data as ScenarioFiring[]

/** Waits until every event has been handled, and nothing is waiting to be sent. */
const settled = () =>
  vi.waitFor(async () => {
    const { rows } = await sql<{ behind: number; waiting: number }>`
      select (select count(*)::int from facts where number > cursor.number) as behind,
        (select count(*)::int from scenario_firings where state in ('pending', 'delivering')) as waiting
      from fact_cursors as cursor where reader = 'scenario triggers'`.execute(store.db)
    expect(rows).toEqual([{ behind: 0, waiting: 0 }])
  }, soon)

/** Adds an organization's place that two people of the group have. */
async function addPlace(name: string, latitude: number) {
  const where = { latitude, longitude: -98.5 }
  const { body } = await one.ask(addOrganizationLocation, { body: { name, ...where } }, admin)
  const { id } = (body.data as { organizationLocation: { id: number } }).organizationLocation
  for (let people = 0; people < 2; people++) {
    const person = await one.person({ role: 'Customer', customerId, groupId })
    const location = { label: name, ...where, radius1: 8, allClearMinutes: 30, organizationLocationId: id }
    expect((await one.ask(addLocation, { body: location }, person)).status).toBe(200)
  }
  return id
}

async function addTrigger(organizationLocationId: number, scenario: string): Promise<ScenarioMapping> {
  const { id } = (await one.ask(getConnection, own(), admin)).body.data as InformacastConnection
  const scenarios = (await one.ask(listSinglewireScenarios, own(), admin)).body.data as SinglewireItem[]
  const sites = (await one.ask(listSinglewireSites, own(), admin)).body.data as SinglewireItem[]
  const body = {
    integrationConfigId: id,
    organizationLocationId,
    policyGroupId: groupId,
    singlewireSiteId: sites.find(({ name }) => name === 'Stadium')?.id ?? '',
    singlewireScenarioId: scenarios.find(({ name }) => name === scenario)?.id ?? '',
  }
  const added = await one.ask(createScenarioMapping, { body }, admin)
  expect(added.body).toMatchObject({ data: { singlewireScenarioName: scenario, isWatched: true } })
  return added.body.data as ScenarioMapping
}

beforeAll(async () => {
  provider = await startInformacast({ token: 'a good token' })
  store = await freshStore()
  one = await open()
  other = await open()
  customerId = await one.customer(['integrations.singlewire.access'])
  groupId = await one.group(customerId, 'Grounds')
  admin = await one.person({ role: 'Admin', customerId })
  const support = await one.person({ role: 'SuperAdmin', customerId: await one.customer() })
  const key = { name: 'A network', provesAbsence: true, area: { kind: 'world' } } as const
  feed = ((await one.ask(createFeedKey, { body: key }, support)).body.data as { key: string }).key
  const policy = {
    policyTypeShortName: 'LR1',
    threshold: 8,
    allClearMinutes: 30,
    reAlertMinutes: 10,
    sites: [groupId],
    allGroups: false,
    notificationActions: [],
  } as const
  const added = await one.ask(
    addPolicy,
    { body: { ...policy, sites: [groupId], notificationActions: [] } },
    admin,
  )
  expect(added.status).toBe(200)
  await ingest({ coverage: [{ from: at(-2 * hourMs), to: at(0) }] })
})
afterAll(async () => {
  await one.close()
  await other.close()
  await store.close()
  await provider.close()
})

test('verifies a token before it stores it, and never returns it', async () => {
  expect((await one.ask(verifyConnection, { body: { token: 'a bad token' } }, admin)).body.data).toBe(false)
  const bad = { body: { customerId, token: 'a bad token' } }
  const refused = await one.ask(saveConnection, bad, admin)
  expect(refused.body.responseException?.message).toBe('Unable to verify Singlewire credentials')
  expect((await one.ask(getConnection, own(), admin)).body.data).toBeNull()
  expect((await one.ask(verifyConnection, { body: { token: 'a good token' } }, admin)).body.data).toBe(true)
  const good = { body: { customerId, token: 'a good token' } }
  const saved = await one.ask(saveConnection, good, admin)
  expect(saved.body.data).toMatchObject({ customerId, simulated: false })
  expect(JSON.stringify(saved.body)).not.toContain('a good token')
})

test('fires a trigger once, although two processes run and two people have the place', async () => {
  const place = await addPlace('Stadium', 36.5)
  const mapping = await addTrigger(place, 'Lightning: Seek Shelter')
  await ingest({ strikes: [{ id: 's1', time: at(-secondMs), latitude: 36.5, longitude: -98.5 }] })
  await vi.waitFor(async () => expect((await log())[0]?.state).toBe('delivered'), soon)
  // Another strike belongs to the same occasion.
  await ingest({ strikes: [{ id: 's2', time: at(-secondMs), latitude: 36.51, longitude: -98.5 }] })
  await settled()
  expect(provider.triggered).toEqual([
    { scenarioId: mapping.singlewireScenarioId, siteId: mapping.singlewireSiteId },
  ])
  expect(await log()).toMatchObject([
    { locationName: 'Stadium', policyGroupName: 'Grounds', because: 'Lightning Zone 1', attempts: 1 },
  ])
})

test('shows a lost reply to a person, and triggers nothing twice', async () => {
  provider.misbehave = (response, trigger) => {
    trigger()
    response.destroy()
  }
  const before = provider.triggered.length
  await addTrigger(await addPlace('Pool', 34.5), 'Severe Weather')
  await ingest({ strikes: [{ id: 's3', time: at(-secondMs), latitude: 34.5, longitude: -98.5 }] })
  await vi.waitFor(async () => expect((await log())[0]?.state).toBe('unknown'), soon)
  await settled()
  expect(provider.triggered).toHaveLength(before + 1)
  expect((await log())[0]).toMatchObject({
    attempts: 1,
    lastError: 'InformaCast did not respond to the request',
  })
  provider.misbehave = null
})

test('rejects a scenario that needs more than the place, and logs it', async () => {
  await addTrigger(await addPlace('Park', 32.5), 'Evacuation (asks for a building)')
  await ingest({ strikes: [{ id: 's4', time: at(-secondMs), latitude: 32.5, longitude: -98.5 }] })
  await vi.waitFor(async () => expect((await log())[0]?.state).toBe('failed'), soon)
  expect((await log())[0]?.lastError).toBe('InformaCast rejected the request (400)')
})

test('retries when the provider asks to wait', async () => {
  let refused = 0
  provider.misbehave = response => {
    refused++
    if (refused === 2) provider.misbehave = null
    response.writeHead(429, { 'retry-after': '1' }).end()
  }
  await addTrigger(await addPlace('Track', 30.5), 'All Staff Page')
  await ingest({ strikes: [{ id: 's5', time: at(-secondMs), latitude: 30.5, longitude: -98.5 }] })
  await vi.waitFor(
    async () => expect((await log())[0]).toMatchObject({ state: 'delivered', attempts: 3 }),
    soon,
  )
})

test('a rehearsal triggers nothing, not even after it ends', async () => {
  const transact = <Result>(work: (tx: Tx) => Promise<Result>) => store.db.transaction().execute(work)
  const before = provider.triggered.length
  await transact(tx => beginRehearsal(tx, 'A test.', systemClock.now()))
  await addTrigger(await addPlace('Lake', 30.5), 'Severe Weather')
  await ingest({ strikes: [{ id: 's9', time: at(-secondMs), latitude: 30.5, longitude: -98.5 }] })
  await vi.waitFor(
    async () => expect((await log())[0]).toMatchObject({ state: 'failed', lastError: 'Held: rehearsal' }),
    soon,
  )
  await transact(tx => endRehearsal(tx, { by: 'system' }, systemClock.now()))
  await settled()
  expect(provider.triggered).toHaveLength(before)
})

test("limits an organization's triggers, because one storm fires all of them", async () => {
  const place = await addPlace('Pool', 39.5)
  const mapping = await addTrigger(place, 'Lightning: Seek Shelter')
  await sql`
    insert into scenario_mappings (customer_id, connection_id, organization_location_id, user_group_id,
      singlewire_site_id, singlewire_site_name, singlewire_scenario_id, singlewire_scenario_name, created_at)
    select customer_id, connection_id, organization_location_id, user_group_id, 'site ' || number, 'Site',
      singlewire_scenario_id, singlewire_scenario_name, created_at
    from scenario_mappings, generate_series(1, 100) as number where id = ${mapping.id}`.execute(store.db)
  const { integrationConfigId, organizationLocationId, policyGroupId } = mapping
  const { singlewireSiteId, singlewireScenarioId } = mapping
  const trigger = { integrationConfigId, organizationLocationId, policyGroupId }
  const refused = await one.ask(
    createScenarioMapping,
    { body: { ...trigger, singlewireSiteId, singlewireScenarioId } },
    admin,
  )
  expect(refused.body.responseException?.message).toContain('at most 100 scenario triggers')
})
