import { expect, test } from 'vitest'
import { createBirths } from './births.ts'
import { allBoxes } from './boxes.ts'
import { cellEchoAround, echoReachRadii } from './cell-echo.ts'
import { cellAt, type SimulatedCell } from './cells.ts'
import { cosDegrees, sinDegrees } from './plane.ts'
import { createStormClimate } from './storm-climate.ts'

const births = createBirths(5, createStormClimate(5))
const slot = Date.UTC(2026, 6, 15, 21) / 3_600_000
const cells = [slot, slot + 1]
  .map(births)
  .flatMap(bornIn => allBoxes.flatMap(box => bornIn(box)))
  .slice(0, 150)
  .map(life => cellAt(life, life.bornMs + 0.55 * (life.diesMs - life.bornMs)))

/** Returns the echoes all around the core at this many radii, clockwise from straight ahead. */
function ring(cell: SimulatedCell, radii: number): number[] {
  return Array.from({ length: 72 }, (_, index) => {
    const bearing = cell.headingDegrees + 5 * index
    const miles = radii * cell.radiusMiles
    return cellEchoAround(cell.shape, miles * cosDegrees(bearing), miles * sinDegrees(bearing))
  })
}
const mean = (values: readonly number[]) => values.reduce((sum, each) => sum + each, 0) / values.length

test('the core is as strong as the cell, and nothing is stronger', () => {
  expect(cells).toHaveLength(150)
  for (const cell of cells) {
    expect(cellEchoAround(cell.shape, 0, 0)).toBeGreaterThan(cell.maxReflectivityDbz - 5)
    for (const radii of [0.2, 0.5, 1, 2])
      expect(Math.max(...ring(cell, radii))).toBeLessThanOrEqual(cell.maxReflectivityDbz)
  }
})

test('no cell is a bullseye: at one distance from its core it is strong on one side and weak on another', () => {
  const spreads = cells.map(cell => {
    const around = ring(cell, 1.5)
    return Math.max(...around) - Math.min(...around)
  })
  expect(mean(spreads)).toBeGreaterThan(18)
  expect(Math.min(...spreads)).toBeGreaterThan(5)
})

test('it rains further ahead of a cell, where the winds aloft carry it, than behind', () => {
  const ahead = cells.map(cell => Math.max(0, ...ring(cell, 3).filter((_, index) => index < 9 || index > 63)))
  const behind = cells.map(cell => Math.max(0, ...ring(cell, 3).slice(27, 45)))
  expect(mean(ahead)).toBeGreaterThan(mean(behind) + 8)
})

test('its edge fades, and beyond its reach there is nothing', () => {
  for (const cell of cells) {
    expect(Math.max(...ring(cell, echoReachRadii - 0.2))).toBeLessThan(20)
    expect(ring(cell, echoReachRadii + 0.01).every(dbz => dbz === 0)).toBe(true)
  }
})
