import { areaPath, linePath } from './line-path.ts'
import { expect, test } from 'vitest'

const [a, b, c] = [
  { x: 0, y: 10 },
  { x: 60, y: 5.256 },
  { x: 120, y: 7 },
]

test('a line is broken where a value is missing', () => {
  expect(linePath([a, b, c])).toBe('M0 10L60 5.26L120 7')
  expect(linePath([a, null, c])).toBe('M0 10M120 7')
  expect(linePath([null, null])).toBe('')
})

test('an area stands on the ground, each piece by itself', () => {
  expect(areaPath([a, b, null, c], 100)).toBe('M0 10L60 5.26L60 100L0 100ZM120 7L120 100L120 100Z')
})
