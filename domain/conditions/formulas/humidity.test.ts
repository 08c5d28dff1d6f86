import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { gaps, isSound, misses, readCases } from '#domain/cases.testing'
import { dewPointCases, relativeHumidityCases, saturationCases } from './humidity-cases.testing.ts'
import { dewPointC, relativeHumidityPercent, saturationHpa, vapourHpa } from './humidity.ts'

describe('the reference cases', () => {
  test.each(readCases('saturation_vapor_pressure', saturationCases))('$id', one => {
    expect(misses(one, { esHpa: saturationHpa(one.input.tempC) })).toEqual([])
  })

  test.each(readCases('dewpoint', dewPointCases))('$id', one => {
    expect(misses(one, { dewpointC: dewPointC(one.input.tempC, one.input.rh) })).toEqual([])
  })

  test.each(readCases('relative_humidity', relativeHumidityCases))('$id', one => {
    const rh = relativeHumidityPercent(one.input.tempC, one.input.dewpointC)
    expect(misses(one, { rh })).toEqual([])
  })
})

const temps = fc.double({ min: -60, max: 60, noNaN: true })

test('converts humidity to dew point and back', () => {
  const humidities = fc.double({ min: 0.1, max: 100, noNaN: true })
  fc.assert(
    fc.property(temps, humidities, (temp, humidity) => {
      const dewPoint = dewPointC(temp, humidity)
      expect(dewPoint).toBeLessThanOrEqual(temp + 1e-9)
      expect(relativeHumidityPercent(temp, dewPoint)).toBeCloseTo(humidity, 6)
    }),
  )
})

test('treats a dew point above the temperature, and humidity above 100, as 100 %', () => {
  expect(relativeHumidityPercent(20, 20.5)).toBe(100)
  expect(dewPointC(20, 103)).toBeCloseTo(20, 9)
})

test('has no dew point at zero humidity', () => {
  expect(dewPointC(20, 0)).toBeNull()
  expect(dewPointC(20, -3)).toBeNull()
  expect(dewPointC(20, 106)).toBeNull()
})

test('is never NaN', () => {
  const any = fc.oneof(fc.constantFrom(...gaps), fc.integer({ min: -200, max: 1200 }), fc.double())
  fc.assert(
    fc.property(any, any, (one, other) =>
      [
        saturationHpa(one),
        vapourHpa(one, other),
        dewPointC(one, other),
        relativeHumidityPercent(one, other),
      ].every(isSound),
    ),
  )
})
