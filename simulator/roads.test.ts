import { expect, test } from 'vitest'
import { roadConditions } from '#domain/radar/colors'
import { columnAt, rowAt } from '#domain/radar/grid'
import { createSimulatedRoads, roadGrids } from './roads.ts'
import { landCells, roadLand } from './roads-land.ts'
import { createWorld, demoPlaces } from './world.ts'

const hourMs = 3_600_000
const issuedMs = Date.UTC(2026, 0, 15, 12)
const hoursMs = [issuedMs, issuedMs + hourMs]
const world = createWorld(2026)
/** Shared, because drawing them is expensive. */
const [first, second] = [...roadGrids(2026, hoursMs, issuedMs)]
const bytes = first?.bytes ?? new Uint8Array()

const cellOf = (latitude: number, longitude: number) =>
  Math.floor(rowAt(roadLand, latitude)) * roadLand.columns + Math.floor(columnAt(roadLand, longitude))

test('roads are on land, and on all of it', () => {
  const land = new Set(landCells())
  for (const { latitude, longitude } of demoPlaces) expect(land.has(cellOf(latitude, longitude))).toBe(true)
  const sea = [
    [27, -90],
    [33, -75],
    [40, -125.5],
    [44, -87],
  ] as const
  for (const [latitude, longitude] of sea) expect(land.has(cellOf(latitude, longitude))).toBe(false)
  // 3.1 million square miles, at about 37 for each cell.
  expect(Math.abs(land.size * 37 - 3.1e6)).toBeLessThan(2e5)
})

test('in January the North is white, the South is not, and at sea there is nothing', () => {
  const land = new Set(landCells())
  const white = ['Snow', 'Heavy Snow', 'Ice', 'Patchy Ice'].map(
    each => 1 + roadConditions.findIndex(road => road === each),
  )
  const latitudes = bytes.reduce<number[]>((found, byte, cell) => {
    if (byte !== 0) expect(land.has(cell)).toBe(true)
    if (white.includes(byte)) found.push(50 - Math.floor(cell / roadLand.columns) / 10)
    return found
  }, [])
  expect(latitudes.length).toBeGreaterThan(1000)
  expect(Math.min(...latitudes)).toBeGreaterThan(31)
})

test('where it snows in the world it snows on its roads', () => {
  let [snowy, white] = [0, 0]
  for (let latitude = 38; latitude < 48; latitude += 0.5) {
    for (let longitude = -120; longitude < -78; longitude += 0.5) {
      const there = world.at(latitude + 0.05, longitude + 0.05, issuedMs)
      const byte = bytes[cellOf(latitude + 0.05, longitude + 0.05)] ?? 0
      if (there.snowInchesPerHour < 0.2 || there.temperatureF > 31 || byte === 0) continue
      snowy++
      if (byte >= 5) white++
    }
  }
  expect(snowy).toBeGreaterThan(10)
  expect(white / snowy).toBeGreaterThan(0.95)
})

test('an hour is the same in a series as alone', () => {
  expect([first?.validMs, second?.validMs]).toEqual(hoursMs)
  expect(second?.bytes).toEqual(createSimulatedRoads(world, issuedMs)(issuedMs + hourMs))
})
