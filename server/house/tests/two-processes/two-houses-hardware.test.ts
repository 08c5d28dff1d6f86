import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { registerDevice } from '#contract/devices/device-register'
import { listHardware, type Hardware } from '#contract/devices/hardware'
import { testDelay, turnOffTests } from '#contract/devices/sirens'
import { testHouse, type TestHouse, type TestPerson } from '#server/house/testing'
import { freshStore, type TestStore } from '#server/platform/store/testing'
import { createDevice, type SimulatedDevice } from '#simulator/devices/device'
import { passingTime } from '#simulator/devices/device-time'

/** Two processes on one database: one serves people, the other has the device listener. */
let store: TestStore
let field: TestHouse
let office: TestHouse
let admin: TestPerson
let siren: SimulatedDevice
let sirenId: number
const sounds: string[] = []
const soon = { timeout: 20_000, interval: 100 }

const open = (runs: string) =>
  testHouse({
    store,
    listen: true,
    environment: { BASE_URL: 'http://localhost:8080', SKYWARDEN_RUN: runs },
  })

beforeAll(async () => {
  store = await freshStore()
  field = await open('engines,feeds,gateway')
  office = await open('api')
  const support = await office.person({ role: 'SuperAdmin', customerId: await office.customer() })
  const customerId = await office.customer()
  admin = await office.person({ role: 'Admin', customerId })
  const device = {
    customerId,
    device: 'ows-far',
    name: 'Far',
    model: 'OWS',
    latitude: 35.2,
    longitude: -97.4,
  } as const
  const { body } = await office.ask(registerDevice, { body: device }, support)
  const made = body.data as { id: number; key: string }
  sirenId = made.id
  const { port } = field.house.http.server.address() as AddressInfo
  siren = createDevice({
    customerId,
    device: 'ows-far',
    model: 'OWS',
    key: Buffer.from(made.key, 'base64url'),
    broker: `ws://127.0.0.1:${port}/mqtt`,
    time: passingTime(() => Date.now()),
    onSound: ({ what }) => void sounds.push(what),
  })
  await siren.start()
})
afterAll(async () => {
  await siren.stop()
  await office.close()
  await field.close()
  await store.close()
})

it('a device connected to one process receives commands from and reports to the other, once', async () => {
  await vi.waitFor(async () => {
    const [unit] = (await office.ask(listHardware, {}, admin)).body.data as Hardware[]
    expect(unit?.isOnline).toBe(true)
  }, soon)
  const key = { 'idempotency-key': 'one-press-of-one-button' }
  const press = () =>
    office.raw({ method: 'POST', url: testDelay.path, headers: key, payload: [sirenId] }, admin)
  const answers = await Promise.all([press(), press()])
  expect(answers.map(({ status }) => status)).toContain(200)
  expect(sounds).toEqual(['warning'])
  expect((await office.ask(turnOffTests, { body: [sirenId] }, admin)).body.data).toMatchObject([
    { status: 1 },
  ])
  expect(siren.memory().sound).toBeNull()
})
