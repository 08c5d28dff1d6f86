import { expect, test } from 'vitest'
import { irradianceWattsPerM2, sunElevationDegrees } from './sun.ts'

test.each([
  // Golden, Colorado: the worked example of NREL's solar position algorithm, without refraction.
  [39.742476, -105.1786, Date.UTC(2003, 9, 17, 19, 30, 30), 39.87],
  // At the June solstice the sun is overhead at the tropic at noon, and as high as the tilt at the pole all day.
  [23.436, 0, Date.UTC(2024, 5, 20, 12, 1, 45), 90],
  [90, 0, Date.UTC(2024, 5, 20, 20, 51), 23.44],
])('the sun over %d %d is where it should be', (latitude, longitude, timeMs, degrees) => {
  expect(Math.abs(sunElevationDegrees(latitude, longitude, timeMs) - degrees)).toBeLessThan(0.05)
})

test('clouds dim the sun, and at night there is none', () => {
  expect(irradianceWattsPerM2(60, 0)).toBeCloseTo(890, -1)
  expect(irradianceWattsPerM2(60, 1)).toBeCloseTo(890 / 4, -1)
  expect(irradianceWattsPerM2(0, 0)).toBe(0)
  expect(irradianceWattsPerM2(-20, 0.5)).toBe(0)
})
