import { inflateSync } from 'node:zlib'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { roadByte, unknownRoad } from '#domain/roads/condition'
import { hourMs } from '#server/platform/clock'
import { bytesOf, hasSamples, openWorld, sample, until, type World } from './nws.testing.ts'
import { parseRoadHours } from './road-hours.ts'
import { roadPlace, startRoads } from './roads.ts'

const startMs = Date.UTC(2026, 0, 15, 20, 10)
const thisHourMs = Date.UTC(2026, 0, 15, 20)
let world: World
beforeEach(async () => void (world = await openWorld(startMs)))
afterEach(() => world.stop())

const layer = (uom: string, value: number) => ({
  uom,
  values: [{ validTime: '2026-01-15T12:00:00+00:00/PT24H', value }],
})
/** A day from noon on, in which 24 mm of ice form while it rains. */
const icy = parseRoadHours(
  bytesOf({
    properties: {
      temperature: layer('wmoUnit:degC', -1),
      quantitativePrecipitation: layer('wmoUnit:mm', 24),
      snowfallAmount: layer('wmoUnit:mm', 0),
      iceAccumulation: layer('wmoUnit:mm', 24),
    },
  }),
)
const want = () => world.parts.bus.publish('roads-wanted', { fromMs: thisHourMs })

it("places' cells have their condition, all others are unknown, and so are hours without a forecast", async () => {
  const { onForecast } = startRoads(world.parts)
  onForecast({ latitude: 35.25, longitude: -97.45 }, icy, startMs)
  onForecast({ latitude: 61.2, longitude: -149.9 }, icy, startMs)
  want()
  await until(() => (world.said['roads-heard'] ?? []).length > 0)
  const [series] = world.said['roads-heard'] ?? []
  expect(series).toMatchObject({ source: 'nws', issuedMs: thisHourMs })
  expect(series?.grids).toHaveLength(25)
  const bytes = (hour: number) => inflateSync(series?.grids[hour]?.deflated ?? new Uint8Array())
  const cell = 147 * roadPlace.columns + 285
  expect(bytes(0)[cell]).toBe(roadByte('Ice'))
  expect(bytes(0).filter(byte => byte !== unknownRoad)).toHaveLength(1)
  expect(bytes(20)[cell]).toBe(unknownRoad)
  expect(world.reports.at(-1)).toMatchObject({
    delivering: true,
    detail: 'Estimated from the forecasts near 1 location',
  })
})

it('estimates nothing without a fresh forecast, and reports that', async () => {
  const { onForecast } = startRoads(world.parts)
  onForecast({ latitude: 35.25, longitude: -97.45 }, icy, startMs - 3 * hourMs)
  want()
  await until(() => (world.said['roads-missed'] ?? []).length > 0)
  expect(world.said['roads-missed']).toEqual([{ because: 'No forecasts are known yet' }])
  expect(world.said['roads-heard']).toEqual([])
})

it.skipIf(!hasSamples)(
  'spreads the snow of a real grid over its period, and treats missing ice as unknown',
  () => {
    const hours = [...parseRoadHours(sample('gridpoint_raw_FGZ_2024-02-20_snow.json')).values()]
    expect(hours.length).toBeGreaterThan(150)
    expect(hours.every(({ iceMm }) => iceMm === null)).toBe(true)
    // The maximum is 0.7 inches in six hours.
    expect(Math.max(...hours.map(({ snowMm }) => snowMm ?? 0))).toBeCloseTo((0.7 * 25.4) / 6, 6)
  },
)
