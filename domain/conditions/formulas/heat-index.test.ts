import fc from 'fast-check'
import { expect, test } from 'vitest'
import { gaps, isSound, misses, readCases } from '#domain/cases.testing'
import { celsiusFromFahrenheit } from '#domain/units/convert'
import { rounded } from '#domain/units/rounding'
import { heatIndexCases } from './heat-index-cases.testing.ts'
import { heatIndexF } from './heat-index.ts'

test.each(readCases('heat_index', heatIndexCases))('$id', one => {
  const found = heatIndexF(one.input.tempF, one.input.rh)
  const heatIndexC = celsiusFromFahrenheit(found)
  expect(misses(one, { heatIndexF: found, heatIndexF_rounded: rounded(found), heatIndexC })).toEqual([])
})

test('is the temperature up to 40 degrees', () => {
  expect(heatIndexF(40, 100)).toBe(40)
  expect(heatIndexF(-10, 50)).toBe(-10)
})

test('may be below the temperature in dry air', () => {
  expect(heatIndexF(105, 8)).toBeLessThan(105)
})

test('treats humidity slightly above 100 as 100, and zero as missing', () => {
  expect(heatIndexF(90, 104)).toBe(heatIndexF(90, 100))
  for (const humidity of [0, -1, 106]) expect(heatIndexF(90, humidity)).toBeNull()
})

test('is never NaN', () => {
  const any = fc.oneof(fc.constantFrom(...gaps), fc.integer({ min: -200, max: 1200 }), fc.double())
  fc.assert(fc.property(any, any, (temp, humidity) => isSound(heatIndexF(temp, humidity))))
})

test('rises with temperature and humidity in the dangerous range', () => {
  const warm = fc.double({ min: 88, max: 110, noNaN: true })
  const humid = fc.double({ min: 40, max: 85, noNaN: true })
  fc.assert(
    fc.property(warm, humid, (temp, humidity) => {
      const here = heatIndexF(temp, humidity) ?? NaN
      expect(heatIndexF(temp + 1, humidity)).toBeGreaterThan(here)
      expect(heatIndexF(temp, humidity + 1)).toBeGreaterThan(here)
    }),
  )
})
