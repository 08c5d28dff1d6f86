import { expect, vi } from 'vitest'
import type { Asked, Call } from '#contract/call'
import { listDevices, registerDevice } from '#contract/devices/device-register'
import { listHardware, type Hardware } from '#contract/devices/hardware'
import { createFeedKey } from '#contract/weather/lightning'
import { addOrganizationLocation } from '#contract/places/locations'
import type { DeviceModel } from '#domain/hardware/models'
import type { Sound } from '#domain/hardware/obey-memory'
import { middleOfADay, shiftedClock } from '#server/platform/clock.testing'
import type { Clock } from '#server/platform/clock'
import { testHouse, type TestHouse, type TestPerson } from '#server/house/testing'
import { createDevice, type DeviceParts, type SimulatedDevice } from '#simulator/devices/device'
import type { DeviceTime } from '#simulator/devices/device-time'

export const norman = { latitude: 35.2226, longitude: -97.4395 }
export const soon = { timeout: 45_000, interval: 50 }

export interface ConnectedUnit {
  readonly id: number
  readonly unit: SimulatedDevice
  readonly heard: Sound[]
}

export type SirenWorld = Awaited<ReturnType<typeof sirenWorld>>

/** Devices' time advances with the server's, wherever a test moves it; their clocks are separate. */
export function deviceTimeOf(clock: Clock): DeviceTime {
  return {
    nowMs: () => clock.now().getTime(),
    after(ms, act) {
      const dueMs = clock.now().getTime() + ms
      const timer = setInterval(() => {
        if (clock.now().getTime() < dueMs) return
        clearInterval(timer)
        act()
      }, 20)
      return () => clearInterval(timer)
    },
  }
}

/**
 * Starts a server with a place, a feed that can prove All Clear, and the devices that a test connects to the real
 * listener.
 */
export async function sirenWorld() {
  const clock = shiftedClock(middleOfADay)
  const time = deviceTimeOf(clock)
  const world: TestHouse = await testHouse({ listen: true, clock })
  const supportId = await world.customer()
  const customerId = await world.customer(['pa.full_access'])
  let support: TestPerson
  let admin: TestPerson
  /** Gets new tokens: the old ones expired when the clock was moved. */
  const signInAgain = async () => {
    support = await world.person({ role: 'SuperAdmin', customerId: supportId })
    admin = await world.person({ role: 'Admin', customerId, permissions: ['pa.full_access'] })
  }
  await signInAgain()

  const asked = <C extends Call>(call: C, input: Asked<C>, as?: TestPerson) =>
    world.reply(call, input, as ?? admin)
  const askedOfSupport = <C extends Call>(call: C, input: Asked<C>) => asked(call, input, support)
  const { key: feedKey } = await askedOfSupport(createFeedKey, {
    body: { name: 'The test', provesAbsence: true },
  })
  const place = { name: 'Norman Stadium', address: 'Norman, OK', ...norman, riskProfileId: null }
  const placeId = (await asked(addOrganizationLocation, { body: place })).organizationLocation.id
  const units = new Map<string, ConnectedUnit>()

  async function connect(
    device: string,
    model: DeviceModel = 'OWS',
    parts: Partial<DeviceParts> = {},
    more: object = {},
  ): Promise<ConnectedUnit> {
    const own = { customerId, device, name: device, model, ...norman, organizationLocationId: placeId }
    const { id, key } = await askedOfSupport(registerDevice, { body: { ...own, ...more } })
    const received: Sound[] = []
    const unit = createDevice({
      customerId,
      device,
      model,
      key: Buffer.from(key, 'base64url'),
      broker: `${world.baseUrl.replace('http', 'ws')}/mqtt`,
      time,
      onSound: sound => void received.push(sound),
      ...parts,
    })
    units.set(device, { id, unit, heard: received })
    await unit.start()
    await vi.waitFor(async () => {
      const known = (await askedOfSupport(listDevices, {})).find(each => each.device === device)
      expect(known?.isOnline).toBe(true)
    }, soon)
    return { id, unit, heard: received }
  }

  let strikes = 0

  return {
    world,
    clock,
    customerId,
    placeId,
    units,
    connect,
    asked,
    askedOfSupport,
    signInAgain,
    admin: () => admin,
    support: () => support,
    cover: () => world.cover(feedKey),
    async strike(at = norman) {
      const one = { id: `s${++strikes}`, time: clock.now().toISOString(), ...at }
      expect((await world.ingest(feedKey, { strikes: [one] })).status).toBe(200)
    },
    async hardwareNamed(name: string): Promise<Hardware> {
      const found = (await asked(listHardware, {})).find(each => each.name === name)
      if (!found) throw new Error(`There is no ${name}`)
      return found
    },
    async close() {
      for (const { unit } of units.values()) await unit.stop()
      await world.close()
    },
  }
}

export const soundsOf = (received: readonly Sound[]) =>
  received.map(({ what, isTest }) => `${what}${isTest ? ' test' : ''}`)
