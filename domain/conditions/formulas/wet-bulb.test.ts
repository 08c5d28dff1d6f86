import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { gaps, isSound, misses, ofGroups, readCases } from '#domain/cases.testing'
import { dewPointC } from './humidity.ts'
import { wetBulbCases } from './wet-bulb-cases.testing.ts'
import { psychrometricWetBulbC, stullWetBulbC, vapourFromBulbsHpa, wetBulb } from './wet-bulb.ts'

const cases = readCases('wet_bulb', wetBulbCases)
const group = (...names: string[]) => ofGroups(cases, ...names)

describe('the reference cases', () => {
  test('covers all of them', () => {
    const groups = ['stull-heatstress', 'stull-thermofeel', 'nws-psychro', 'psychro', 'vapour', 'fao']
    expect(group(...groups).length).toBe(cases.length)
  })

  test.each(group('stull-heatstress', 'stull-thermofeel'))('$id: Stull', one => {
    const { tempC, rh = NaN } = one.input
    expect(misses(one, { wetBulbStullC: stullWetBulbC(tempC, rh) })).toEqual([])
  })

  test.each(group('nws-psychro', 'psychro'))('$id: psychrometric', one => {
    const { tempC, dewpointC = NaN, pressureHpa = NaN } = one.input
    expect(misses(one, { wetBulbPsychroC: psychrometricWetBulbC(tempC, dewpointC, pressureHpa) })).toEqual([])
  })

  test.each(group('vapour'))('$id: vapor pressure from two bulbs', one => {
    const { tempC, wetBulbC = NaN, pressureHpa = NaN, coefficientPerK } = one.input
    const found = vapourFromBulbsHpa(tempC, wetBulbC, pressureHpa, coefficientPerK)
    expect(misses(one, { vaporPressureHpa: found })).toEqual([])
  })

  test.each(group('fao'))('$id: an aspirated pair', one => {
    const { tempC, wetBulbC = NaN, pressureKpa = NaN } = one.input
    const found = vapourFromBulbsHpa(tempC, wetBulbC, pressureKpa * 10, 6.62e-4)
    expect(misses(one, { eaKpa: (found ?? NaN) / 10 })).toEqual([])
  })
})

test('lies between the dew point and the temperature, and rises with humidity', () => {
  const temps = fc.double({ min: -40, max: 50, noNaN: true })
  const humidities = fc.double({ min: 1, max: 99, noNaN: true })
  const pressures = fc.double({ min: 500, max: 1050, noNaN: true })
  fc.assert(
    fc.property(temps, humidities, pressures, (temp, humidity, pressure) => {
      const bulb = wetBulb(temp, humidity, pressure)
      expect(bulb?.method).toBe('psychrometric')
      expect(bulb?.wetBulbC).toBeLessThanOrEqual(temp)
      expect(bulb?.wetBulbC).toBeGreaterThanOrEqual(dewPointC(temp, humidity) ?? NaN)
      expect(wetBulb(temp, humidity + 1, pressure)?.wetBulbC).toBeGreaterThan(bulb?.wetBulbC ?? NaN)
    }),
  )
})

test('equals the temperature in saturated air', () => {
  expect(psychrometricWetBulbC(20, 20, 1000)).toBe(20)
  expect(wetBulb(20, 100, 1000)?.wetBulbC).toBeCloseTo(20, 4)
})

test.each(gaps)('uses the approximation without pressure: %s', gap => {
  expect(wetBulb(25, 50, gap)).toEqual({ wetBulbC: stullWetBulbC(25, 50), method: 'stull' })
  expect(wetBulb(25, gap, 1000)).toBeNull()
  expect(wetBulb(gap, 50, 1000)).toBeNull()
})

test('limits the approximation to the range it was fitted to', () => {
  expect(stullWetBulbC(-20.1, 50)).toBeNull()
  expect(stullWetBulbC(50.1, 50)).toBeNull()
  expect(stullWetBulbC(20, 4.9)).toBeNull()
  expect(stullWetBulbC(20, 99.1)).toBeNull()
})

test('returns null if the bulbs are implausibly far apart', () => {
  expect(vapourFromBulbsHpa(40, 0, 1000)).toBeNull()
})

test('is never NaN', () => {
  const any = fc.oneof(fc.constantFrom(...gaps), fc.integer({ min: -200, max: 1200 }), fc.double())
  fc.assert(
    fc.property(any, any, any, (a, b, c) =>
      [wetBulb(a, b, c), psychrometricWetBulbC(a, b, c), vapourFromBulbsHpa(a, b, c)].every(isSound),
    ),
  )
})
