import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { dryWithinMiles, isDryByRadar } from '#domain/instruments/dry-radar'
import { middleOf, type ReceivedRadar } from '#domain/radar/grid'
import { gridWith, smallPlace } from '#domain/radar/grid.testing'
import { hourMs, minuteMs } from '#server/platform/clock'
import { heardGrid, openRadarHouse, type RadarHouse } from './radar.testing.ts'

const shower = { column: 110, row: 95, radiusCells: 3, dbz: 50 }
const below = middleOf(smallPlace, shower.column, shower.row)
const elsewhere = middleOf(smallPlace, 40, 40)

let house: RadarHouse
beforeEach(async () => void (house = await openRadarHouse()))
afterEach(() => house.close())

const nowMs = () => house.clock.now().getTime()

async function publish(minutesAgo: number, more: Partial<ReceivedRadar> = {}) {
  const validMs = nowMs() - minutesAgo * minuteMs
  house.bus.publish(
    'radar-grid-heard',
    heardGrid(gridWith([shower]), { product: 'composite', validMs, ...more }),
  )
  await house.bus.settled()
  await house.radar.echoesRead()
}
async function echoesAt(point: typeof below) {
  house.radar.echoesAround(point, dryWithinMiles, house.clock.now())
  await house.radar.echoesRead()
  return house.radar.echoesAround(point, dryWithinMiles, house.clock.now())
}
const isDryAt = async (point: typeof below) => isDryByRadar(await echoesAt(point), nowMs())

describe('echoes around a place', () => {
  it('are known a moment after the first query, and those of new images without another query', async () => {
    for (const minutesAgo of [18, 13, 8]) await publish(minutesAgo)
    expect(house.radar.echoesAround(elsewhere, dryWithinMiles, house.clock.now())).toEqual([])
    expect(await echoesAt(elsewhere)).toHaveLength(3)
    await publish(3)
    expect(house.radar.echoesAround(elsewhere, dryWithinMiles, house.clock.now())).toHaveLength(4)
    expect(await isDryAt(elsewhere)).toBe(true)
    expect(await isDryAt(below)).toBe(false)
  })
  it('are unknown beyond the image and without images', async () => {
    expect(await isDryAt(elsewhere)).toBeNull()
    for (const minutesAgo of [18, 13, 8, 3]) await publish(minutesAgo)
    expect(await isDryAt({ latitude: 10, longitude: 10 })).toBeNull()
    house.clock.advance(8 * minuteMs)
    expect(await isDryAt(elsewhere)).toBeNull()
  })
  it('are forgotten with their image, and come from no simulated sky, model or other product', async () => {
    await publish(18, { grain: 7 })
    await publish(13, { origin: 'model' })
    await publish(8, { product: 'international' })
    expect(await echoesAt(below)).toEqual([])
    await publish(3)
    expect(await echoesAt(below)).toMatchObject([{ strongestDbz: 50, isSeen: true }])
    house.clock.advance(hourMs)
    await publish(0)
    expect(await echoesAt(below)).toHaveLength(1)
  })
  it('leave a gap where an image is broken', async () => {
    for (const minutesAgo of [18, 13, 3]) await publish(minutesAgo)
    expect(await echoesAt(elsewhere)).toHaveLength(3)
    await publish(8, { deflated: new Uint8Array([1, 2, 3]) })
    expect(await isDryAt(elsewhere)).toBeNull()
  })
})
