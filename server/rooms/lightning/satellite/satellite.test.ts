import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  createFeedKey,
  delayEvidence,
  delayHistory,
  deleteFeedKey,
  getDelay,
  hasCoverage,
  type DelayRecord,
  type LocationDelay,
} from '#contract/weather/lightning'
import { acceptSatellite, getSatelliteAcceptance } from '#contract/weather/satellite'
import { addLocation, checkRestriction, updateLocation, type Location } from '#contract/places/locations'
import { getStatus } from '#contract/status'
import type { Reply } from '#contract/call'
import { satelliteNotAccepted, satelliteWords } from '#domain/lightning/proof'
import { hourMs, minuteMs, secondMs } from '#server/platform/clock'
import { shiftedClock } from '#server/platform/clock.testing'
import { freshStore, type TestStore } from '#server/platform/store/testing'
import { testHouse, type TestHouse, type TestPerson } from '#server/house/testing'
import { appendToLog } from '#server/rooms/lightning/store/log'

const clock = shiftedClock()
const norman = { latitude: 35.2, longitude: -97.4 }
let store: TestStore
let world: TestHouse
let [support, admin, member, stranger]: TestPerson[] = []
let id = ''
let added: Location

/** Writes what another process that polls the satellite servers would write. */
async function satellitesSaw(strikeAgoMs: number | null, throughAgoMs = 40 * secondMs) {
  const nowMs = clock.now().getTime()
  const timeMs = nowMs - (strikeAgoMs ?? 0)
  const strike = {
    id: `G19-${timeMs}`,
    source: 'glm',
    timeMs,
    ...norman,
    amp: null,
    type: 4,
    positionErrorMiles: 9,
    clamped: false,
    reportedMs: timeMs,
    receivedMs: nowMs,
  } as const
  const coverage = { source: 'glm', fromMs: nowMs - hourMs, toMs: nowMs - throughAgoMs, heardMs: nowMs }
  await store.db
    .transaction()
    .execute(tx => appendToLog(tx, strikeAgoMs === null ? [] : [strike], [coverage]))
}

const ask = async () => (await world.ask(getDelay, { params: { id } }, member)).body.data as LocationDelay
const expectState = (wanted: object) =>
  vi.waitFor(async () => expect((await ask()).statements[0]).toMatchObject(wanted), 30_000)
const accept = (person: TestPerson, isAccepted = true, words = satelliteWords) =>
  world.ask(acceptSatellite, { params: { id }, body: { accept: isAccepted, words } }, person)

beforeAll(async () => {
  store = await freshStore()
  world = await testHouse({
    clock,
    store,
    environment: {
      SKYWARDEN_FEEDS: 'glm',
      FEEDS_CONTACT: 'ops@example.org',
      FEEDS_FROM: 'http://127.0.0.1:9',
    },
  })
  const customerId = await world.customer()
  support = await world.person({ role: 'SuperAdmin', customerId })
  admin = await world.person({ role: 'Admin', customerId })
  member = await world.person({ role: 'Customer', customerId })
  stranger = await world.person({ role: 'Admin', customerId: await world.customer() })
  const answer = await world.ask(
    addLocation,
    { body: { label: 'Stadium', ...norman, radius1: 8, allClearMinutes: 10 } },
    member,
  )
  added = (answer.body.data as { location: Location }).location
  id = String(added.id)
})
afterAll(async () => {
  await world.close()
  await store.close()
})
beforeEach(async () => {
  await accept(admin as TestPerson, false)
  await store.db.transaction().execute(tx => appendToLog(tx, [], []))
})

it('a server whose satellites have never reported is not ready, and reports why', async () => {
  clock.advance(4 * minuteMs)
  const { checks } = (await world.ask(getStatus, {}, support)).body.data as Reply<typeof getStatus>
  expect(checks.find(({ name }) => name === 'lightning')).toMatchObject({
    ready: false,
    detail: 'No data from GOES lightning mapper (satellite) (for more than 120 s)',
  })
  clock.reset()
})

