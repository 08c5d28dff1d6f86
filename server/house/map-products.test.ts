import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { Reply } from '#contract/call'
import { listMapLayers, mapLayerNames, radarFrames } from '#contract/radar'
import { getStatus, setFeedFault } from '#contract/status'
import { surfaceAnalysis } from '#contract/surface'
import { tropicalForecasts } from '#contract/tropics'
import { shiftedClock } from '#server/platform/clock.testing'
import { testHouse, withoutPast, type TestHouse, type TestPerson } from '#server/house/testing'
import { createWorld } from '#simulator/world'

/** The world in the box, its tropics, fronts and roads, their rooms and the door, all together. */

/** A storm is on its way to Florida then. */
const clock = shiftedClock(Date.UTC(2026, 10, 15, 12))
const feeds = ['Simulated tropics', 'Simulated surface analysis', 'Simulated road conditions']
let house: TestHouse
let support: TestPerson

beforeAll(async () => {
  const worldExtent = { ...withoutPast, sources: ['tropics', 'surface analysis', 'road conditions'] } as const
  house = await testHouse({ clock, environment: { SKYWARDEN_FEEDS: 'simulated' }, worldExtent })
  support = await house.person({ role: 'SuperAdmin', customerId: await house.customer() })
})
afterAll(() => house.close())

const roads = { params: { type: 'future-road-conditions' as const }, query: {} }

// One story: hours have gone by at its end.
describe('products on the map', { shuffle: false }, () => {
  it('the storms of the world are told, and its fronts', async () => {
    const told = await vi.waitFor(async () => {
      const { status, body } = await house.ask(tropicalForecasts, {}, support)
      expect(status).toBe(200)
      return body.data as Reply<typeof tropicalForecasts>
    }, 10_000)
    const names = createWorld(2026)
      .tropicalStormsAt(Date.parse(told[0]?.issued ?? ''))
      .map(({ name }) => name)
    expect(names.length).toBeGreaterThan(0)
    expect(told.flatMap(({ data }) => data.map(({ name }) => name))).toEqual(names)
    const { body } = await house.ask(surfaceAnalysis, {}, support)
    expect((body.data as Reply<typeof surfaceAnalysis>).fronts.length).toBeGreaterThan(2)
  })

  it('all layers of the map are offered', async () => {
    expect((await house.ask(listMapLayers, {}, support)).body.data).toEqual(mapLayerNames)
  })

  it('road conditions are there once somebody looks, for a day', async () => {
    // The first one waits for them, as roads.test.ts has it, but not for ever on a busy machine.
    await vi.waitFor(async () => {
      const { status, body } = await house.ask(radarFrames, roads, support)
      expect(status).toBe(200)
      expect(body.data).toHaveLength(25)
    }, 55_000)
  })

  it('the feeds are on the status page, and one that is unplugged is told', async () => {
    const { body } = await house.ask(getStatus, {}, support)
    const known = (body.data as { feeds: { feed: string; delivering: boolean }[] }).feeds
    for (const feed of feeds)
      expect(known).toContainEqual(expect.objectContaining({ feed, delivering: true }))
    await house.ask(setFeedFault, { body: { feed: 'Simulated road conditions', fault: 'silent' } }, support)
    clock.advance(3 * 3_600_000)
    const admin = await house.person({ role: 'SuperAdmin', customerId: await house.customer() })
    expect((await house.ask(radarFrames, roads, admin)).status).toBe(503)
  })
})
