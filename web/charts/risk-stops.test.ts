import { bandStops } from './risk-stops.ts'
import { expect, test } from 'vitest'

const axis = { least: 70, most: 90, ticks: [] }

test('blends a color into the next around the threshold, over 7 % of the axis', () => {
  const stops = bandStops(
    [
      { max: 80, color: 'green' },
      { max: 200, color: 'red' },
    ],
    axis,
  )
  expect(stops.map(({ color }) => color)).toEqual(['green', 'red', 'red'])
  for (const [index, offset] of [0.465, 0.535, 1].entries()) expect(stops[index]?.offset).toBeCloseTo(offset)
})

test('keeps offsets ascending and on the axis, however narrow or distant the bands are', () => {
  const stops = bandStops(
    [
      { max: 60, color: 'a' },
      { max: 80, color: 'b' },
      { max: 80.5, color: 'c' },
      { max: 200, color: 'd' },
      { max: 300, color: 'e' },
    ],
    axis,
  )
  for (const [index, { offset }] of stops.entries()) {
    expect(offset).toBeGreaterThanOrEqual(stops[index - 1]?.offset ?? 0)
    expect(offset).toBeLessThanOrEqual(1)
  }
  expect(stops.find(({ offset }) => offset > 0)?.color).toBe('b')
})

test('has no color without bands', () => {
  expect(bandStops([], axis)).toEqual([])
})
