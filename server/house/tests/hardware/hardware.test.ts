import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import type { Asked, Call } from '#contract/call'
import { listDevices, registerDevice } from '#contract/devices/device-register'
import {
  disableSiren,
  enableSiren,
  getHardwareData,
  listHardware,
  listUnitRelays,
  setRelay,
} from '#contract/devices/hardware'
import { listUnprotected } from '#contract/devices/protection'
import { createFeedKey } from '#contract/weather/lightning'
import { addLocation, addOrganizationLocation } from '#contract/places/locations'
import { addPolicy } from '#contract/places/policy-changes'
import { listPaUnits, sendPaMessage } from '#contract/devices/public-address'
import { publicSiren, testAllClear, testDelay, turnOffTests, updateSiren } from '#contract/devices/sirens'
import type { DeviceModel } from '#domain/hardware/models'
import type { Sound } from '#domain/hardware/obey-memory'
import { middleOfADay, shiftedClock } from '#server/platform/clock.testing'
import { minuteMs, secondMs } from '#server/platform/clock'
import { deviceTimeOf } from './sirens.testing.ts'
import { testHouse, type TestHouse, type TestPerson } from '#server/house/testing'
import { createDevice, type SimulatedDevice } from '#simulator/devices/device'

const norman = { latitude: 35.2226, longitude: -97.4395 }
const clock = shiftedClock(middleOfADay)

const deviceTime = deviceTimeOf(clock)

let world: TestHouse
let support: TestPerson
let admin: TestPerson
let customerId: number
let supportId: number
let feedKey: string
let placeId: number
let strikes = 0
const units = new Map<
  string,
  { readonly id: number; readonly unit: SimulatedDevice; readonly heard: Sound[] }
>()
const soon = { timeout: 45_000, interval: 50 }

const asked = <C extends Call>(call: C, input: Asked<C>, as = admin) => world.reply(call, input, as)

async function connect(device: string, model: DeviceModel, more: object = {}) {
  const body = {
    customerId,
    device,
    name: device,
    model,
    ...norman,
    organizationLocationId: placeId,
    ...more,
  }
  const { id, key } = await asked(registerDevice, { body }, support)
  const received: Sound[] = []
  const unit = createDevice({
    customerId,
    device,
    model,
    key: Buffer.from(key, 'base64url'),
    broker: `${world.baseUrl.replace('http', 'ws')}/mqtt`,
    relays: ['Lights'],
    time: deviceTime,
    onSound: sound => void received.push(sound),
  })
  await unit.start()
  await vi.waitFor(async () => {
    const known = (await asked(listDevices, {}, support)).find(each => each.device === device)
    expect(known?.isOnline).toBe(true)
  }, soon)
  units.set(device, { id, unit, heard: received })
  return { id, unit, heard: received }
}

const cover = () => world.cover(feedKey)
function addStadium() {
  const place = { label: 'Stadium', locationName: 'Norman, OK', ...norman, organizationLocationId: placeId }
  const rings = { radius1: 8, radius2: 0, radius3: 0, radius4: 0, allClearMinutes: 30, flags: 0 }
  return asked(addLocation, { body: { ...place, ...rings } })
}
const strike = () =>
  world.ingest(feedKey, { strikes: [{ id: `s${++strikes}`, time: clock.now().toISOString(), ...norman }] })
const hardwareNamed = async (name: string) => {
  const found = (await asked(listHardware, {})).find(each => each.name === name)
  if (!found) throw new Error(`There is no ${name}`)
  return found
}
async function openAlarms(): Promise<number> {
  const { db } = world.house.store
  const { rows } = await sql`select id from siren_alarms where ended_at is null`.execute(db)
  return rows.length
}
const soundsOf = (received: readonly Sound[]) =>
  received.map(({ what, isTest }) => `${what}${isTest ? ' test' : ''}`)
const stateOf = (ring: 'Delay' | 'AllClear') =>
  vi.waitFor(async () => {
    await cover()
    const params = { customerName: 'Customer2', sirenName: 'norman-siren' }
    expect(await asked(publicSiren, { params, query: {} })).toMatchObject({ state: ring })
  }, soon)

const whole = [0, 1, 2, 3, 4, 5, 6].map(day => ({
  day: day as 0,
  startTime: '00:00:00',
  endTime: '00:00:00',
  allDay: true,
  enabled: true,
}))

/** Sets how the siren sounds, and makes its page public. Once the page exists, the automation has both changes. */
async function setUp(sirenId: number) {
  const sounds = { duration: 10, frequency: 2, allClearDuration: 5, allClearFrequency: 3, alertTimes: whole }
  const messages = { postWarnMessage: 'Seek shelter now.', postAllClearMessage: '' }
  await asked(updateSiren, { body: { sirenId, ...sounds, ...messages, isPagePublic: true } })
  const params = { customerName: 'Customer2', sirenName: 'norman-siren' }
  await vi.waitFor(() => asked(publicSiren, { params, query: {} }), soon)
}

