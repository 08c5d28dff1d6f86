import fc from 'fast-check'
import { expect, test } from 'vitest'
import { rootBetween } from './solve.ts'

test('finds where a curve crosses zero, rising or falling', () => {
  fc.assert(
    fc.property(fc.double({ min: -99, max: 99, noNaN: true }), fc.boolean(), (root, rises) => {
      const height = (x: number) => (rises ? 1 : -1) * ((x - root) ** 3 + (x - root))
      expect(rootBetween(-100, 100, height)).toBeCloseTo(root, 9)
    }),
  )
})

test('accepts an end that is the root', () => {
  expect(rootBetween(0, 1, x => x)).toBe(0)
  expect(rootBetween(0, 1, x => x - 1)).toBe(1)
})

test('returns null if the ends enclose no root', () => {
  expect(rootBetween(1, 2, x => x)).toBeNull()
  expect(rootBetween(-2, -1, x => x)).toBeNull()
  expect(rootBetween(-1, 1, () => NaN)).toBeNull()
})

test('handles an end that is infinite', () => {
  expect(rootBetween(0, 10, x => (x > 5 ? -Infinity : 3 - x))).toBeCloseTo(3, 9)
})
