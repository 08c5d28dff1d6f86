import fc from 'fast-check'
import { expect, test } from 'vitest'
import { milesBetween } from './plane.ts'
import { createSimulatedStorms } from './storms.ts'

const storms = createSimulatedStorms(4)
const norman = { latitude: 35.2226, longitude: -97.4395 }
const somewhere = fc.oneof(
  fc.record({
    latitude: fc.integer({ min: 2400, max: 5000 }).map(hundredths => hundredths / 100),
    longitude: fc.integer({ min: -12500, max: -6600 }).map(hundredths => hundredths / 100),
  }),
  fc.constant(norman),
)
const instant = fc.integer({ min: Date.UTC(2025, 0), max: Date.UTC(2027, 0) })

test('the query for a place returns all cells near it, and no others', () => {
  let found = 0
  fc.assert(
    fc.property(
      somewhere,
      instant,
      fc.integer({ min: 1, max: 20 }),
      ({ latitude, longitude }, timeMs, miles) => {
        const near = storms
          .cellsAt(timeMs)
          .filter(cell => milesBetween(cell, latitude, longitude) < miles)
          .map(({ id }) => id)
        const asked = storms.cellsWithin(latitude, longitude, miles, timeMs).map(({ id }) => id)
        expect(asked.sort()).toEqual(near.sort())
        found += near.length
      },
    ),
    { numRuns: 400 },
  )
  expect(found).toBeGreaterThan(10)
})

test('a cell’s own place is under it', () => {
  const timeMs = Date.UTC(2026, 6, 15, 22)
  const cells = storms.cellsAt(timeMs)
  expect(cells.length).toBeGreaterThan(50)
  for (const cell of cells) {
    expect(storms.cellsOver(cell.latitude, cell.longitude, timeMs).map(({ id }) => id)).toContain(cell.id)
  }
})

test('a query beyond 20 miles fails, because its result would be incomplete', () => {
  expect(() => storms.cellsWithin(norman.latitude, norman.longitude, 21, 0)).toThrow('within 20 miles')
})
