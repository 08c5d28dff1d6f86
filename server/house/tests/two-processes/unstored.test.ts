import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { addLocation } from '#contract/places/locations'
import { createFeedKey, getDelay } from '#contract/weather/lightning'
import { testHouse, type TestHouse, type TestPerson } from '#server/house/testing'
import { minuteMs } from '#server/platform/clock'
import { freshStore, type TestStore } from '#server/platform/store/testing'

/** Two processes on one database whose disk is full: small rows still fit, strikes do not. */
let store: TestStore
let received: TestHouse
let other: TestHouse
let person: TestPerson
let feedKey: string
let here: number
let faraway: number

const norman = { latitude: 35.2226, longitude: -97.4395 }
const tampa = { latitude: 27.95, longitude: -82.46 }
const soon = { timeout: 20_000, interval: 100 }
const open = () => testHouse({ store, environment: { BASE_URL: 'http://localhost:8080' } })

const strikeNow = () => ({ strikes: [{ id: 'one', time: new Date().toISOString(), ...norman }] })
const stateIn = async (house: TestHouse, id: number) =>
  (await house.reply(getDelay, { params: { id: String(id) } }, person)).statements.map(({ state }) => state)

async function addPlace(label: string, at: typeof norman): Promise<number> {
  const body = { label, ...at, radius1: 8, allClearMinutes: 30 }
  const { location } = (await received.reply(addLocation, { body }, person)) as unknown as {
    location: { id: number }
  }
  return location.id
}

beforeAll(async () => {
  store = await freshStore()
  received = await open()
  other = await open()
  const support = await received.person({ role: 'SuperAdmin', customerId: await received.customer() })
  person = await received.person({ role: 'Customer', customerId: await received.customer() })
  feedKey = (await received.reply(createFeedKey, { body: { name: 'Test', provesAbsence: true } }, support))
    .key
  here = await addPlace('Here', norman)
  faraway = await addPlace('Far away', tampa)
})
afterAll(async () => {
  await other.close()
  await received.close()
  await store.close()
})

it('a strike that could not be stored leaves no place near it clear, in any process, until it is stored', async () => {
  await received.cover(feedKey)
  for (const house of [received, other])
    await vi.waitFor(async () => expect(await stateIn(house, here)).toEqual(['AllClear']), soon)

  await sql`
    create function disk_full() returns trigger language plpgsql as
    $$ begin raise exception 'could not extend file' using errcode = '53100'; end $$`.execute(store.db)
  await sql`create trigger disk_full before insert on strikes for each row execute function disk_full()`.execute(
    store.db,
  )
  const refused = await received.ingest(feedKey, strikeNow())
  expect(refused).toMatchObject({
    status: 503,
    headers: { 'retry-after': expect.anything() as unknown },
    body: { responseException: { message: expect.stringContaining('disk is full') as unknown } },
  })
  expect(await stateIn(received, here)).toEqual(['Unknown'])
  await vi.waitFor(async () => expect(await stateIn(other, here)).toEqual(['Unknown']), soon)
  expect(await stateIn(received, faraway)).toEqual(['AllClear'])
  expect(await stateIn(other, faraway)).toEqual(['AllClear'])

  // Coverage would fit, and must not prove that nothing happened.
  const to = new Date()
  const span = { from: new Date(to.getTime() - 70 * minuteMs).toISOString(), to: to.toISOString() }
  for (const house of [received, other])
    expect((await house.ingest(feedKey, { coverage: [span] })).status).toBe(503)

  await sql`drop trigger disk_full on strikes`.execute(store.db)
  for (const house of [received, other])
    await vi.waitFor(async () => expect(await stateIn(house, here)).toEqual(['Delay']), soon)
  expect((await received.ingest(feedKey, { coverage: [span] })).status).toBe(200)
  await vi.waitFor(
    async () => expect((await other.ingest(feedKey, { coverage: [span] })).status).toBe(200),
    soon,
  )
})
