import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isSound } from '#domain/cases.testing'
import { pressureFromElevationHpa } from './pressure.ts'

test.each([
  [0, 1013.25],
  // The standard atmosphere's own table.
  [1000, 898.75],
  [5000, 540.2],
])('at %d m there are %d hPa', (elevation, pressure) => {
  expect(Math.abs((pressureFromElevationHpa(elevation) ?? NaN) - pressure)).toBeLessThan(0.05)
})

test('falls with the height, and is never not a number', () => {
  const heights = fc.double({ min: -400, max: 10_000, noNaN: true })
  fc.assert(
    fc.property(heights, fc.option(fc.double()), (height, any) => {
      expect(pressureFromElevationHpa(height + 1)).toBeLessThan(pressureFromElevationHpa(height) ?? NaN)
      expect(isSound(pressureFromElevationHpa(any))).toBe(true)
    }),
  )
})
