import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { gaps, isSound, misses, readCases } from '#domain/cases.testing'
import { averageCases } from './averages-cases.testing.ts'
import { particulateDay, eightHoursOfOzone, hourlyParticulate, oneHourAqi, type Hours } from './averages.ts'

const cases = readCases('aqi_averages', averageCases).filter(one => one.input.kind !== 'ozoneDailyMax8h')

describe('the reference cases', () => {
  test.each(cases)('$id: $input.kind', one => {
    const { kind, pollutant, values = [] } = one.input
    const dust = pollutant === 'pm25' ? 'PM2.5' : 'PM10'
    const found = kind === 'ozone8h' ? eightHoursOfOzone(values) : particulateDay(dust, values)
    const { mean = null, truncated = null, aqi = null } = found ?? {}
    expect(misses(one, { average: mean, averageTruncated: truncated, aqi })).toEqual([])
  })
})

const some = (count: number, value: number, without: number): Hours =>
  Array.from({ length: count }, (_, index) => (index < without ? null : value))

test('requires 18 of 24 hours for a day, and 6 of 8 for a window of ozone', () => {
  expect(particulateDay('PM2.5', some(24, 9.1, 6))?.aqi).toBe(51)
  expect(particulateDay('PM2.5', some(24, 9.1, 7))).toBeNull()
  expect(eightHoursOfOzone(some(8, 0.055, 2))?.aqi).toBe(51)
  expect(eightHoursOfOzone(some(8, 0.055, 3))).toBeNull()
})

test('treats slightly negative values as zero and very negative ones as missing', () => {
  expect([-10, -0.1, 0, 5].map(hourlyParticulate)).toEqual([0, 0, 0, 5])
  expect(hourlyParticulate(-10.1)).toBeNull()
  expect(particulateDay('PM10', some(24, -3, 0))).toEqual({ mean: 0, truncated: 0, aqi: 0 })
  for (const gap of gaps) expect(hourlyParticulate(gap)).toBeNull()
})

test('uses the daily table for a single hour of particulate matter, and the hourly table for ozone', () => {
  expect(oneHourAqi('PM2.5', 35.5)).toBe(101)
  expect(oneHourAqi('PM10', -2)).toBe(0)
  expect(oneHourAqi('O3', 0.13)).toBe(107)
  expect(oneHourAqi('O3', 0.1)).toBeNull()
  expect(oneHourAqi('PM10', null)).toBeNull()
})

test('returns a mean between the minimum and the maximum, and never NaN', () => {
  const any = fc.oneof(fc.constantFrom(...gaps), fc.integer({ min: 0, max: 500 }), fc.double())
  const hours = fc.array(any, { maxLength: 25 })
  const sound = fc.array(
    fc.integer({ min: 0, max: 5000 }).map(tenths => tenths / 10),
    { minLength: 18, maxLength: 24 },
  )
  fc.assert(
    fc.property(hours, sound, (broken, whole) => {
      expect(isSound([particulateDay('PM2.5', broken), eightHoursOfOzone(broken.slice(0, 8))])).toBe(true)
      const mean = particulateDay('PM2.5', whole)?.mean
      expect(mean).toBeGreaterThanOrEqual(Math.min(...whole) - 1e-9)
      expect(mean).toBeLessThanOrEqual(Math.max(...whole) + 1e-9)
    }),
  )
})
