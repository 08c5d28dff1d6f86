import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { Reply } from '#contract/call'
import { listMapLayers, mapLayerNames, radarFrames } from '#contract/weather/radar'
import { getStatus, setFeedFault } from '#contract/status'
import { surfaceAnalysis } from '#contract/weather/surface'
import { tropicalForecasts } from '#contract/weather/tropics'
import { shiftedClock } from '#server/platform/clock.testing'
import { testHouse, withoutPast, type TestHouse, type TestPerson } from '#server/house/testing'
import { createWorld } from '#simulator/world'

/** The simulated world with its tropics, fronts and roads, their rooms and the HTTP server, all together. */

/** A storm is approaching Florida at this time. */
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

// The tests are one sequence; by its end, hours have passed.
describe('products on the map', { shuffle: false }, () => {
  it('reports the storms of the world and its fronts', async () => {
    const reported = await vi.waitFor(async () => {
      const { status, body } = await house.ask(tropicalForecasts, {}, support)
      expect(status).toBe(200)
      return body.data as Reply<typeof tropicalForecasts>
    }, 10_000)
    const names = createWorld(2026)
      .tropicalStormsAt(Date.parse(reported[0]?.issued ?? ''))
      .map(({ name }) => name)
    expect(names.length).toBeGreaterThan(0)
    expect(reported.flatMap(({ data }) => data.map(({ name }) => name))).toEqual(names)
    const { body } = await house.ask(surfaceAnalysis, {}, support)
    expect((body.data as Reply<typeof surfaceAnalysis>).fronts.length).toBeGreaterThan(2)
  })

  it('offers all layers of the map', async () => {
    expect((await house.ask(listMapLayers, {}, support)).body.data).toEqual(mapLayerNames)
  })

  it('has road conditions for a day once somebody looks', async () => {
    // The first caller waits for the conditions, as in roads.test.ts, but not forever on a busy machine.
    await vi.waitFor(async () => {
      const { status, body } = await house.ask(radarFrames, roads, support)
      expect(status).toBe(200)
      expect(body.data).toHaveLength(25)
    }, 55_000)
  })

  it('shows the feeds on the status page, and reports one that is unplugged', async () => {
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
