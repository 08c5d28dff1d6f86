import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  coarser,
  columnAt,
  continentalUsPlace,
  dbzOf,
  echoAt,
  echoOf,
  middleOf,
  noCoverage,
  noEcho,
  rowAt,
  worldPlace,
} from './grid.ts'
import { gridWith, smallPlace } from './grid.testing.ts'

test('restores an echo within a quarter of a dBZ', () => {
  fc.assert(
    fc.property(fc.double({ min: 0.5, max: 127, noNaN: true }), dbz => {
      expect(Math.abs((dbzOf(echoOf(dbz)) ?? NaN) - dbz)).toBeLessThanOrEqual(0.25)
    }),
  )
})

test.each([
  ['nothing', 0, noEcho],
  ['less than nothing', -12, noEcho],
  ['more than there is a byte for', 300, 254],
])('%s is never taken for a place that nobody sees', (_what, dbz, echo) => {
  expect(echoOf(dbz)).toBe(echo)
})

test('has no strength without an echo or without coverage', () => {
  expect([dbzOf(noEcho), dbzOf(noCoverage)]).toEqual([null, null])
})

test('finds a cell’s center in that cell, on every grid, including across the 180th meridian', () => {
  const places = [
    continentalUsPlace,
    coarser(continentalUsPlace, 2),
    worldPlace,
    { ...smallPlace, west: 178 },
  ]
  fc.assert(
    fc.property(fc.constantFrom(...places), fc.nat(), fc.nat(), (place, some, other) => {
      const [column, row] = [some % place.columns, other % place.rows]
      const { latitude, longitude } = middleOf(place, column, row)
      expect(columnAt(place, longitude)).toBeCloseTo(column + 0.5, 4)
      expect(rowAt(place, latitude)).toBeCloseTo(row + 0.5, 4)
    }),
  )
})

test('a coarser grid covers the same area', () => {
  const place = coarser(continentalUsPlace, 10)
  expect(place).toMatchObject({ columns: 300, rows: 135 })
  expect(place.columns * place.stepDegrees).toBeCloseTo(60, 9)
})

test('has no coverage beyond the grid', () => {
  const grid = gridWith([{ column: 120, row: 100, radiusCells: 10, dbz: 50 }])
  const { latitude, longitude } = middleOf(smallPlace, 120, 100)
  expect(dbzOf(echoAt(grid, latitude, longitude))).toBe(50)
  expect(echoAt(grid, latitude, longitude + 1)).toBe(noEcho)
  for (const [north, east] of [
    [10, 0],
    [-10, 0],
    [0, 10],
    [0, -10],
    [NaN, 0],
  ] as const) {
    expect(echoAt(grid, latitude + north, longitude + east)).toBe(noCoverage)
  }
})
