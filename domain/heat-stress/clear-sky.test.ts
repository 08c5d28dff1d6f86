import fc from 'fast-check'
import { expect, test } from 'vitest'
import { gaps, isSound, misses, readCases } from '#domain/cases.testing'
import { clearSkyCases } from './clear-sky-cases.testing.ts'
import { clearSkyWm2, cloudedSkyWm2 } from './clear-sky.ts'

test.each(readCases('solar_fallback', clearSkyCases))('$id', one => {
  const { sunElevationDeg, cloudFraction = null } = one.input
  const found = {
    clearSkyGhiWm2: clearSkyWm2(sunElevationDeg),
    ghiEstimateWm2: cloudedSkyWm2(sunElevationDeg, cloudFraction),
  }
  expect(misses(one, found)).toEqual([])
})

test('clouds only reduce it, and leave a quarter', () => {
  const heights = fc.double({ min: -90, max: 90, noNaN: true })
  const clouds = fc.double({ min: 0, max: 1, noNaN: true })
  fc.assert(
    fc.property(heights, clouds, (height, cloud) => {
      const clear = clearSkyWm2(height) ?? NaN
      expect(clear).toBeGreaterThanOrEqual(0)
      expect(clear).toBeLessThan(1098)
      expect(cloudedSkyWm2(height, cloud)).toBeLessThanOrEqual(clear)
      expect(cloudedSkyWm2(height, cloud)).toBeGreaterThanOrEqual(0.25 * clear - 1e-9)
    }),
  )
})

test('returns null for missing input', () => {
  const any = fc.oneof(fc.constantFrom(...gaps), fc.double())
  fc.assert(
    fc.property(any, any, (height, cloud) => isSound([clearSkyWm2(height), cloudedSkyWm2(height, cloud)])),
  )
  for (const cloud of [...gaps, -0.1, 1.1]) expect(cloudedSkyWm2(45, cloud)).toBeNull()
})
