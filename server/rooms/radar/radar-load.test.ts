import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { radarFrames } from '#contract/weather/radar'
import { middleOf } from '#domain/radar/grid'
import { gridWith, smallPlace } from '#domain/radar/grid.testing'
import { minuteMs } from '#server/platform/clock'
import { heardGrid, openRadarHouse, viewAround, type RadarHouse } from './radar.testing.ts'

let house: RadarHouse
let address: string
const place = middleOf(smallPlace, 110, 95)

beforeAll(async () => {
  house = await openRadarHouse()
  const validMs = Math.floor(house.clock.now().getTime() / (5 * minuteMs)) * 5 * minuteMs
  const showers = Array.from({ length: 40 }, (_, n) => ({
    column: 20 + n * 5,
    row: 40 + ((n * 37) % 120),
    radiusCells: 12,
    dbz: 30 + (n % 30),
  }))
  house.bus.publish('radar-grid-heard', heardGrid(gridWith(showers), { product: 'composite', validMs }))
  await house.bus.settled()
  ;[address = ''] = await house.list(radarFrames.path.replace('{type}', 'past'))
})
afterAll(() => house.close())

let views = 0

/** Requests a slightly different view each time, from one of this computer's addresses. */
function request(pixels: number, localAddress: string) {
  const more = viewAround(place.latitude + ++views * 1e-6, place.longitude, 3, pixels)
  const sent = get(house.url + address + more, { localAddress, agent: false })
  const status = once(sent, 'response').then(
    async ([reply]: IncomingMessage[]) => (reply && (await buffer(reply)), reply?.statusCode),
    () => 'closed' as const,
  )
  return { status, close: () => sent.destroy() }
}

// Elsewhere, a computer has only one loopback address.
const hasManyAddresses = process.platform === 'linux'

it.runIf(hasManyAddresses)(
  'nobody waits for all the images of another address, nor for those it closed',
  async () => {
    await request(3000, '127.0.0.1').status // starts the thread
    const drawn = { flood: 0, victim: 0 }
    let refused = 0
    const flood = Array.from({ length: 300 }, () => request(3000, '127.0.0.2'))
    for (const { status } of flood)
      void status.then(each => (each === 200 ? drawn.flood++ : each === 503 && refused++))
    await expect.poll(() => refused).toBeGreaterThan(0) // as many wait as may

    const before = drawn.flood
    const victim = Array.from({ length: 4 }, () => request(256, '127.0.0.3').status)
    expect(await Promise.all(victim)).toEqual([200, 200, 200, 200])
    // One at a time in turn, and what was finished but not read yet.
    expect(drawn.flood - before).toBeLessThan(20)

    for (const { close } of flood) close()
    let isAnswered = false
    const later = request(256, '127.0.0.2').status.then(() => (isAnswered = true))
    while (!isAnswered && drawn.victim < 50) {
      expect(await request(256, '127.0.0.3').status).toBe(200)
      drawn.victim++
    }
    expect(drawn.victim).toBeLessThan(50) // one each in turn: with 200 others before it, it would take longer
    await later
  },
)