/** Gets new tokens: the old ones expired when the clock was moved. */
const signInAgain = async () => {
  support = await world.person({ role: 'SuperAdmin', customerId: supportId })
  admin = await world.person({ role: 'Admin', customerId, permissions: ['pa.full_access'] })
}

beforeAll(async () => {
  world = await testHouse({ listen: true, clock })
  supportId = await world.customer()
  customerId = await world.customer(['pa.full_access'])
  await signInAgain()
  feedKey = (await asked(createFeedKey, { body: { name: 'The test', provesAbsence: true } }, support)).key
  const place = { name: 'Norman Stadium', address: 'Norman, OK', ...norman, riskProfileId: null }
  placeId = (await asked(addOrganizationLocation, { body: place })).organizationLocation.id
  const { id } = await connect('norman-siren', 'OWS')
  await setUp(id)
  await cover()
})
afterEach(() => {
  for (const { heard: received } of units.values()) received.splice(0)
})
afterAll(async () => {
  for (const { unit } of units.values()) await unit.stop()
  await world.close()
})

it("reports a battery's voltage as the device measured it", async () => {
  const { id } = units.get('norman-siren') ?? (await connect('norman-siren', 'OWS'))
  await vi.waitFor(async () => expect((await hardwareNamed('norman-siren')).voltage).toBe(12.8), soon)
  expect(await asked(getHardwareData, { params: { id: String(id) } })).toMatchObject({ voltage: 12.8 })
})

describe('a test', () => {
  it('is started by the siren itself, and ended by the person who started it', async () => {
    const { id, unit, heard: received } = units.get('norman-siren') ?? (await connect('norman-siren', 'OWS'))
    expect(await asked(testDelay, { body: [id] })).toMatchObject([{ status: 1, because: null }])
    expect(soundsOf(received)).toEqual(['warning test'])
    await vi.waitFor(async () => {
      expect(await hardwareNamed('norman-siren')).toMatchObject({
        isOnline: true,
        doing: 'warning',
        isTest: true,
      })
    }, soon)
    expect(await asked(turnOffTests, { body: [id] })).toMatchObject([{ status: 1 }])
    expect(unit.memory().sound).toBeNull()
    const { activations } = await asked(getHardwareData, { params: { id: String(id) } })
    expect(activations.map(({ kind, state, by }) => [kind, state, by])).toEqual([
      ['stop test', 'finished', 'Person 4'],
      ['warn', 'stopped', 'Person 4'],
    ])
  })

  it('fails with a reason when no siren responds, and states which of several did', async () => {
    const { id, unit } = await connect('lost-siren', 'OWS')
    await unit.setFault('offline', true)
    await vi.waitFor(async () => {
      expect(await hardwareNamed('lost-siren')).toMatchObject({ isOnline: false })
    }, soon)
    const refused = await world.ask(testDelay, { body: [id] }, admin)
    expect([refused.status, refused.body.responseException?.message]).toEqual([
      502,
      'The unit is not connected.',
    ])
    const near = units.get('norman-siren')
    const both = await asked(testDelay, { body: [id, near?.id ?? 0] })
    expect(both.map(({ name, status }) => [name, status])).toEqual([
      ['norman-siren', 1],
      ['lost-siren', 0],
    ])
    await asked(turnOffTests, { body: [near?.id ?? 0] })
  }, 20_000)
})

