import fc from 'fast-check'
import { expect, test } from 'vitest'
import { gaps, isSound, misses, readCases } from '#domain/cases.testing'
import { dustNowCastCases } from './nowcast-cases.testing.ts'
import { dustNowCast } from './nowcast.ts'

test.each(readCases('nowcast_pm', dustNowCastCases))('$id', one => {
  const found = dustNowCast(one.input.pollutant === 'pm25' ? 'PM2.5' : 'PM10', one.input.hoursAgo0to11)
  const { weight = null, raw = null, concentration = null, aqi = null } = found ?? {}
  expect(misses(one, { weight, nowcastRaw: raw, nowcast: concentration, aqi })).toEqual([])
})

test('needs two of the newest three hours and nothing more', () => {
  expect(dustNowCast('PM2.5', [20, null, 20])?.concentration).toBe(20)
  expect(dustNowCast('PM2.5', [null, 20, 20])?.concentration).toBe(20)
  expect(dustNowCast('PM2.5', [20, null, null, 20, 20, 20])).toBeNull()
  expect(dustNowCast('PM2.5', [])).toBeNull()
})

test('keeps the age of hours before a missing one', () => {
  // With a weight factor of one half, 40 has a weight of 1 and 10 has a weight of one quarter.
  expect(dustNowCast('PM10', [40, null, 10])?.raw).toBeCloseTo((40 + 10 / 4) / 1.25, 9)
})

test('treats noise around zero as zero and ignores hours beyond the twelfth', () => {
  expect(dustNowCast('PM2.5', [-3, 0, -10])).toEqual({ weight: 1, raw: 0, concentration: 0, aqi: 0 })
  expect(dustNowCast('PM2.5', [-11, -11, 5])).toBeNull()
  const twelve = Array.from({ length: 12 }, () => 12.1)
  expect(dustNowCast('PM2.5', [...twelve, 900])?.concentration).toBe(12.1)
})

test('lies between the minimum and maximum of its hours, and is never NaN', () => {
  const any = fc.oneof(fc.constantFrom(...gaps), fc.integer({ min: -20, max: 500 }), fc.double())
  const broken = fc.array(any, { maxLength: 14 })
  const whole = fc.array(
    fc.integer({ min: 0, max: 5000 }).map(tenths => tenths / 10),
    { minLength: 2, maxLength: 12 },
  )
  fc.assert(
    fc.property(broken, whole, (gappy, hours) => {
      expect(isSound(dustNowCast('PM2.5', gappy))).toBe(true)
      const found = dustNowCast('PM2.5', hours)
      expect(found?.raw).toBeGreaterThanOrEqual(Math.min(...hours) - 1e-9)
      expect(found?.raw).toBeLessThanOrEqual(Math.max(...hours) + 1e-9)
      expect(found?.weight).toBeGreaterThanOrEqual(0.5)
      expect(found?.weight).toBeLessThanOrEqual(1)
    }),
  )
})
