import type { Position } from 'geojson'
import { expect, test } from 'vitest'
import { labelOf } from './label-point.ts'

const box = (left: number, low: number, size: number): Position[] => [
  [left, low],
  [left + size, low],
  [left + size, low + size],
  [left, low + size],
  [left, low],
]

test('places a name in the middle of the largest part', () => {
  const { at, area } = labelOf({ type: 'MultiPolygon', coordinates: [[box(0, 0, 1)], [box(-100, 30, 4)]] })
  expect(at).toEqual([-98, 32])
  expect(area).toBe(16)
})

test('never places a name outside its shape', () => {
  // A horseshoe that opens upward: its middle is between its arms.
  const horseshoe = [
    [0, 0],
    [10, 0],
    [10, 20],
    [7, 20],
    [7, 1],
    [2, 1],
    [2, 20],
    [0, 20],
    [0, 0],
  ]
  const [x = 0, y = 0] = labelOf({ type: 'Polygon', coordinates: [horseshoe] }).at
  expect(x).toBeGreaterThan(7)
  expect(x).toBeLessThan(10)
  expect(y).toBeGreaterThan(1)
})

test('rejects a shape without an outline', () => {
  expect(() => labelOf({ type: 'Polygon', coordinates: [] })).toThrow('no label')
})
