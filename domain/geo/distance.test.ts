import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { misses, ofGroups, readCases } from '#domain/cases.testing'
import {
  destinationCases,
  distanceCases,
  ellipsoidCases,
  ringCases,
  type Input,
} from './distance-cases.testing.ts'
import { bearingDegrees, destination, distanceMiles, milesPerKilometre, type Point } from './distance.ts'
import { ellipsoidMiles } from './vincenty.testing.ts'

const pairs = readCases('great_circle', distanceCases)
const destinations = readCases('great_circle', destinationCases)
const rings = readCases('great_circle', ringCases)

const at = (latitude: number, longitude: number): Point => ({ latitude, longitude })
const apart = (a: number, b: number) => Math.abs(((((a - b) % 360) + 540) % 360) - 180)
const ends = ({ lat1, lon1, lat2, lon2 }: Input) => [at(lat1, lon1), at(lat2, lon2)] as const

describe('the reference cases', () => {
  test('covers all of them', () => {
    const known = ['pairs', 'veness', 'destination', 'rings']
    expect(pairs.filter(one => !known.includes(one.group))).toEqual([])
  })

  test.each(ofGroups(pairs, 'pairs', 'veness'))('$id: distance and bearing', one => {
    const [from, to] = ends(one.input)
    const scale = (one.input.radiusM ?? 6371008.8) / 6371008.8
    const distanceKm = ((distanceMiles(from, to) ?? NaN) / milesPerKilometre) * scale
    const initialBearingDeg = bearingDegrees(from, to)
    expect(misses(one, { distanceKm, initialBearingDeg })).toEqual([])
    if (one.expect['initialBearingDeg'] === undefined) expect(initialBearingDeg).toBeNull()
    if (one.wgs84Km !== undefined && one.wgs84Km < 10_000) {
      expect(Math.abs(ellipsoidMiles(from, to) / milesPerKilometre - one.wgs84Km)).toBeLessThan(1e-4)
    }
  })

  test.each(ellipsoidCases)('$id: the oracle of the other tests', one => {
    expect(misses(one, { wgs84Km: ellipsoidMiles(...ends(one.input)) / milesPerKilometre })).toEqual([])
  })

  test.each(ofGroups(destinations, 'destination'))('$id: destination', one => {
    const { lat, lon, bearingDeg, distanceKm } = one.input
    const there = destination(at(lat, lon), bearingDeg, distanceKm * milesPerKilometre)
    expect(misses(one, { lat: there?.latitude, lon: there?.longitude })).toEqual([])
  })

  test.each(ofGroups(rings, 'rings'))('$id: rings', one => {
    const { centerLat, centerLon, strikeLat, strikeLon, ringsMiles } = one.input
    const miles = distanceMiles(at(centerLat, centerLon), at(strikeLat, strikeLon)) ?? NaN
    const insideRings = ringsMiles.map(radius => miles <= radius)
    expect(misses(one, { distanceMiles: miles, insideRings })).toEqual([])
  })
})

/** Evenly distributed; fc.double would almost always be close to zero, as most doubles are. */
const real = (min: number, max: number) =>
  fc.oneof(
    { weight: 9, arbitrary: fc.nat({ max: 1e9 }).map(part => min + ((max - min) * part) / 1e9) },
    { weight: 1, arbitrary: fc.double({ min, max, noNaN: true }) },
  )
const points = fc.record({
  latitude: fc.oneof(real(-90, 90), fc.constantFrom(-90, 90, 0)),
  longitude: fc.oneof(real(-180, 180), fc.constantFrom(-180, 179.9999999, 180, 0)),
})

describe('anywhere on the globe', () => {
  test('a distance is the same both ways and never NaN', () => {
    fc.assert(
      fc.property(points, points, (a, b) => {
        const miles = distanceMiles(a, b)
        expect(miles).toBeGreaterThanOrEqual(0)
        expect(miles).toBeLessThanOrEqual(12_438)
        expect(distanceMiles(b, a)).toBeCloseTo(miles as number, 6)
        expect(distanceMiles(a, { ...b, longitude: b.longitude + 360 })).toBeCloseTo(miles as number, 3)
      }),
    )
  })

  test('a point at a bearing and distance is found again at that bearing and distance', () => {
    fc.assert(
      fc.property(points, real(0, 360), real(0.001, 5000), (from, bearing, miles) => {
        const there = destination(from, bearing, miles) as Point
        expect(there.longitude >= -180 && there.longitude < 180).toBe(true)
        expect(distanceMiles(from, there)).toBeCloseTo(miles, 6)
        // At the pole every bearing is south, and only the longitude shows the direction.
        if (Math.abs(from.latitude) > 89.99) return
        expect(apart(bearingDegrees(from, there) as number, bearing)).toBeLessThan(0.001)
      }),
    )
  })

  test.each([
    ['across the antimeridian', at(0, 179.5), at(0, -179.5), 69.0934],
    ['the poles, by any longitude', at(90, 10), at(90, -120), 0],
    ['from pole to pole', at(90, 0), at(-90, 77), 12436.8116],
    ['opposite places', at(35, -97), at(-35, 83), 12436.8116],
    ['over the pole', at(89.5, 0), at(89.5, 180), 69.0934],
  ])('%s', (_, from, to, miles) => {
    expect(Math.abs((distanceMiles(from, to) as number) - miles)).toBeLessThan(0.001)
  })

  test('has no bearing to the same place or to the antipode', () => {
    expect(bearingDegrees(at(35, -97), at(35, -97))).toBeNull()
    expect(bearingDegrees(at(35, -97), at(35, 263))).toBeNull()
    expect(bearingDegrees(at(90, 0), at(90, 50))).toBeNull()
    expect(bearingDegrees(at(0, 0), at(0, 180))).toBeNull()
  })
})

test('returns null for input that is missing or outside the globe', () => {
  const here = at(35, -97)
  const nowhere = [NaN, undefined, null, Infinity].flatMap(gap => [
    at(gap as number, 0),
    at(0, gap as number),
  ])
  for (const place of [...nowhere, at(90.1, 0), at(-91, 0)]) {
    expect(distanceMiles(here, place)).toBeNull()
    expect(distanceMiles(place, here)).toBeNull()
    expect(bearingDegrees(here, place)).toBeNull()
    expect(bearingDegrees(place, here)).toBeNull()
    expect(destination(place, 0, 1)).toBeNull()
  }
  expect(destination(here, NaN, 1)).toBeNull()
  expect(destination(here, 0, NaN)).toBeNull()
})
