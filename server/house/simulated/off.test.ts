import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { listAdvisories } from '#contract/weather/advisories'
import { listAirSensors } from '#contract/weather/air-quality'
import type { Call } from '#contract/call'
import { listMapStations } from '#contract/devices/stations'
import { delaysCsv, getDelay, getDelaySummary, type LocationDelay } from '#contract/weather/lightning'
import { getStrikes } from '#contract/weather/map-lightning'
import { addLocation } from '#contract/places/locations'
import { listWarnings } from '#contract/places/warnings'
import { middleOfADay, shiftedClock } from '#server/platform/clock.testing'
import { insertPolicy } from '#server/rooms/policies/index'
import { testHouse, withoutPast, type TestHouse, type TestPerson } from '#server/house/testing'

/** A server that first has simulated weather, and then none. */
let world: TestHouse
let person: TestPerson
let support: TestPerson
let params: { id: string }
const clock = shiftedClock(middleOfADay)
const norman = { latitude: 35.2058, longitude: -97.4423 }

async function answer<Data>(call: Call, input: object, as = person): Promise<Data> {
  return (await world.ask(call, input, as)).body.data as Data
}
const statesNow = async () =>
  (await answer<LocationDelay>(getDelay, { params })).statements.map(({ state }) => state)

beforeAll(async () => {
  const sources = ['lightning', 'observations', 'alerts', 'air quality'] as const
  const worldExtent = { ...withoutPast, sources }
  world = await testHouse({ clock, environment: { SKYWARDEN_FEEDS: 'simulated' }, worldExtent })
  const customerId = await world.customer()
  const groupId = await world.group(customerId, 'Everybody')
  await world.house.store.db.transaction().execute(async tx => {
    // It is always warmer than this, which guarantees a warning.
    const policy = { customerId, type: 'HEAT', threshold: -100, allClearMinutes: 30, groups: 'all' } as const
    await insertPolicy(tx, policy, clock.now())
  })
  person = await world.person({ role: 'Admin', customerId, groupId })
  support = await world.person({ role: 'SuperAdmin', customerId: await world.customer() })
})
afterAll(() => world.close())

// The tests are one sequence: each begins where the previous one ended.
describe('simulated weather', { shuffle: false }, () => {
  it('is available while it is switched on, and every response marks it as simulated', async () => {
    const body = { label: 'Norman', locationName: 'Norman', ...norman, radius1: 8 }
    const added = await answer<{ location: { id: number } }>(addLocation, { body })
    params = { id: String(added.location.id) }
    await vi.waitFor(
      async () => {
        expect(await statesNow()).not.toContain('Unknown')
        expect((await answer<unknown[]>(listMapStations, {}, support)).length).toBeGreaterThan(0)
        expect((await answer<unknown[]>(listAirSensors, {}, support)).length).toBeGreaterThan(0)
        expect(await answer<unknown[]>(listAdvisories, { params })).toBeInstanceOf(Array)
        expect((await answer<unknown[]>(listWarnings, { params })).length).toBeGreaterThan(0)
      },
      { timeout: 50_000, interval: 200 },
    )
    expect((await world.ask(getDelay, { params }, person)).headers['x-weather']).toBe('simulated')
  })

  it('has no effect and is shown nowhere after it was switched off', async () => {
    await world.restart({ SKYWARDEN_FEEDS: 'none' })
    const [ring] = (await answer<LocationDelay>(getDelay, { params })).statements
    expect(ring).toMatchObject({ state: 'Unknown', because: expect.stringContaining('feed key') as string })
    expect(await answer(getStrikes, {})).toEqual([])
    expect(await answer(listMapStations, {}, support)).toEqual([])
    expect(await answer(listAirSensors, {}, support)).toEqual([])
    expect(await answer(listWarnings, { params })).toEqual([])
    expect((await world.ask(listAdvisories, { params }, person)).status).toBe(503)
    const summary = await answer<{ delays: number; running: boolean }>(getDelaySummary, { params, query: {} })
    expect(summary).toMatchObject({ delays: 0, running: false })
    const table = await world.ask(delaysCsv, { params, query: {} }, person)
    expect(table.headers['x-weather']).toBe('real')
  })

  it('returns as it was when it is switched on again', async () => {
    await world.restart({ SKYWARDEN_FEEDS: 'simulated' })
    await vi.waitFor(async () => expect(await statesNow()).not.toContain('Unknown'), {
      timeout: 50_000,
    })
    expect((await answer<unknown[]>(listMapStations, {}, support)).length).toBeGreaterThan(0)
  })
})
