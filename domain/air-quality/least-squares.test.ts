import fc from 'fast-check'
import { expect, test } from 'vitest'
import { leastSquares } from './least-squares.ts'

const dot = (row: readonly number[], weights: readonly number[]) =>
  row.reduce((sum, value, index) => sum + value * (weights[index] ?? NaN), 0)

test('finds the weights that produced the targets', () => {
  const parts = fc.array(fc.integer({ min: -50, max: 50 }), { minLength: 4, maxLength: 4 })
  fc.assert(
    fc.property(fc.array(parts, { minLength: 8, maxLength: 20 }), parts, (rows, weights) => {
      const found = leastSquares(
        rows,
        rows.map(row => dot(row, weights)),
      )
      if (found === null) return
      for (const row of rows) expect(dot(row, found)).toBeCloseTo(dot(row, weights), 4)
    }),
  )
})

test('leaves residuals orthogonal to every column', () => {
  const rows = [1, 2, 3, 4, 5, 6].map(x => [1, x, x * x])
  const targets = [2.1, 3.9, 9.2, 15.8, 26.3, 36.9]
  const weights = leastSquares(rows, targets) ?? []
  const rest = rows.map((row, index) => (targets[index] ?? NaN) - dot(row, weights))
  for (const column of [0, 1, 2]) {
    expect(
      rows.reduce((sum, row, index) => sum + (row[column] ?? NaN) * (rest[index] ?? NaN), 0),
    ).toBeCloseTo(0, 9)
  }
})

test('returns null if a column is redundant, rows are too few, or values are not numbers', () => {
  expect(
    leastSquares(
      [
        [1, 2],
        [2, 4],
        [3, 6],
      ],
      [1, 2, 3],
    ),
  ).toBeNull()
  expect(leastSquares([[1, 2]], [1])).toBeNull()
  expect(leastSquares([], [])).toBeNull()
  expect(
    leastSquares(
      [
        [1, NaN],
        [2, 1],
        [3, 5],
      ],
      [1, 2, 3],
    ),
  ).toBeNull()
})
