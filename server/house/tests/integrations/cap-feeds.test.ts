import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { createFeedKey, ingestStrikes } from '#contract/weather/lightning'
import { addLocation, addOrganizationLocation } from '#contract/places/locations'
import { createCapFeed, deleteCapFeed, listCapFeeds, type CapFeed } from '#contract/places/place-feeds'
import { hourMs, secondMs, systemClock } from '#server/platform/clock'
import { testHouse, type TestHouse, type TestPerson } from '#server/house/testing'

let house: TestHouse
let admin: TestPerson
let feed: CapFeed & { address: string }
let strikes: string
const where = { latitude: 36.5, longitude: -98.5 }
const at = (ms: number) => new Date(systemClock.now().getTime() + ms).toISOString()
const fetched = (address: string) => house.house.http.inject({ url: new URL(address).pathname })

beforeAll(async () => {
  house = await testHouse()
  const customerId = await house.customer(['read:integrations', 'write:integrations'])
  admin = await house.person({ role: 'Admin', customerId })
  const support = await house.person({ role: 'SuperAdmin', customerId: await house.customer() })
  const key = { name: 'A network', provesAbsence: true, area: { kind: 'world' } } as const
  strikes = ((await house.ask(createFeedKey, { body: key }, support)).body.data as { key: string }).key
  const place = await house.ask(addOrganizationLocation, { body: { name: 'Stadium', ...where } }, admin)
  const { id } = (place.body.data as { organizationLocation: { id: number } }).organizationLocation
  const location = { label: 'Stadium', ...where, radius1: 8, allClearMinutes: 30, organizationLocationId: id }
  await house.ask(addLocation, { body: location }, admin)
  const made = await house.ask(createCapFeed, { body: { organizationLocationId: id } }, admin)
  feed = made.body.data as typeof feed
})
afterAll(() => house.close())

test('a feed reports Unknown while nothing is proven, and needs no sign-in', async () => {
  const answer = await fetched(feed.address)
  expect(answer.statusCode).toBe(200)
  expect(answer.headers['content-type']).toContain('application/atom+xml')
  expect(answer.headers['set-cookie']).toBeUndefined()
  expect(answer.body).toContain('<subtitle>Lightning: unknown')
  expect(answer.body).not.toContain('Lightning: All Clear')
})

test('lightning is an alert there, with its own address', async () => {
  const payload = {
    coverage: [{ from: at(-2 * hourMs), to: at(0) }],
    strikes: [{ id: 'one', time: at(-secondMs), ...where }],
  }
  const headers = { authorization: `Bearer ${strikes}` }
  await house.raw({ method: 'POST', url: ingestStrikes.path, headers, payload })
  await vi.waitFor(
    async () => expect((await fetched(feed.address)).body).toContain('Lightning near Stadium'),
    {
      timeout: 20_000,
      interval: 200,
    },
  )
  const { body } = await fetched(feed.address)
  expect(body).toContain('<subtitle>Lightning: delay</subtitle>')
  const link = /href="([^"]+\/\d+)"/.exec(body)?.[1] ?? ''
  const alert = await fetched(link)
  expect(alert.headers['content-type']).toContain('application/cap+xml')
  expect(alert.body).toMatch(/<msgType>Alert<\/msgType>.*<responseType>Shelter</)
})

test('the address is shown once, opens one place, and opens nothing once it is revoked', async () => {
  expect(JSON.stringify((await house.ask(listCapFeeds, {}, admin)).body)).not.toContain(feed.address)
  expect((await fetched(feed.address.replace(/.$/, sign => (sign === 'A' ? 'B' : 'A')))).statusCode).toBe(404)
  await house.ask(deleteCapFeed, { params: { id: String(feed.id) } }, admin)
  expect((await fetched(feed.address)).statusCode).toBe(404)
})

test('clients that guess addresses are rate limited by IP address', async () => {
  const guarded = await testHouse({ limits: { perAddressPerMinute: 5, perMachinePerMinute: 1000 } })
  try {
    const statuses: number[] = []
    for (let tries = 0; tries < 7; tries++)
      statuses.push((await guarded.house.http.inject({ url: `/feeds/cap/${'k'.repeat(43)}` })).statusCode)
    expect(statuses).toEqual([404, 404, 404, 404, 404, 429, 429])
  } finally {
    await guarded.close()
  }
})
