import type { AddressInfo } from 'node:net'
import mqtt, { type IClientOptions, type MqttClient } from 'mqtt'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { createFeedKey, ingestStrikes } from '#contract/weather/lightning'
import { addLocation, addOrganizationLocation } from '#contract/places/locations'
import {
  deleteHomeAssistantKey,
  makeHomeAssistantKey,
  type HomeAssistant,
} from '#contract/places/place-feeds'
import { hourMs, secondMs, systemClock } from '#server/platform/clock'
import { testHouse, type TestHouse, type TestPerson } from '#server/house/testing'

let house: TestHouse
let admin: TestPerson
let own: HomeAssistant & { key: string }
let place: number
let feed: string
const clients: MqttClient[] = []
const where = { latitude: 36.5, longitude: -98.5 }
const soon = { timeout: 20_000, interval: 100 }
const at = (ms: number) => new Date(systemClock.now().getTime() + ms).toISOString()

function knock(changed: IClientOptions = {}): MqttClient {
  const { port } = house.house.http.server.address() as AddressInfo
  const client = mqtt.connect(`ws://127.0.0.1:${port}/mqtt`, {
    clientId: 'anything',
    username: own.userName,
    password: own.key,
    protocolVersion: 4,
    reconnectPeriod: 0,
    // Home Assistant sets this will by default.
    will: { topic: 'homeassistant/status', payload: Buffer.from('offline'), qos: 0, retain: false },
    ...changed,
  })
  clients.push(client)
  return client
}
const connected = (client: MqttClient) =>
  new Promise<string>(resolve => {
    client.once('connect', () => resolve('connected'))
    client.once('error', error => resolve(error.message))
    client.once('close', () => resolve('hung up'))
  })
function heardBy(client: MqttClient): Map<string, string> {
  const received = new Map<string, string>()
  client.on('message', (topic, payload) => void received.set(topic, payload.toString()))
  return received
}

beforeAll(async () => {
  house = await testHouse({ listen: true })
  const customerId = await house.customer(['read:integrations', 'write:integrations'])
  admin = await house.person({ role: 'Admin', customerId })
  const support = await house.person({ role: 'SuperAdmin', customerId: await house.customer() })
  const key = { name: 'A network', provesAbsence: true, area: { kind: 'world' } } as const
  feed = ((await house.ask(createFeedKey, { body: key }, support)).body.data as { key: string }).key
  const defined = await house.ask(addOrganizationLocation, { body: { name: 'Stadium', ...where } }, admin)
  place = (defined.body.data as { organizationLocation: { id: number } }).organizationLocation.id
  const location = {
    label: 'Stadium',
    ...where,
    radius1: 8,
    allClearMinutes: 30,
    organizationLocationId: place,
  }
  await house.ask(addLocation, { body: location }, admin)
  own = (await house.ask(makeHomeAssistantKey, {}, admin)).body.data as typeof own
})
afterEach(() => clients.splice(0).forEach(client => client.end(true)))
afterAll(() => house.close())

test('its sensors are discovered, and their states are live, never retained', async () => {
  const client = knock()
  expect(await connected(client)).toBe('connected')
  const received = heardBy(client)
  await client.subscribeAsync(`${own.discoveryPrefix}/#`)
  const state = () => JSON.parse(received.get(`${own.discoveryPrefix}/place/${place}`) ?? '{}') as object
  await vi.waitFor(() => expect(state()).toMatchObject({ state: 'Unknown', simulated: false }), soon)
  await vi.waitFor(
    () => expect([...received.keys()].filter(topic => topic.endsWith('/config'))).toHaveLength(3),
    soon,
  )
  expect(received.get(`${own.discoveryPrefix}/available`)).toBe('online')
  const payload = {
    coverage: [{ from: at(-2 * hourMs), to: at(0) }],
    strikes: [{ id: 'one', time: at(-secondMs), latitude: 36.55, longitude: -98.5 }],
  }
  const headers = { authorization: `Bearer ${feed}` }
  await house.raw({ method: 'POST', url: ingestStrikes.path, headers, payload })
  await vi.waitFor(() => expect(state()).toMatchObject({ state: 'Delay', nearest_strike_miles: 3.5 }), soon)
})

test("it cannot receive other customers' topics, and cannot publish", async () => {
  const client = knock()
  expect(await connected(client)).toBe('connected')
  const foreign = ['#', '+/+/#', 'homeassistant/#', 'homeassistant/999/#', 'skywarden/#', '$SYS/#']
  for (const topic of foreign) {
    const refused = await client.subscribeAsync(topic).then(
      granted => granted.every(({ qos }) => qos === 128),
      () => true,
    )
    expect(refused, topic).toBe(true)
  }
  // Home Assistant's birth message is accepted and discarded.
  await client.publishAsync('homeassistant/status', 'online', { qos: 1 })
  expect(client.connected).toBe(true)
  const closed = new Promise<void>(resolve => client.once('close', resolve))
  client.publish(`${own.discoveryPrefix}/place/${place}`, '{"state":"All Clear"}', { qos: 1 }, () => {})
  await closed
})

test('a wrong or revoked key is rejected', async () => {
  expect(await connected(knock({ password: 'wrong' }))).toMatch(/Bad username or password|hung up/)
  const client = knock()
  expect(await connected(client)).toBe('connected')
  const closed = new Promise<void>(resolve => client.once('close', resolve))
  await house.ask(deleteHomeAssistantKey, {}, admin)
  await closed
  expect(await connected(knock())).toMatch(/Bad username or password|hung up/)
})