describe('a storm', () => {
  it('sounds the warning once, rejects tests, and sounds the all clear with proof', async () => {
    const { id, unit, heard: received } = units.get('norman-siren') ?? (await connect('norman-siren', 'OWS'))
    await cover()
    await strike()
    await vi.waitFor(() => expect(soundsOf(received)).toEqual(['warning']), soon)
    expect(received[0]).toMatchObject({ untilMs: (received[0]?.sinceMs ?? 0) + 20 * secondMs })

    const test = await world.ask(testDelay, { body: [id] }, admin)
    expect(test.status).toBe(409)
    expect(test.body.responseException?.message).toContain('real lightning delay')

    clock.advance(21 * secondMs)
    await vi.waitFor(() => expect(soundsOf(received)).toEqual(['warning', 'speaking']), soon)
    await strike()
    clock.advance(29 * minuteMs)
    await cover()
    await signInAgain()
    await stateOf('Delay')
    expect(soundsOf(received)).toEqual(['warning', 'speaking'])

    clock.advance(2 * minuteMs)
    await signInAgain()
    await stateOf('AllClear')
    await vi.waitFor(() => expect(soundsOf(received)).toEqual(['warning', 'speaking', 'all clear']), soon)
    clock.advance(16 * secondMs)
    await vi.waitFor(() => expect(unit.memory().kept.light).toBeNull(), soon)
    const { activations } = await asked(getHardwareData, { params: { id: String(id) } })
    expect(activations.slice(0, 2).map(({ kind, isTest }) => [kind, isTest])).toEqual([
      ['all clear', false],
      ['warn', false],
    ])
  }, 60_000)

  it('warns a siren that missed it when the siren reconnects, if the warning is still current', async () => {
    const { id, unit, heard: received } = units.get('norman-siren') ?? (await connect('norman-siren', 'OWS'))
    await addStadium()
    await unit.setFault('offline', true)
    await vi.waitFor(async () => {
      const reported = (await asked(listUnprotected, {})).find(
        ({ sirenName }) => sirenName === 'norman-siren',
      )
      expect(reported?.because).toBe('The siren cannot be reached')
    }, soon)
    await cover()
    await strike()
    await stateOf('Delay')
    expect(received).toEqual([])
    await unit.setFault('offline', false)
    await vi.waitFor(() => expect(soundsOf(received)).toEqual(['warning']), soon)
    await vi.waitFor(async () => {
      expect((await asked(listUnprotected, {})).map(each => each.sirenName)).not.toContain('norman-siren')
    }, soon)

    await unit.setFault('offline', true)
    clock.advance(45 * minuteMs)
    await signInAgain()
    await stateOf('AllClear')
    await vi.waitFor(async () => expect(await openAlarms()).toBe(0), soon)
    clock.advance(11 * minuteMs)
    await signInAgain()
    await stateOf('AllClear')
    await unit.setFault('offline', false)
    await vi.waitFor(() => expect(unit.memory().kept.light).toBeNull(), soon)
    expect(soundsOf(received)).toEqual(['warning'])
    expect(await hardwareNamed('norman-siren')).toMatchObject({ id, isOnline: true })
  }, 60_000)

  it('sounds no disabled siren, and every screen shows that', async () => {
    const { id, heard: received } = units.get('norman-siren') ?? (await connect('norman-siren', 'OWS'))
    await asked(disableSiren, { body: { hardwareId: id, message: 'Being painted' } })
    expect(await hardwareNamed('norman-siren')).toMatchObject({
      enabled: true,
      sirenEnabled: false,
      notProtected: 'The siren is disabled',
    })
    await cover()
    await strike()
    await stateOf('Delay')
    await asked(enableSiren, { body: { hardwareId: id, message: 'Dry' } })
    await vi.waitFor(() => expect(soundsOf(received)).toEqual(['warning']), soon)
    clock.advance(32 * minuteMs)
    await signInAgain()
    await stateOf('AllClear')
    await vi.waitFor(() => expect(soundsOf(received)).toEqual(['warning', 'all clear']), soon)
  }, 60_000)

  it('allows no all clear while nothing is proven, not even as a test', async () => {
    const { id } = units.get('norman-siren') ?? (await connect('norman-siren', 'OWS'))
    clock.advance(2 * minuteMs)
    await vi.waitFor(async () => {
      const { status, body } = await world.ask(testAllClear, { body: [id] }, admin)
      expect([status, body.responseException?.message]).toEqual([409, expect.stringContaining('unknown')])
    }, soon)
  })
})

describe('relays', () => {
  it('follow the policy that triggers them, and a manual switch until the policy changes', async () => {
    await signInAgain()
    const { id: siren } = units.get('norman-siren') ?? (await connect('norman-siren', 'OWS'))
    const ipAddress = '10.0.0.7'
    const relays = [{ name: 'Lights', policyTypeId: 1 }]
    await connect('norman-relays', 'RELAY', { ipAddress, unitId: siren, relays })
    const actions: [] = []
    const policy = {
      threshold: 8,
      allClearMinutes: 30,
      sites: [],
      allGroups: true,
      notificationActions: actions,
    }
    await asked(addPolicy, { body: { policyTypeShortName: 'LR1', ...policy } })
    await addStadium()
    const lights = async () => (await asked(listUnitRelays, { params: { id: String(siren) } }))[0]
    await cover()
    await vi.waitFor(
      async () => expect(await lights()).toMatchObject({ toggled: false, isOnline: true }),
      soon,
    )
    await strike()
    await vi.waitFor(async () => expect(await lights()).toMatchObject({ toggled: true }), soon)
    const set = await asked(setRelay, { params: { ipAddress }, body: { id: 'Lights', toggled: false } })
    expect(set).toEqual([{ id: 'Lights', toggled: false }])
    await vi.waitFor(
      async () => expect(await lights()).toMatchObject({ toggled: false, isOverridden: true }),
      soon,
    )
  }, 60_000)
})

describe('public address', () => {
  it('is spoken by the devices that are online, and reports which are not', async () => {
    const { heard: received } = await connect('norman-pa', 'PA')
    const { unit: lost } = units.get('lost-siren') ?? (await connect('lost-siren', 'OWS'))
    await lost.setFault('offline', true)
    const pAList = (await asked(listPaUnits, {}))
      .filter(({ name }) => name === 'norman-pa' || name === 'lost-siren')
      .map(({ id }) => id)
    const body = { pAList, message: 'The gates are open.', repeatCount: 1 }
    const results = await asked(sendPaMessage, { body })
    expect(results.map(({ paName, status }) => [paName, status])).toEqual([
      ['lost-siren', 0],
      ['norman-pa', 1],
    ])
    expect(received[0]?.speech?.text).toBe('The gates are open.')
  }, 20_000)
})
