import { deflateSync } from 'node:zlib'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { listMapLayers, mapUrl, radarFrames } from '#contract/weather/radar'
import { roadColors } from '#domain/radar/colors'
import { cellCount, coarser, continentalUsPlace } from '#domain/radar/grid'
import { roadByte, type RoadGrid } from '#domain/roads/condition'
import { hourMs } from '#server/platform/clock'
import { readPng } from '#server/rooms/radar/png.testing'
import { openRadarHouse, viewAround, type RadarHouse } from '#server/rooms/radar/radar.testing'
import { createRoads } from '#server/rooms/roads/index'

const future = radarFrames.path.replace('{type}', 'future-road-conditions')
const place = coarser(continentalUsPlace, 50)

let house: RadarHouse
/** The hours that were requested. */
let wanted: number[]
let answers: 'at once' | 'with a miss'
let hangUp: () => void

const grid = (validMs: number, byte: number): RoadGrid => ({
  validMs,
  place,
  deflated: new Uint8Array(deflateSync(new Uint8Array(cellCount(place)).fill(byte))),
})

beforeEach(async () => {
  house = await openRadarHouse(parts => {
    createRoads(parts)
    return []
  })
  wanted = []
  answers = 'at once'
  hangUp = house.bus.subscribe('roads-wanted', ({ fromMs }) => {
    wanted.push(fromMs)
    if (answers === 'with a miss') return house.bus.publish('roads-missed', { because: 'It is unplugged' })
    const grids = [0, 1, 2, 3].map(hour =>
      grid(fromMs + hour * hourMs, roadByte(hour === 0 ? 'Snow' : 'Ice')),
    )
    house.bus.publish('roads-heard', { source: 'test', issuedMs: fromMs, grids })
  })
})
afterEach(() => house.close())

const thisHourMs = () => Math.floor(house.clock.now().getTime() / hourMs) * hourMs
const timesOf = (addresses: readonly string[]) =>
  addresses.map(address => Date.parse(new URLSearchParams(address.split('?')[1]).get('TIME') ?? ''))

describe('road conditions', () => {
  it('are a map layer, and are not requested before somebody looks', async () => {
    expect(await house.list(listMapLayers.path)).toContain('road-conditions')
    expect(wanted).toEqual([])
  })

  it('are computed once when somebody looks: this hour and the following ones', async () => {
    const [one, other] = await Promise.all([house.list(future), house.list(future)])
    expect(timesOf(one)).toEqual([0, 1, 2, 3].map(hour => thisHourMs() + hour * hourMs))
    expect(other).toEqual(one)
    expect(one.every(address => address.includes('origin=model'))).toBe(true)
    await house.list(future)
    expect(wanted).toEqual([thisHourMs()])
  })

  it('are drawn in the colors of the legend', async () => {
    const colorAt = async (address: string) => {
      const reply = await fetch(house.url + address + viewAround(40, -95, 2, 20))
      const read = readPng(new Uint8Array(await reply.arrayBuffer()))
      return read.palette[read.at(10, 10)]
    }
    const [, next = ''] = await house.list(future)
    const { data } = (await (
      await house.get(`${mapUrl.path}?product=road-condition-current-hires`)
    ).json()) as { data: string }
    expect([await colorAt(data), await colorAt(next)]).toEqual([roadColors.Snow, roadColors.Ice])
  })

  it('are rejected at once where they are unavailable, or where no source has them', async () => {
    const startedMs = performance.now()
    answers = 'with a miss'
    expect((await house.get(future)).status).toBe(503)
    hangUp()
    expect((await house.get(future)).status).toBe(503)
    expect(performance.now() - startedMs).toBeLessThan(3000)
  })

  it('are requested again after they were unavailable', async () => {
    answers = 'with a miss'
    expect((await house.get(future)).status).toBe(503)
    answers = 'at once'
    expect(await house.list(future)).toHaveLength(4)
  })

  it('stay valid for two hours without newer data, and no longer; past hours disappear', async () => {
    await house.list(future)
    const firstMs = thisHourMs()
    house.clock.advance(firstMs + 1.5 * hourMs - house.clock.now().getTime())
    answers = 'with a miss'
    expect(timesOf(await house.list(future))).toEqual([1, 2, 3].map(hour => firstMs + hour * hourMs))
    house.clock.advance(hourMs)
    expect((await house.get(future)).status).toBe(503)
  })
})
