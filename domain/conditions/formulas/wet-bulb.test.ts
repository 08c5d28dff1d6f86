import fc from 'fast-check'
import { expect, test } from 'vitest'
import { gaps, isSound, misses, ofGroups, readCases } from '#domain/cases.testing'
import { wetBulbCases } from './wet-bulb-cases.testing.ts'
import { stullWetBulbC } from './wet-bulb.ts'

const cases = ofGroups(readCases('wet_bulb', wetBulbCases), 'stull-heatstress', 'stull-thermofeel')

test.each(cases)('$id', one => {
  const { tempC, rh = NaN } = one.input
  expect(misses(one, { wetBulbStullC: stullWetBulbC(tempC, rh) })).toEqual([])
})

test('is limited to the range it was fitted to', () => {
  expect(stullWetBulbC(-20.1, 50)).toBeNull()
  expect(stullWetBulbC(50.1, 50)).toBeNull()
  expect(stullWetBulbC(20, 4.9)).toBeNull()
  expect(stullWetBulbC(20, 99.1)).toBeNull()
})

test('rises with humidity where it is warm', () => {
  const temps = fc.double({ min: 20, max: 50, noNaN: true })
  const humidities = fc.double({ min: 5, max: 98, noNaN: true })
  fc.assert(
    fc.property(temps, humidities, (temp, humidity) => {
      expect(stullWetBulbC(temp, humidity + 1)).toBeGreaterThan(stullWetBulbC(temp, humidity) ?? NaN)
    }),
  )
})

test('is never NaN', () => {
  const any = fc.oneof(fc.constantFrom(...gaps), fc.integer({ min: -200, max: 1200 }), fc.double())
  fc.assert(fc.property(any, any, (temp, humidity) => isSound(stullWetBulbC(temp, humidity))))
})
