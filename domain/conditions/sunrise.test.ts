import fc from 'fast-check'
import { expect, test } from 'vitest'
import { gaps, isSound, misses, readCases } from '#domain/cases.testing'
import { sunPosition } from './sun-position.ts'
import { sunriseCases } from './sunrise-cases.testing.ts'
import { sunTimes } from './sunrise.ts'

const dayMs = 86_400_000

test.each(readCases('sunrise_sunset', sunriseCases))('$id', one => {
  const { dateUtc, lat, lon } = one.input
  const times = sunTimes(Date.parse(dateUtc), { latitude: lat, longitude: lon })
  const found = {
    sunriseUtc: times?.sunriseMs,
    sunsetUtc: times?.sunsetMs,
    transitUtc: times?.noonMs,
    alwaysUp: times?.always === 'up',
    alwaysDown: times?.always === 'down',
  }
  expect(misses(one, found)).toEqual([])
})

test('each lies within the day, with the sun at the horizon or at its highest', () => {
  const starts = fc.integer({ min: Date.UTC(1950, 0), max: Date.UTC(2050, 0) })
  const places = fc.record({
    latitude: fc.double({ min: -90, max: 90, noNaN: true }),
    longitude: fc.double({ min: -180, max: 180, noNaN: true }),
  })
  fc.assert(
    fc.property(starts, places, fc.constantFrom(23, 24, 25), (start, place, hours) => {
      const times = sunTimes(start, place, hours * 3_600_000)
      expect(isSound(times)).toBe(true)
      for (const timeMs of [times?.sunriseMs, times?.sunsetMs]) {
        if (typeof timeMs !== 'number') continue
        expect(timeMs).toBeGreaterThanOrEqual(start)
        expect(timeMs).toBeLessThanOrEqual(start + hours * 3_600_000)
        expect(sunPosition(timeMs, place)?.elevationDegrees).toBeCloseTo(-0.833, 4)
      }
      if (typeof times?.noonMs !== 'number') return
      expect(sunPosition(times.noonMs, place)?.hourAngleDegrees).toBeCloseTo(0, 4)
    }),
    { numRuns: 60 },
  )
})

test('in UTC the sunset of an American day comes before its sunrise; from local midnight on it does not', () => {
  const dallas = { latitude: 32.8, longitude: -96.8 }
  const utc = sunTimes(Date.UTC(2026, 5, 21), dallas)
  expect(utc?.sunsetMs).toBeLessThan(utc?.sunriseMs ?? NaN)
  const local = sunTimes(Date.UTC(2026, 5, 21, 5), dallas)
  expect(local?.sunsetMs).toBeGreaterThan(local?.noonMs ?? NaN)
  expect(local?.noonMs).toBeGreaterThan(local?.sunriseMs ?? NaN)
})

test('what is missing has no sunrise', () => {
  const here = { latitude: 35, longitude: -97 }
  for (const gap of gaps) {
    expect(sunTimes(gap, here)).toBeNull()
    expect(sunTimes(0, { ...here, longitude: gap as number })).toBeNull()
    expect(sunTimes(0, here, gap as number)).toBeNull()
  }
  expect(sunTimes(0, here, 3 * dayMs)).toBeNull()
  expect(sunTimes(1e18, here)).toBeNull()
})
