import fc from 'fast-check'
import { expect, test } from 'vitest'
import { gaps, isSound, misses, readCases } from '#domain/cases.testing'
import { sunPositionCases } from './sun-position-cases.testing.ts'
import { sunPosition } from './sun-position.ts'

const cosZenith = (elevation: number | undefined) => Math.sin(((elevation ?? NaN) * Math.PI) / 180)

test.each(readCases('sun_position', sunPositionCases))('$id', one => {
  const { timeUtc, lat, lon, pressureHpa = null, tempC = null } = one.input
  const place = { latitude: lat, longitude: lon }
  const sun = sunPosition(Date.parse(timeUtc), place, pressureHpa, tempC)
  const found = {
    azimuthDeg: sun?.azimuthDegrees,
    elevationTrueDeg: sun?.elevationDegrees,
    elevationApparentDeg: sun?.apparentElevationDegrees,
    cosZenith: cosZenith(sun?.elevationDegrees),
    cosZenithApparent: cosZenith(sun?.apparentElevationDegrees),
  }
  expect(misses(one, found)).toEqual([])
})

const times = fc.integer({ min: Date.UTC(1950, 0), max: Date.UTC(2050, 0) })
const places = fc.record({
  latitude: fc.double({ min: -90, max: 90, noNaN: true }),
  longitude: fc.double({ min: -180, max: 180, noNaN: true }),
})

test('returns a position for any time and place', () => {
  fc.assert(
    fc.property(times, places, (timeMs, place) => {
      const sun = sunPosition(timeMs, place)
      expect(isSound(sun)).toBe(true)
      expect(sun?.azimuthDegrees).toBeGreaterThanOrEqual(0)
      expect(sun?.azimuthDegrees).toBeLessThan(360)
      expect(Math.abs(sun?.elevationDegrees ?? NaN)).toBeLessThan(90.01)
      expect(sun?.apparentElevationDegrees).toBeGreaterThanOrEqual((sun?.elevationDegrees ?? NaN) - 0.001)
      expect(Math.abs((sun?.distanceAu ?? NaN) - 1)).toBeLessThan(0.0172)
    }),
  )
})

test('returns null for an impossible time or place', () => {
  const here = { latitude: 35, longitude: -97 }
  for (const gap of gaps) {
    expect(sunPosition(gap, here)).toBeNull()
    expect(sunPosition(0, { ...here, latitude: gap as number })).toBeNull()
    expect(sunPosition(0, here, gap, gap)).toEqual(sunPosition(0, here))
  }
  expect(sunPosition(1e18, here)).toBeNull()
  expect(sunPosition(0, { ...here, latitude: 91 })).toBeNull()
})
