import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { createFeedKey, ingestStrikes } from '#contract/weather/lightning'
import { addLocation, addOrganizationLocation } from '#contract/places/locations'
import {
  createWebhook,
  listWebhookDeliveries,
  listWebhooks,
  replayWebhookDelivery,
  rotateWebhookSecret,
  testWebhook,
  updateWebhook,
  type Webhook,
  type WebhookDelivery,
} from '#contract/messages/webhooks'
import { Webhook as Verifier } from 'standardwebhooks'
import type { Asked } from '#contract/call'
import { hourMs, minuteMs, secondMs } from '#server/platform/clock'
import { shiftedClock } from '#server/platform/clock.testing'
import { testHouse, type TestHouse, type TestPerson } from '#server/house/testing'
import { headersOf, startReceiver, type Receiver } from '#server/rooms/integrations/receiver.testing'

const clock = shiftedClock()
let house: TestHouse
let admin: TestPerson
let receiver: Receiver
let feed: string
let place: number
let hook: Webhook & { secret: string }

const stadium = { latitude: 36.5, longitude: -98.5 }
const at = (ms: number) => new Date(clock.now().getTime() + ms).toISOString()
type Message = { type: string; data: Record<string, unknown> }
const messages = () => receiver.received.map(({ body }) => JSON.parse(body) as Message)
const types = () => messages().map(({ type }) => type)

function ingest(body: Asked<typeof ingestStrikes>['body']) {
  const headers = { authorization: `Bearer ${feed}` }
  return house.raw({ method: 'POST', url: ingestStrikes.path, headers, payload: body })
}
const cover = () => ingest({ coverage: [{ from: at(-2 * hourMs), to: at(0) }] })
const strike = (id: string) => ingest({ strikes: [{ id, time: at(-secondMs), ...stadium }] })
const reported = (wanted: readonly string[]) =>
  vi.waitFor(() => expect(types()).toEqual(wanted), { timeout: 20_000, interval: 100 })

beforeAll(async () => {
  receiver = await startReceiver()
  house = await testHouse({ clock, environment: { SKYWARDEN_ALLOWED_NETWORKS: '127.0.0.0/8' } })
  const customerId = await house.customer(['read:integrations', 'write:integrations'])
  const support = await house.person({ role: 'SuperAdmin', customerId: await house.customer() })
  admin = await house.person({ role: 'Admin', customerId })
  const other = await house.person({ role: 'Admin', customerId })
  const key = { name: 'A network', provesAbsence: true, area: { kind: 'world' } } as const
  feed = ((await house.ask(createFeedKey, { body: key }, support)).body.data as { key: string }).key
  const defined = await house.ask(addOrganizationLocation, { body: { name: 'Stadium', ...stadium } }, admin)
  place = (defined.body.data as { organizationLocation: { id: number } }).organizationLocation.id
  for (const person of [admin, other]) {
    const rings = { radius1: 8, radius2: 16, allClearMinutes: 10 }
    const body = { label: 'Stadium', ...stadium, ...rings, organizationLocationId: place }
    expect((await house.ask(addLocation, { body }, person)).status).toBe(200)
  }
  await cover()
})
afterAll(async () => {
  await house.close()
  await receiver.close()
})

test('a new webhook gets a secret that is shown once', async () => {
  const body = {
    name: 'Scoreboard',
    url: receiver.url,
    events: ['DELAY', 'ALL_CLEAR', 'UNKNOWN'] as Webhook['events'],
  }
  const added = await house.ask(createWebhook, { body }, admin)
  expect(added.status).toBe(200)
  hook = added.body.data as typeof hook
  expect(hook.secret).toMatch(/^whsec_[\w+/]{43}=$/)
  const listed = (await house.ask(listWebhooks, {}, admin)).body.data
  expect(JSON.stringify(listed)).not.toContain('whsec_')
  const inside = { ...body, url: 'http://10.0.0.8/hooks' }
  const refused = await house.ask(createWebhook, { body: inside }, admin)
  expect(refused.body.responseException?.errors).toHaveProperty('Url')
})

test('a test arrives, and an independent library verifies it', async () => {
  await house.ask(testWebhook, { params: { id: String(hook.id) } }, admin)
  await reported(['TEST'])
  const [first] = receiver.received
  expect(new Verifier(hook.secret).verify(first?.body ?? '', headersOf(first!))).toMatchObject({
    type: 'TEST',
  })
})

test('sends lightning once, however many people have the place', async () => {
  await strike('one')
  await reported(['TEST', 'DELAY'])
  const [, delay] = messages()
  expect(delay?.data).toMatchObject({
    location: { id: place, name: 'Stadium' },
    topic: 'lightning',
    ring: 1,
    radiusMiles: 8,
    nearestStrikeMiles: 0,
    simulated: false,
  })
  // A danger holds until its end is reported, not until its countdown is over.
  const beyond = (name: string) => Date.parse(String(delay?.data[name]))
  expect(beyond('expires')).toBeGreaterThan(beyond('lastRingEndsAt') + 24 * hourMs)
})

test('sends All Clear when it is proven, and not before', async () => {
  clock.advance(11 * minuteMs)
  admin = await house.person({ role: 'Admin', customerId: admin.customerId }) // the other token has expired
  // The delay is over, but nothing proves that it is clear, and the message says so.
  await reported(['TEST', 'DELAY', 'UNKNOWN'])
  await cover()
  await reported(['TEST', 'DELAY', 'UNKNOWN', 'ALL_CLEAR'])
})

test('an All Clear can be sent again while it is true, and not afterwards', async () => {
  const log = async () =>
    (await house.ask(listWebhookDeliveries, { params: { id: String(hook.id) }, query: {} }, admin)).body
      .data as WebhookDelivery[]
  const clear = (await log()).find(({ type }) => type === 'ALL_CLEAR')!
  expect(clear).toMatchObject({ state: 'delivered', locationName: 'Stadium', attempts: 1 })
  const replay = { params: { id: String(clear.id) } }
  expect((await house.ask(replayWebhookDelivery, replay, admin)).status).toBe(200)
  await reported(['TEST', 'DELAY', 'UNKNOWN', 'ALL_CLEAR', 'ALL_CLEAR'])
  const ids = receiver.received.map(each => headersOf(each)['webhook-id'])
  expect(ids[4]).toBe(ids[3])
  await strike('two')
  await reported(['TEST', 'DELAY', 'UNKNOWN', 'ALL_CLEAR', 'ALL_CLEAR', 'DELAY'])
  const refused = await house.ask(replayWebhookDelivery, replay, admin)
  expect(refused.body.responseException?.message).toBe('It is no longer true, so it cannot be sent again.')
})

test('rejects a change made from an older version, and a rotation gives another secret', async () => {
  const rotated = await house.ask(rotateWebhookSecret, { params: { id: String(hook.id) } }, admin)
  expect((rotated.body.data as typeof hook).secret).not.toBe(hook.secret)
  const { name, url, events } = hook
  const body = { name, url, events, enabled: false, version: hook.version }
  const overtaken = await house.ask(updateWebhook, { params: { id: String(hook.id) }, body }, admin)
  expect(overtaken.status).toBe(409)
})

test('an organization has at most twenty', async () => {
  const body = { name: 'One more', url: receiver.url, events: ['CLEAR'] as Webhook['events'] }
  const answers = await Promise.all(
    Array.from({ length: 25 }, () => house.ask(createWebhook, { body }, admin)),
  )
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(19)
})
