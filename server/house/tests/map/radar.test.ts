import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { radarFrames } from '#contract/weather/radar'
import { getStatus } from '#contract/status'
import { shiftedClock } from '#server/platform/clock.testing'
import { readPng } from '#server/rooms/radar/png.testing'
import { viewAround } from '#server/rooms/radar/radar.testing'
import { testHouse, withoutPast, type TestHouse, type TestPerson } from '#server/house/testing'
import { createWorld } from '#simulator/world'

/** The simulated radar, the room and the HTTP server together; `npm run soak -- radar` has the whole world. */

/** A summer afternoon has storms all over the country. */
const clock = shiftedClock(Date.UTC(2030, 5, 1, 22))
let house: TestHouse
let person: TestPerson

beforeAll(async () => {
  house = await testHouse({
    clock,
    listen: true,
    environment: { SKYWARDEN_FEEDS: 'simulated' },
    worldExtent: {
      ...withoutPast,
      sources: ['radar'],
      radarFrames: { composite: 1, model: 0, international: 0, extended: 0 },
    },
  })
  person = await house.person({ role: 'SuperAdmin', customerId: await house.customer() })
})
afterAll(() => house.close())

it("soon after the start the newest image shows the simulated world's storms where they are", async () => {
  const [address = ''] = await vi.waitFor(async () => {
    const { status, body } = await house.ask(radarFrames, { params: { type: 'past' }, query: {} }, person)
    expect(status).toBe(200)
    return (body.data as string[]).slice(-1)
  }, 45_000)
  const validMs = Date.parse(new URLSearchParams(address.split('?')[1]).get('TIME') ?? '')
  expect(clock.now().getTime() - validMs).toBeLessThan(6 * 60_000)
  const strong = createWorld(2026)
    .cellsAt(validMs)
    .filter(cell => cell.maxReflectivityDbz > 50 && cell.latitude > 30 && cell.latitude < 45)
    .filter(cell => cell.longitude > -115 && cell.longitude < -85)
    .slice(0, 5)
  expect(strong).toHaveLength(5)
  for (const cell of strong) {
    const reply = await fetch(house.baseUrl + address + viewAround(cell.latitude, cell.longitude, 0.2, 101))
    const read = readPng(new Uint8Array(await reply.arrayBuffer()))
    // Speckle subtracts at most 4 dBZ, so this is at least the color of 45 dBZ.
    expect(read.at(50, 50)).toBeGreaterThanOrEqual(9)
    expect(read.at(50, 50)).toBeLessThan(15)
  }
})

it('the feed is on the status page', async () => {
  const { body } = await house.ask(getStatus, {}, person)
  const { feeds } = body.data as { feeds: { feed: string; delivering: boolean }[] }
  expect(feeds).toContainEqual(expect.objectContaining({ feed: 'Simulated radar', delivering: true }))
})
