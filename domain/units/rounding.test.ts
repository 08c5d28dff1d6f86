import fc from 'fast-check'
import { expect, test } from 'vitest'
import { gaps, isSound } from '#domain/cases.testing'
import { rounded, roundedTo, truncatedTo, wholeUnits } from './rounding.ts'

test.each([
  [0.5, 1],
  [1.5, 2],
  [2.5, 3],
  [-24.5, -24],
  [-24.51, -25],
  [-0.4, 0],
  [1e300, 1e300],
])('%d is rounded to %d', (value, whole) => {
  expect(rounded(value)).toBe(whole)
})

test.each([
  [1.005, 2, 1.01],
  [0.15, 1, 0.2],
  [-0.25, 1, -0.2],
  [82.449999, 1, 82.4],
  [0.1234, 3, 0.123],
])('%d to %d decimals is %d', (value, decimals, shown) => {
  expect(roundedTo(value, decimals)).toBe(shown)
})

test('leaves every constant series of particulate matter and ozone unchanged', () => {
  for (let tenths = 0; tenths <= 3300; tenths++) {
    const mean = Array.from({ length: 12 }, () => tenths / 10).reduce((sum, value) => sum + value, 0) / 12
    expect(wholeUnits(mean, 10)).toBe(tenths)
    expect(truncatedTo(mean, 10)).toBe(tenths / 10)
  }
  for (let ppb = 0; ppb < 200; ppb++) {
    const mean = Array.from({ length: 8 }, () => ppb / 1000).reduce((sum, value) => sum + value, 0) / 8
    expect(truncatedTo(mean, 1000)).toBe(ppb / 1000)
  }
})

test('truncates, and does not round', () => {
  expect(truncatedTo(9.09, 10)).toBe(9)
  expect(truncatedTo(54.9, 1)).toBe(54)
  expect(truncatedTo(0.0789, 1000)).toBe(0.078)
})

test('keeps missing values missing', () => {
  for (const gap of gaps) {
    expect(rounded(gap)).toBeNull()
    expect(roundedTo(gap, 1)).toBeNull()
    expect(wholeUnits(gap, 10)).toBeNull()
    expect(truncatedTo(gap, 10)).toBeNull()
  }
  fc.assert(
    fc.property(fc.double(), value => isSound([rounded(value), roundedTo(value, 3), truncatedTo(value, 10)])),
  )
})

test('is off by at most half a step', () => {
  fc.assert(
    fc.property(fc.double({ min: -1e6, max: 1e6, noNaN: true }), value => {
      expect(Math.abs((roundedTo(value, 1) ?? NaN) - value)).toBeLessThanOrEqual(0.05 + 1e-9)
    }),
  )
})
