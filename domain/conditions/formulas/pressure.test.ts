import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isSound } from '#domain/cases.testing'
import { pressureFromAltimeterHpa, pressureFromElevationHpa } from './pressure.ts'

test.each([
  [0, 1013.25],
  // Values from the table of the standard atmosphere.
  [1000, 898.75],
  [5000, 540.2],
])('at %d m there are %d hPa', (elevation, pressure) => {
  expect(Math.abs((pressureFromElevationHpa(elevation) ?? NaN) - pressure)).toBeLessThan(0.05)
})

test('falls with height and is never NaN', () => {
  const heights = fc.double({ min: -400, max: 10_000, noNaN: true })
  fc.assert(
    fc.property(heights, fc.option(fc.double()), (height, any) => {
      expect(pressureFromElevationHpa(height + 1)).toBeLessThan(pressureFromElevationHpa(height) ?? NaN)
      expect(isSound(pressureFromElevationHpa(any))).toBe(true)
    }),
  )
})

test.each([
  [1013.25, 0, 1013.25],
  // On a standard day the altimeter setting equals the sea-level pressure at any height.
  [1013.25, 1000, 898.75],
  [1013.25, 5000, 540.2],
])('an altimeter setting of %d hPa at %d m means %d hPa on the spot', (altimeter, elevation, pressure) => {
  expect(Math.abs((pressureFromAltimeterHpa(altimeter, elevation) ?? NaN) - pressure)).toBeLessThan(0.1)
})

test('returns null without a valid height or setting', () => {
  for (const [altimeter, elevation] of [
    [null, 0],
    [1013, null],
    [101_300, 0],
    [1013, 90_000],
  ] as const)
    expect(pressureFromAltimeterHpa(altimeter, elevation)).toBeNull()
})
