import { expect, test } from 'vitest'
import { Draws, hashOf, hashOfText, share } from './chance.ts'

const many = Array.from({ length: 20_000 }, (_, index) => index)

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}

test('hashes are the same on every machine', () => {
  expect([hashOfText('1/births'), hashOf(7, 1, -2, 3), hashOf(0, 2 ** 31)]).toMatchInlineSnapshot(`
    [
      1304900246,
      3554425876,
      3099741435,
    ]
  `)
})

test('neighboring numbers get unrelated shares', () => {
  const shares = many.map(index => share(hashOf(1, index)))
  expect(mean(shares)).toBeCloseTo(0.5, 1)
  const together = mean(shares.slice(1).map((value, index) => (value - 0.5) * ((shares[index] ?? 0) - 0.5)))
  expect(Math.abs(together)).toBeLessThan(0.003)
})

test.each([0, 0.1, 1, 6])('counts have the requested mean: %d', wanted => {
  const counts = many.map(index => new Draws(hashOf(2, index)).poisson(wanted))
  expect(Math.abs(mean(counts) - wanted)).toBeLessThan(0.03 * Math.max(1, wanted))
})

test('gaussian draws have mean 0 and variance 1', () => {
  const draws = new Draws(3)
  const values = many.map(() => draws.gaussian())
  expect(Math.abs(mean(values))).toBeLessThan(0.03)
  expect(Math.abs(mean(values.map(value => value * value)) - 1)).toBeLessThan(0.05)
})