describe('a place that only satellites watch', () => {
  it('is watched, and the person who adds it sees what that means', async () => {
    const place = { lat: String(norman.latitude), lon: String(norman.longitude) }
    expect((await world.ask(hasCoverage, { params: place }, member)).body.data).toBe(true)
    const { body } = await world.ask(
      checkRestriction,
      { body: { Latitude: norman.latitude, Longitude: norman.longitude } },
      member,
    )
    expect(JSON.stringify(body.data)).toContain('Watched by satellite only')
  })

  it('is Unknown until an administrator accepts the statement, and again after they withdraw it', async () => {
    await satellitesSaw(null)
    await expectState({ state: 'Unknown', because: satelliteNotAccepted, satelliteOnly: false })
    expect((await ask()).satellite).toBe('not accepted')

    expect((await accept(admin as TestPerson)).status).toBe(200)
    await expectState({ state: 'AllClear', satelliteOnly: true })
    expect((await ask()).satellite).toBe('accepted')

    await accept(admin as TestPerson, false)
    await expectState({ state: 'Unknown', because: satelliteNotAccepted })
  })

  it('is accepted only by an administrator of its own organization, and only with the wording shown', async () => {
    expect((await accept(member as TestPerson)).status).toBe(403)
    expect((await accept(stranger as TestPerson)).status).toBe(404)
    expect((await accept(admin as TestPerson, true, 'All is well')).status).toBeGreaterThanOrEqual(400)
    await accept(admin as TestPerson)
    const { body } = await world.ask(getSatelliteAcceptance, { params: { id } }, member)
    expect(body.data).toMatchObject({ words: satelliteWords, accepted: { words: satelliteWords } })
  })

  it('is Unknown when the satellites have been silent for two minutes, accepted or not', async () => {
    await accept(admin as TestPerson)
    await satellitesSaw(null)
    await expectState({ state: 'AllClear' })
    clock.advance(3 * minuteMs)
    await expectState({ state: 'Unknown', because: 'The lightning feed has stopped reporting' })
    clock.reset()
  })

  it('enters a delay after a flash without acceptance; with it the delay ends, and the evidence states the proof, without a name', async () => {
    await satellitesSaw(9 * minuteMs)
    await expectState({ state: 'Delay', stale: true })
    await accept(admin as TestPerson)
    await expectState({ state: 'Delay', stale: false })

    clock.advance(2 * minuteMs)
    await satellitesSaw(null)
    await expectState({ state: 'AllClear', satelliteOnly: true })
    await vi.waitFor(async () => {
      const { body } = await world.ask(delayHistory, { params: { id }, query: {} }, member)
      const [delay] = body.data as DelayRecord[]
      const evidence = await world.ask(delayEvidence, { params: { id: String(delay?.id) } }, member)
      const entries = (evidence.body.data as { evidence: { kind: string; facts: unknown }[] }).evidence
      expect(entries.at(-1)).toMatchObject({
        kind: 'all clear',
        facts: { satelliteOnly: true, accepted: { byId: admin?.id, at: expect.any(String) } },
      })
    }, 30_000)
    // Evidence can never be changed, so a name in it would outlive the account.
    const { rows } = await sql<{ name: string; names: number }>`
      select accepted_by as name, (select count(*) from delay_evidence
        where position(accepted_by in facts::text) > 0) as names
      from satellite_acceptances`.execute(store.db)
    expect(rows).toEqual([{ name: expect.stringMatching(/^Person /), names: 0 }])
  })
})

it('a ground network that proves All Clear needs no acceptance, and no satellite is mentioned', async () => {
  const made = await world.ask(createFeedKey, { body: { name: 'A network', provesAbsence: true } }, support)
  const { key, id: keyId } = made.body.data as { key: string; id: number }
  const nowMs = clock.now().getTime()
  const [from, to] = [nowMs - hourMs, nowMs].map(ms => new Date(ms).toISOString()) as [string, string]
  await world.ingest(key, { coverage: [{ from, to }] })
  await expectState({ state: 'AllClear', satelliteOnly: false })
  await world.ask(deleteFeedKey, { params: { id: String(keyId) } }, support)
})

it('a place that moves must be accepted again, regardless of who moves it', async () => {
  await accept(admin as TestPerson)
  await satellitesSaw(null)
  await expectState({ state: 'AllClear', satelliteOnly: true })
  const answer = await world.ask(updateLocation, { body: { ...added, latitude: 35.6 } }, member)
  expect(answer.status).toBe(200)
  await expectState({ state: 'Unknown', because: satelliteNotAccepted })
  const { body } = await world.ask(getSatelliteAcceptance, { params: { id } }, admin)
  expect(body.data).toMatchObject({ accepted: null })
  await accept(admin as TestPerson)
  await expectState({ state: 'AllClear', satelliteOnly: true })
})

it('two simultaneous clicks create one acceptance', async () => {
  const acts = async () =>
    (
      await sql<{
        many: number
      }>`select count(*)::int as many from audit_log where action = 'satellite only accepted'`.execute(
        store.db,
      )
    ).rows[0]?.many ?? 0
  const before = await acts()
  const answers = await Promise.all([1, 2, 3, 4].map(() => accept(admin as TestPerson)))
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
  expect(await acts()).toBe(before + 1)
})
