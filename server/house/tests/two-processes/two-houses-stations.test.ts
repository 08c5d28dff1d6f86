import type { AddressInfo } from 'node:net'
import { sql } from 'kysely'
import mqtt, { type MqttClient } from 'mqtt'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { registerDevice } from '#contract/devices/device-register'
import { topicOf } from '#contract/devices/devices'
import {
  correctStationElevation,
  evapotranspirationMissing,
  getCurrentObservation,
  getWeatherStation,
  listWeatherStations,
  proposeStationElevation,
  stationImageTime,
} from '#contract/devices/stations'
import type { DeviceModel } from '#domain/hardware/models'
import { testHouse, type TestHouse, type TestPerson } from '#server/house/testing'
import { freshStore, type TestStore } from '#server/platform/store/testing'

/** Two processes on one database: both serve people, and one has the device listener. */
let store: TestStore
let field: TestHouse
let office: TestHouse
let customerId: number
let support: TestPerson
let admin: TestPerson
const clients: MqttClient[] = []
const soon = { timeout: 20_000, interval: 100 }
const metricsToken = 'a token for those who watch'

const open = (runs: string) =>
  testHouse({
    store,
    listen: true,
    environment: {
      BASE_URL: 'http://localhost:8080',
      SKYWARDEN_RUN: runs,
      METRICS_TOKEN: metricsToken,
    },
  })

beforeAll(async () => {
  store = await freshStore()
  field = await open('api,engines,feeds,gateway')
  office = await open('api')
  support = await office.person({ role: 'SuperAdmin', customerId: await office.customer() })
  customerId = await office.customer()
  admin = await office.person({ role: 'Admin', customerId })
})
afterAll(async () => {
  for (const client of clients) await client.endAsync(true)
  await office.close()
  await field.close()
  await store.close()
})

/** Registers a device in the office, and connects it in the field with only what the office returned. */
async function connect(device: string, model: DeviceModel, more: object = {}) {
  const body = { customerId, device, name: device, model, latitude: 35.2, longitude: -97.4, ...more }
  const answer = await office.ask(registerDevice, { body }, support)
  const { password } = answer.body.data as { password: string }
  const { port } = field.house.http.server.address() as AddressInfo
  const client = await mqtt.connectAsync(`ws://127.0.0.1:${port}/mqtt`, {
    username: device,
    password,
    clientId: device,
  })
  clients.push(client)
  return (channel: 'reading' | 'image', payload: string | Buffer) =>
    client.publishAsync(topicOf({ customerId, device }, channel), payload, { qos: 1 })
}

const readingOf = (atMs: number, temperatureF: number) =>
  JSON.stringify({ at: new Date(atMs).toISOString(), temperatureF, humidityPercent: 50, windMph: 3 })
const jpeg = Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 0])

async function stationNamed(name: string): Promise<number | undefined> {
  const listed = (await office.ask(listWeatherStations, {}, admin)).body.data as {
    id: number
    locationName: string
  }[]
  return listed.find(each => each.locationName === name)?.id
}

async function figure(house: TestHouse, line: string): Promise<number> {
  const headers = { authorization: `Bearer ${metricsToken}` }
  const { body } = await house.house.http.inject({ url: '/metrics', headers })
  const found = body.split('\n').find(each => each.startsWith(line))
  return Number(found?.split(' ').at(-1) ?? 0)
}

it("stores a new station's first reading and first image, and every process has them", async () => {
  const send = await connect('wxs-new', 'WXS')
  await send('reading', readingOf(Date.now(), 71.5))
  await send('image', jpeg)
  for (const house of [office, field])
    await vi.waitFor(async () => {
      const id = await stationNamed('wxs-new')
      expect(id).toBeDefined()
      const { body } = await house.ask(getCurrentObservation, { params: { id: String(id) } }, admin)
      expect(body.data).toMatchObject({ ambientTemperature: { value: 71.5 } })
      const image = await house.ask(stationImageTime, { params: { id: String(id) } }, admin)
      expect((image.body.data as { lastModified: string | null }).lastModified).not.toBeNull()
    }, soon)
})

it('counts messages from something that is not a station', async () => {
  const send = await connect('ows-only', 'OWS')
  await send('reading', readingOf(Date.now(), 70))
  await send('image', jpeg)
  for (const what of ['reading', 'image'])
    await vi.waitFor(async () => {
      const line = `skywarden_station_drops{what="${what}",why="not a station"}`
      expect(await figure(field, line)).toBe(1)
    }, soon)
})

