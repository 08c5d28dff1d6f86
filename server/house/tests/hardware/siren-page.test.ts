import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import type { Asked, Call } from '#contract/call'
import { registerDevice } from '#contract/devices/device-register'
import { getSiren, publicSiren, updateSiren } from '#contract/devices/sirens'
import { systemClock } from '#server/platform/clock'
import { testHouse, type TestHouse, type TestPerson } from '#server/house/testing'
import { findCustomer, insertCustomer } from '#server/rooms/customers/index'

const soon = { timeout: 45_000 }

const norman = { latitude: 35.2226, longitude: -97.4395 }
let world: TestHouse
let support: TestPerson
let admin: TestPerson
let customerId: number
let customerName: string
let sirenId: number

const asked = <C extends Call>(call: C, input: Asked<C>, as = admin) => world.reply(call, input, as)
const siren = (device: string, name: string) => ({
  body: { customerId, device, name, model: 'OWS' as const, ...norman, organizationLocationId: null },
})
async function setPage(isPagePublic: boolean) {
  const { duration, frequency, allClearDuration, allClearFrequency, ...rest } = await asked(getSiren, {
    params: { id: String(sirenId) },
  })
  const { alertTimes, postWarnMessage, postAllClearMessage } = rest
  const sounds = { duration, frequency, allClearDuration, allClearFrequency, alertTimes }
  const body = { sirenId, ...sounds, postWarnMessage, postAllClearMessage, isPagePublic }
  expect((await asked(updateSiren, { body })).isPagePublic).toBe(isPagePublic)
}
const look = (customer: string, name: string) =>
  world.ask(publicSiren, { params: { customerName: customer, sirenName: name }, query: {} })
const pathOf = (customer: string, name: string) =>
  `/public/${encodeURIComponent(customer)}/${encodeURIComponent(name)}/Widget`
const pageOf = (customer: string, name: string) => world.raw({ method: 'GET', url: pathOf(customer, name) })

beforeAll(async () => {
  world = await testHouse()
  customerId = await world.customer()
  support = await world.person({ role: 'SuperAdmin', customerId: await world.customer() })
  admin = await world.person({ role: 'Admin', customerId })
  sirenId = (await asked(registerDevice, siren('north', 'North Field'), support)).id
  customerName = (await findCustomer(world.house.store.db, 'system', customerId))?.name ?? ''
})
afterAll(() => world.close())

it('does not exist until an administrator switches it on, and then in any spelling', async () => {
  const unknown = await look(customerName, 'No Such Siren')
  expect(await look(customerName, 'NorthField')).toMatchObject({ status: 404, body: unknown.body })
  expect(await look('Nobody', 'NorthField')).toMatchObject({ status: 404, body: unknown.body })
  await setPage(true)
  await vi.waitFor(async () => expect((await look(customerName, 'northfield')).status).toBe(200), soon)
  expect((await look(customerName.toUpperCase(), 'North Field')).body.data).toMatchObject({
    locationName: 'North Field',
    state: 'Unknown',
    isInDelay: true,
  })
  await setPage(false)
  await vi.waitFor(async () => expect((await look(customerName, 'northfield')).status).toBe(404), soon)
})

it('shows the same page for an unknown name and for a siren whose page is off', async () => {
  const [off, nobody] = [await pageOf(customerName, 'NorthField'), await pageOf('Nobody', 'Nothing')]
  expect([off.status, nobody.status]).toEqual([404, 404])
  await setPage(true)
  await vi.waitFor(async () => expect((await pageOf(customerName, 'NorthField')).status).toBe(200), soon)
  const on = await pageOf(customerName, 'NorthField')
  expect(on.headers['set-cookie']).toBeUndefined()
  expect(on.headers['content-security-policy']).toContain("frame-ancestors 'none'")
  // Without an icon of its own, a browser reports that /favicon.ico is missing.
  const { body: page } = await world.house.http.inject(pathOf(customerName, 'NorthField'))
  expect(page).toMatch(/<link rel="icon" href="http[^"]+\/favicon\.svg">/)
})

it('keeps an older request from switching it on or off', async () => {
  await setPage(true)
  const { isPagePublic: _left, ...settings } = await asked(getSiren, { params: { id: String(sirenId) } })
  const { duration, frequency, allClearDuration, allClearFrequency, alertTimes } = settings
  const messages = { postWarnMessage: '', postAllClearMessage: '' }
  const sounds = { duration, frequency, allClearDuration, allClearFrequency, alertTimes }
  const saved = await asked(updateSiren, { body: { sirenId, ...sounds, ...messages } })
  expect(saved.isPagePublic).toBe(true)
})

it('has a unique name: one that differs only in spaces or case is rejected', async () => {
  const again = await world.ask(registerDevice, siren('north-2', 'NORTH  field'), support)
  expect(again.status).toBe(400)
  expect(again.body.responseException?.errors).toHaveProperty('Name')
  const { db } = world.house.store
  const taken = { name: ` ${customerName.toUpperCase()} `, companyType: '', permissions: [] }
  await expect(db.transaction().execute(tx => insertCustomer(tx, taken, systemClock.now()))).rejects.toThrow(
    ', ignoring spaces and case',
  )
})

it('rejects a name that is not text', async () => {
  expect((await pageOf('a\u0000', 'b')).status).toBe(404)
})

it('rate limits clients that guess names by IP address', async () => {
  const guarded = await testHouse({ limits: { perAddressPerMinute: 5, perMachinePerMinute: 1000 } })
  try {
    const guess = () =>
      guarded.ask(publicSiren, { params: { customerName: 'Nobody', sirenName: 'Nothing' }, query: {} })
    const statuses: number[] = []
    for (let tries = 0; tries < 7; tries++) statuses.push((await guess()).status)
    expect(statuses).toEqual([404, 404, 404, 404, 404, 429, 429])
  } finally {
    await guarded.close()
  }
})
