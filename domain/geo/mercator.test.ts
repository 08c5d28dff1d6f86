import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import {
  areBounds,
  halfWorldMetres,
  isTile,
  latitudeOf,
  longitudeOf,
  tileBounds,
  xMetresOf,
  yMetresOf,
} from './mercator.ts'

test.each([
  // EPSG's own example for the projection: the corner of the square world.
  ['the corner of the world', 85.0511287798066, 180, 20_037_508.342789, 20_037_508.342789],
  ['where Greenwich meets the equator', 0, 0, 0, 0],
  // Computed with PROJ (gdaltransform -s_srs EPSG:4326 -t_srs EPSG:3857).
  ['Norman', 35.2226, -97.4395, -10846915.5231512, 4194172.89238034],
])('%s', (_where, latitude, longitude, x, y) => {
  expect(Math.abs(xMetresOf(longitude) - x)).toBeLessThan(0.01)
  expect(Math.abs(yMetresOf(latitude) - y)).toBeLessThan(0.01)
})

test('meters and degrees convert back to the original values', () => {
  const metres = fc.double({ min: -halfWorldMetres, max: halfWorldMetres, noNaN: true })
  fc.assert(
    fc.property(metres, metres, (x, y) => {
      expect(xMetresOf(longitudeOf(x))).toBeCloseTo(x, 4)
      expect(yMetresOf(latitudeOf(y))).toBeCloseTo(y, 4)
    }),
  )
})

describe('tiles', () => {
  it('the first is the world', () => {
    const { west, south, east, north } = tileBounds(0, 0, 0)
    expect([west, south, east, north].map(Math.round)).toEqual([-20037508, -20037508, 20037508, 20037508])
  })

  it('the four below one fill it, rows counted from the north', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 18 }), fc.nat(), fc.nat(), (zoom, some, other) => {
        const [column, row] = [some % 2 ** zoom, other % 2 ** zoom]
        const whole = tileBounds(zoom, column, row)
        const first = tileBounds(zoom + 1, 2 * column, 2 * row)
        const last = tileBounds(zoom + 1, 2 * column + 1, 2 * row + 1)
        expect(first.west).toBeCloseTo(whole.west, 3)
        expect(first.north).toBeCloseTo(whole.north, 3)
        expect(last.east).toBeCloseTo(whole.east, 3)
        expect(last.south).toBeCloseTo(whole.south, 3)
        expect(first.east).toBeCloseTo(last.west, 3)
      }),
    )
  })

  it.each([
    [0, 0, 0, true],
    [0, 1, 0, false],
    [3, 7, 7, true],
    [3, 8, 0, false],
    [-1, 0, 0, false],
    [23, 0, 0, false],
    [2, 0.5, 0, false],
    [2, Number.NaN, 0, false],
  ])('zoom %s, column %s, row %s: %s', (zoom, column, row, is) => {
    expect(isTile(zoom, column, row)).toBe(is)
  })
})

describe('bounds', () => {
  const some = { west: -1e7, south: 4e6, east: -9e6, north: 5e6 }
  it.each([
    ['a part of the map', some, true],
    ['the whole world', { west: -2.0037e7, south: -2.0037e7, east: 2.0037e7, north: 2.0037e7 }, true],
    ['across the 180th meridian', { ...some, west: 2e7, east: 2.1e7 }, true],
    ['turned round', { ...some, west: -9e6, east: -1e7 }, false],
    ['upside down', { ...some, south: 5e6, north: 4e6 }, false],
    ['empty', { ...some, east: some.west }, false],
    ['no number', { ...some, north: Number.NaN }, false],
    ['endless', { ...some, east: Number.POSITIVE_INFINITY }, false],
    ['wider than the world', { ...some, west: -3e7, east: 3e7 }, false],
    ['above the world', { ...some, south: 2.1e7, north: 2.2e7 }, false],
    ['another world', { ...some, west: 8e7, east: 8.1e7 }, false],
  ])('%s', (_what, bounds, are) => {
    expect(areBounds(bounds)).toBe(are)
  })
})
