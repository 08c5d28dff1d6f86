import { expect, test } from 'vitest'
import { misses, ofGroups, readCases } from '#domain/cases.testing'
import { compassCases } from './compass-cases.testing.ts'
import { compass16, compass8 } from './compass.ts'

const cases = ofGroups(readCases('compass_units', compassCases), 'compass')

test.each(cases)('$id: $input.degrees degrees', one => {
  const { degrees } = one.input
  expect(misses(one, { compass16: compass16(degrees), compass8: compass8(degrees) })).toEqual([])
})

test('wraps in both directions', () => {
  expect(compass16(-22.5)).toBe('NNW')
  expect(compass8(405)).toBe('NE')
  expect(compass16(359.99)).toBe('N')
})

test('has no direction for missing input', () => {
  for (const gap of [NaN, Infinity, undefined, null]) {
    expect(compass16(gap as number)).toBeNull()
    expect(compass8(gap as number)).toBeNull()
  }
})
