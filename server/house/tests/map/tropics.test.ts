import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Reply } from '#contract/call'
import { mapUrl } from '#contract/weather/radar'
import { tropicalForecasts } from '#contract/weather/tropics'
import { isInside } from '#domain/geo/outline'
import type { TropicalStorm } from '#domain/tropics/storm'
import { hourMs } from '#server/platform/clock'
import { readPng } from '#server/rooms/radar/png.testing'
import { openRadarHouse, viewAround, type RadarHouse } from '#server/rooms/radar/radar.testing'
import { createTropics } from '#server/rooms/tropics/index'

type Answer = Reply<typeof tropicalForecasts>

const models = `${mapUrl.path}?product=tropical-spaghetti-plot-us`
let house: RadarHouse
let nowMs: number

const points = [0, 12, 24, 48].map(lead => ({
  latitude: 25 + lead / 24,
  longitude: -80,
  timeMs: lead * hourMs,
  windMs: 30 + lead / 2,
  gustMs: null,
}))
const storm = (change: Partial<TropicalStorm> = {}): TropicalStorm => ({
  id: 'AL012026',
  name: 'Alder',
  issuedMs: nowMs,
  pressureMb: 981,
  movement: { speedMs: 1.29, headingToDegrees: 0 },
  points: points.map(point => ({ ...point, timeMs: nowMs + point.timeMs })),
  tracks: [{ model: 'GFS', points: [points[0], points[3]].flatMap(point => (point ? [point] : [])) }],
  ...change,
})

async function publish(source: string, asOfMs: number, ...storms: TropicalStorm[]) {
  house.bus.publish('tropical-storms-heard', { source, asOfMs, storms })
  await house.bus.settled()
}

async function asked(): Promise<{ status: number; data: Answer; message: string }> {
  const reply = await house.get(tropicalForecasts.path)
  const body = (await reply.json()) as { data: Answer; responseException?: { message: string } }
  return { status: reply.status, data: body.data, message: body.responseException?.message ?? '' }
}

/** Counts the colors around Miami in the image of the models. */
async function drawn(): Promise<number> {
  const { data } = (await (await house.get(models)).json()) as { data: string }
  const reply = await fetch(house.url + data + viewAround(26, -80, 2, 200))
  const read = readPng(new Uint8Array(await reply.arrayBuffer()))
  return read.palette.length
}

beforeEach(async () => {
  house = await openRadarHouse(parts => createTropics(parts).routes)
  nowMs = house.clock.now().getTime()
})
afterEach(() => house.close())

describe('tropical storms', () => {
  it('are unknown before anything has arrived', async () => {
    expect(await asked()).toMatchObject({
      status: 503,
      message: 'Tropical storms are currently unknown.',
    })
    expect((await house.get(models)).status).toBe(503)
  })

  it('are none when the list is empty: an empty list, and an image without lines', async () => {
    await publish('one', nowMs)
    expect(await asked()).toMatchObject({ status: 200, data: [] })
    expect(await drawn()).toBe(1)
  })

  it('are returned with their strength, their track, and a cone around it', async () => {
    await publish('one', nowMs + 1, storm())
    const [issue] = (await asked()).data
    expect(issue?.issued).toBe(new Date(nowMs).toISOString())
    const [reported] = issue?.data ?? []
    expect(reported).toMatchObject({
      id: 'AL012026',
      name: 'Alder',
      type: 'TS',
      category: 0,
      pressure: { value: 981, units: 'mb' },
      movement: { speed: { value: 1.3, units: 'm/s' }, headingDegrees: 0 },
    })
    expect(reported?.points.map(({ category, wind }) => [category, wind.maxSustained.value])).toEqual([
      [0, 30],
      [1, 36],
      [1, 42],
      [3, 54],
    ])
    expect(reported?.points[0]?.wind.gust).toEqual({ value: null, units: 'm/s' })
    for (const { coordinates } of reported?.points.slice(1) ?? []) {
      const [longitude, latitude] = coordinates
      expect(isInside({ latitude, longitude }, reported?.conePolygon ?? [])).toBe(true)
    }
    expect(await drawn()).toBe(2)
  })

  it('of several sources are merged by time of issue', async () => {
    await publish('one', nowMs, storm())
    await publish('two', nowMs, storm({ id: 'EP02', issuedMs: nowMs - hourMs }), storm({ id: 'EP01' }))
    const { data } = await asked()
    expect(data.map(({ data: storms }) => storms.map(({ id }) => id))).toEqual([
      ['AL012026', 'EP01'],
      ['EP02'],
    ])
  })

  it('ignores an older list that arrives late', async () => {
    await publish('one', nowMs, storm())
    await publish('one', nowMs - hourMs)
    expect((await asked()).data).toHaveLength(1)
    await publish('one', nowMs + hourMs)
    expect((await asked()).data).toHaveLength(0)
  })

  it('are unknown again seven hours later: the map does not claim that the sea is quiet', async () => {
    await publish('one', nowMs)
    house.clock.advance(7 * hourMs - 60_000)
    const before = await asked()
    house.clock.advance(120_000)
    const after = await asked()
    const picture = await house.get(models)
    expect([before.status, after.status, picture.status]).toEqual([200, 503, 503])
  })
})
