import { request } from 'node:http'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { live } from '#contract/live'
import { addLocation } from '#contract/places/locations'
import { radarFrames } from '#contract/weather/radar'
import { strangeRadarPath, viewAround } from '#server/rooms/radar/radar.testing'
import { wholeWorld } from '#server/house/simulated/weather'
import { testHouse, type TestHouse, type TestPerson } from '#server/house/testing'

let house: TestHouse
let person: TestPerson
let address: string

beforeAll(async () => {
  house = await testHouse({
    listen: true,
    worldExtent: wholeWorld,
    environment: { SKYWARDEN_FEEDS: 'simulated' },
  })
  person = await house.person({ role: 'SuperAdmin', customerId: await house.customer() })
  const body = { label: 'Norman', latitude: 35.2, longitude: -97.4, radius1: 10 }
  await house.ask(addLocation, { body }, person)
  await vi.waitFor(async () => {
    const reply = await house.ask(radarFrames, { params: { type: 'past' }, query: {} }, person)
    expect(reply.status).toBe(200)
    address = (reply.body.data as string[]).at(-1) ?? ''
  }, 60_000)
})
afterAll(() => house.close())

/** Records when anything arrived on the live stream, in milliseconds. */
function listen(): { times: number[]; end(): void } {
  const times: number[] = []
  const headers = { authorization: `Bearer ${person.token}` }
  const asked = request(new URL(live.path, house.baseUrl), { headers, agent: false }, reply => {
    reply.on('data', () => times.push(performance.now()))
  })
  asked.on('error', () => {}) // we end it ourselves
  asked.end()
  return { times, end: () => asked.destroy() }
}

it("10,000 odd requests and large images do no harm: the live stream's beat stays regular", async () => {
  const stream = listen()
  let drawn = 0
  const large = setInterval(() => {
    const view = viewAround(38, -97 + (drawn++ % 50) / 10, 10, 2000)
    void fetch(house.baseUrl + address + view).then(reply => reply.arrayBuffer())
  }, 200)
  await fc.assert(
    fc.asyncProperty(strangeRadarPath(address), async path => {
      const headers = { authorization: `Bearer ${person.token}` }
      const reply = await fetch(house.baseUrl + path, { headers })
      const body = await reply.text()
      expect([200, 400, 401, 403, 404, 503], `${path}: ${body.slice(0, 200)}`).toContain(reply.status)
    }),
    { numRuns: 10_000 },
  )
  clearInterval(large)
  stream.end()
  const gaps = stream.times.slice(1).map((time, index) => time - (stream.times[index] ?? 0))
  process.stdout.write(
    `${gaps.length} beats, longest gap ${Math.max(...gaps).toFixed(0)} ms; ${drawn} large pictures\n`,
  )
  expect(gaps.length).toBeGreaterThan(2)
  // A stream's statement is valid for 15 seconds, so a beat must arrive well before that.
  expect(Math.max(...gaps)).toBeLessThan(7500)
})