it('asks for an elevation, proposes that of the nearest station, reports where it is missing, and accepts a correction', async () => {
  await connect('wxs-low', 'WXS')
  await connect('wxs-high', 'WXS', { elevationFeet: 1170, latitude: 35.25 })
  const idOf = async (name: string) => {
    await vi.waitFor(async () => expect(await stationNamed(name)).toBeDefined(), soon)
    return { id: String(await stationNamed(name)) }
  }
  const high = await idOf('wxs-high')
  const station = await office.ask(getWeatherStation, { params: high }, admin)
  expect(station.body.data).toMatchObject({ elevationFeet: 1170 })
  const query = { latitude: '35.2', longitude: '-97.4' }
  expect((await office.ask(proposeStationElevation, { query }, support)).body.data).toEqual({
    elevationFeet: 1170,
    locationName: 'wxs-high',
    distanceMiles: 3.5,
  })
  const params = await idOf('wxs-low')
  const missing = async (house: TestHouse) =>
    ((await house.ask(evapotranspirationMissing, { params }, admin)).body.data as { missing: string[] })
      .missing
  expect(await missing(office)).toContain('elevation')
  const body = { elevationFeet: -12.5 }
  expect((await office.ask(correctStationElevation, { params, body }, admin)).status).toBe(200)
  for (const house of [office, field])
    await vi.waitFor(
      async () => expect(await missing(house)).toEqual(['temperature', 'wind', 'solar radiation']),
      soon,
    )
})

async function storedOf(name: string): Promise<number[]> {
  const { rows } = await sql<{ temperature_f: number }>`
    select temperature_f from station_readings join stations on stations.id = station_id
    where source_id = ${name} order by at`.execute(store.db)
  return rows.map(row => row.temperature_f)
}

it('reads a station that reports faster than every ten seconds once per ten seconds, and counts the rest', async () => {
  const send = await connect('wxs-fast', 'WXS')
  const startMs = Date.now() - 60_000
  const tooSoon = 'skywarden_station_drops{what="reading",why="too soon after another"}'
  const before = await figure(field, tooSoon)
  // Sends a reading a second for a minute. Only the rate by the readings' own times matters, because missed readings
  // may arrive together later.
  for (let second = 0; second <= 60; second++)
    await send('reading', readingOf(startMs + second * 1000, second))
  await vi.waitFor(async () => expect(await figure(field, tooSoon)).toBe(before + 54), soon)
  await vi.waitFor(async () => expect(await storedOf('wxs-fast')).toEqual([0, 9, 18, 27, 36, 45, 54]), soon)
  // The people who manage the station see this, in every process.
  const id = await stationNamed('wxs-fast')
  for (const house of [office, field])
    await vi.waitFor(async () => {
      const { body } = await house.ask(getWeatherStation, { params: { id: String(id) } }, admin)
      expect(body.data).toMatchObject({ dropped: { because: 'too soon after another' } })
    }, soon)
})

it('a device may correct its readings for a day, and nothing older', async () => {
  const send = await connect('wxs-wrong', 'WXS')
  const [oldMs, newMs] = [Date.now() - 25 * 3_600_000, Date.now() - 23 * 3_600_000]
  await send('reading', readingOf(oldMs, 50))
  await send('reading', readingOf(newMs, 60))
  await vi.waitFor(async () => expect(await storedOf('wxs-wrong')).toEqual([50, 60]), soon)
  await send('reading', readingOf(oldMs, 50)) // the same value again is not a correction
  await send('reading', readingOf(oldMs, 51))
  await send('reading', readingOf(newMs, 61))
  await vi.waitFor(async () => expect(await storedOf('wxs-wrong')).toEqual([50, 61]), soon)
  const refused = 'skywarden_station_drops{what="reading",why="corrects what is older than a day"}'
  await vi.waitFor(async () => expect(await figure(field, refused)).toBe(1), soon)
})

it('stores simultaneous reports of several stations together', async () => {
  const senders = await Promise.all(
    Array.from({ length: 40 }, (_, index) => connect(`wxs-many-${index}`, 'WXS')),
  )
  const products = async () =>
    (await sql<{ count: number }>`select count(*)::int as count from products`.execute(store.db)).rows[0]
      ?.count ?? 0
  const before = await products()
  await Promise.all(senders.map((send, index) => send('reading', readingOf(Date.now(), index))))
  await vi.waitFor(async () => {
    for (let index = 0; index < 40; index++) expect(await storedOf(`wxs-many-${index}`)).toEqual([index])
  }, soon)
  expect((await products()) - before).toBeLessThan(10)
})
