import { measuredMiles, measuredWords } from './measured.ts'
import { expect, test } from 'vitest'

const equator = (longitude: number) => ({ latitude: 0, longitude })

test('returns no distance for zero or one point', () => {
  expect(measuredMiles([])).toBe(0)
  expect(measuredWords([equator(0)])).toBe('0.00 miles')
})

test('sums the segments, there and back', () => {
  expect(measuredMiles([equator(0), equator(1)])).toBeCloseTo(69.09, 1)
  expect(measuredMiles([equator(0), equator(1), equator(0)])).toBeCloseTo(2 * 69.09, 1)
  expect(measuredWords([equator(0), equator(1)])).toBe('69.1 miles')
  expect(measuredWords([equator(0), equator(0.1)])).toBe('6.91 miles')
})
