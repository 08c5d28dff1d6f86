import fc from 'fast-check'
import { expect, test } from 'vitest'
import { gaps, isSound, misses, readCases } from '#domain/cases.testing'
import { rounded } from '#domain/units/rounding'
import { windChillCases } from './wind-chill-cases.testing.ts'
import { windChillF } from './wind-chill.ts'

test.each(readCases('wind_chill', windChillCases))('$id', one => {
  const found = windChillF(one.input.tempF, one.input.windMph)
  expect(misses(one, { windChillF: found, windChillF_rounded: rounded(found) })).toEqual([])
})

test('takes miles per hour and not knots', () => {
  expect(rounded(windChillF(0, 30))).toBe(-26)
})

test('is defined up to 50 degrees and above 3 mph', () => {
  expect(windChillF(50, 3.01)).not.toBeNull()
  expect(windChillF(50.01, 20)).toBeNull()
  expect(windChillF(20, 3)).toBeNull()
  expect(windChillF(20, -5)).toBeNull()
})

test('is never NaN', () => {
  const any = fc.oneof(fc.constantFrom(...gaps), fc.integer({ min: -200, max: 1200 }), fc.double())
  fc.assert(fc.property(any, any, (temp, wind) => isSound(windChillF(temp, wind))))
})

test('falls as the wind increases', () => {
  const cold = fc.double({ min: -60, max: 50, noNaN: true })
  const windy = fc.double({ min: 5, max: 100, noNaN: true })
  fc.assert(
    fc.property(cold, windy, (temp, wind) => {
      expect(windChillF(temp, wind + 1)).toBeLessThan(windChillF(temp, wind) ?? NaN)
      expect(windChillF(temp, wind)).toBeLessThan(temp)
    }),
  )
})
