import { areaPath, bandPath, linePath } from './line-path.ts'
import { expect, test } from 'vitest'

const [a, b, c] = [
  { x: 0, y: 10 },
  { x: 60, y: 5.256 },
  { x: 120, y: 7 },
]

test('breaks a line at a missing value', () => {
  expect(linePath([a, b, c])).toBe('M0 10L60 5.26L120 7')
  expect(linePath([a, null, c])).toBe('M0 10M120 7')
  expect(linePath([null, null])).toBe('')
})

test('closes each piece of an area to the baseline', () => {
  expect(areaPath([a, b, null, c], 100)).toBe('M0 10L60 5.26L60 100L0 100ZM120 7L120 100L120 100Z')
})

test('draws a band between two lines where both are known', () => {
  const low = [a, b, c].map(({ x, y }) => ({ x, y: y + 20 }))
  expect(bandPath([a, b, c], low)).toBe('M0 10L60 5.26L120 7L120 27L60 25.26L0 30Z')
  expect(bandPath([a, null, c], low)).toBe('M0 10L0 30ZM120 7L120 27Z')
  expect(bandPath([a, b, c], [null, ...low.slice(1)])).toBe('M60 5.26L120 7L120 27L60 25.26Z')
})
