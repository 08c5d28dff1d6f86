import { ringBounds, ringLine, ringPoint } from './ring-line.ts'
import { distanceMiles } from '#domain/geo/distance'
import fc from 'fast-check'
import { expect, test } from 'vitest'

const places = fc.record({
  latitude: fc.double({ min: -89.9, max: 89.9, noNaN: true }),
  longitude: fc.oneof(fc.double({ min: -180, max: 180, noNaN: true }), fc.constantFrom(-180, 180, 179.99)),
})
const radii = fc.double({ min: 0.1, max: 250, noNaN: true })

/** Around a pole, a line on this map does not close. */
const isAroundPole = (latitude: number, miles: number) => Math.abs(latitude) + miles / 69 > 89.9

test('puts every point of a ring at its distance from the center', () => {
  fc.assert(
    fc.property(places, radii, (centre, miles) => {
      for (const [longitude, latitude] of ringLine(centre, miles))
        expect(distanceMiles(centre, { latitude, longitude })).toBeCloseTo(miles, 6)
    }),
  )
})

test('passes the specification’s 32 points and never jumps across the world', () => {
  fc.assert(
    fc.property(places, radii, (centre, miles) => {
      const line = ringLine(centre, miles)
      expect(line).toHaveLength(32 * 8 + 1)
      line.slice(1).forEach(([longitude], at) => {
        expect(Math.abs(longitude - (line[at]?.[0] ?? NaN))).toBeLessThanOrEqual(180)
      })
    }),
  )
})

test('is round at the deepest zoom: no side is a pixel off', () => {
  const [centre, miles] = [{ latitude: 35, longitude: -97 }, 20]
  const milesPerPixel = (24_900 * Math.cos((35 * Math.PI) / 180)) / (512 * 2 ** 14)
  const line = ringLine(centre, miles)
  line.slice(1).forEach(([longitude, latitude], at) => {
    const [beforeLongitude, beforeLatitude] = line[at] ?? [NaN, NaN]
    const middle = { latitude: (latitude + beforeLatitude) / 2, longitude: (longitude + beforeLongitude) / 2 }
    const sagMiles = miles - (distanceMiles(centre, middle) ?? NaN)
    expect(sagMiles / milesPerPixel).toBeLessThan(1)
  })
})

test('closes unless it goes around a pole', () => {
  fc.assert(
    fc.property(places, radii, (centre, miles) => {
      fc.pre(!isAroundPole(centre.latitude, miles))
      const line = ringLine(centre, miles)
      expect(line.at(-1)?.[0]).toBeCloseTo(line[0]?.[0] ?? NaN, 9)
      expect(line.at(-1)?.[1]).toBeCloseTo(line[0]?.[1] ?? NaN, 9)
    }),
  )
})

test('continues beyond 180 degrees across the date line', () => {
  const { west, east } = ringBounds({ latitude: -17, longitude: 179.9 }, 20)
  expect(west).toBeLessThan(180)
  expect(east).toBeGreaterThan(180)
  expect(east - west).toBeLessThan(1)
})

test('runs once across the world around a pole', () => {
  const line = ringLine({ latitude: 89.9, longitude: 10 }, 50)
  expect(Math.abs((line.at(-1)?.[0] ?? 0) - (line[0]?.[0] ?? 0))).toBeCloseTo(360, 6)
})

test('has bounds that contain the whole ring and end where the map does', () => {
  const bounds = ringBounds({ latitude: 35, longitude: -97 }, 10)
  expect(bounds.north - 35).toBeCloseTo(0.145, 2)
  expect(-97 - bounds.west).toBeCloseTo(0.177, 2)
  expect(ringBounds({ latitude: 84.9, longitude: 0 }, 100).north).toBe(85)
})

test('places a label on its ring', () => {
  const [longitude, latitude] = ringPoint({ latitude: 35, longitude: -97 }, 10, 90)
  expect(longitude).toBeGreaterThan(-97)
  expect(distanceMiles({ latitude: 35, longitude: -97 }, { latitude, longitude })).toBeCloseTo(10, 6)
})

test('has no ring without a place', () => {
  expect(() => ringLine({ latitude: NaN, longitude: 0 }, 10)).toThrow('A ring needs a center and a radius')
})
