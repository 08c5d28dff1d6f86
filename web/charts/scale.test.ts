import { axisOf, linearScale } from './scale.ts'
import { expect, test } from 'vitest'

test.each([
  [[60, 80], {}, [60, 65, 70, 75, 80]],
  [[67, 67], {}, [60, 65, 70, 75]],
  [[0.07, 0.31], { from: 0, leastSpan: 0.1 }, [0, 0.1, 0.2, 0.3, 0.4]],
  [[0, 0], { from: 0, leastSpan: 0.1 }, [0, 0.05, 0.1]],
  [[-12, 5, null], {}, [-15, -10, -5, 0, 5]],
])('%j with %j: ticks at %j', (values, request, ticks) => {
  const axis = axisOf(values, { leastSpan: 10, ...request })
  expect(axis?.ticks).toEqual(ticks)
  for (const value of values) {
    if (value === null) continue
    expect(value).toBeGreaterThanOrEqual(axis?.least ?? Infinity)
    expect(value).toBeLessThanOrEqual(axis?.most ?? -Infinity)
  }
})

test('has no axis without data', () => {
  expect(axisOf([null, null], { leastSpan: 10 })).toBeNull()
  expect(axisOf([], { leastSpan: 10 })).toBeNull()
})

test('maps from end to end, also downwards', () => {
  const scale = linearScale([0, 10], [200, 0])
  expect([0, 5, 10].map(scale)).toEqual([200, 100, 0])
  expect(linearScale([3, 3], [0, 10])(3)).toBe(5)
})
