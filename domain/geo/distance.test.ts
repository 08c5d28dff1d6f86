import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { bearingDegrees, destination, distanceMiles, milesPerKilometre, type Point } from './distance.ts'
import { ellipsoidMiles } from './vincenty.testing.ts'

interface Case {
  readonly id: string
  readonly group: string
  readonly input: Record<string, number> & { readonly ringsMiles?: readonly number[] }
  readonly expect: Record<string, number> & { readonly insideRings?: readonly boolean[] }
  readonly tol: number | Record<string, number>
  readonly wgs84Km?: number
}

const file = '../shared/data/science/great_circle.json'
const { cases } = JSON.parse(process.getBuiltinModule('node:fs').readFileSync(file, 'utf8')) as {
  cases: Case[]
}
const group = (...names: string[]) => cases.filter(one => names.includes(one.group))

const at = (latitude: number, longitude: number): Point => ({ latitude, longitude })
const number = (value: number | undefined) => value ?? NaN
const tolerance = ({ tol }: Case, key: string) => (typeof tol === 'number' ? tol : number(tol[key]))
const apart = (a: number, b: number) => Math.abs(((((a - b) % 360) + 540) % 360) - 180)

describe('the reference cases', () => {
  test('all of them are known here', () => {
    expect(cases.length).toBeGreaterThan(40)
    expect(group('pairs', 'veness', 'destination', 'rings').length).toBe(cases.length)
  })

  test.each(group('pairs', 'veness'))('$id: distance and bearing', one => {
    const { lat1, lon1, lat2, lon2, radiusM = 6371008.8 } = one.input
    const [from, to] = [at(number(lat1), number(lon1)), at(number(lat2), number(lon2))]
    const km = (number(distanceMiles(from, to) ?? undefined) / milesPerKilometre) * (radiusM / 6371008.8)
    expect(Math.abs(km - number(one.expect['distanceKm']))).toBeLessThanOrEqual(tolerance(one, 'distanceKm'))
    const bearing = one.expect['initialBearingDeg']
    if (bearing === undefined) expect(bearingDegrees(from, to)).toBeNull()
    else {
      const found = number(bearingDegrees(from, to) ?? undefined)
      expect(apart(found, bearing)).toBeLessThanOrEqual(tolerance(one, 'initialBearingDeg'))
    }
    // The oracle of the other tests is itself held to what the cases know of the ellipsoid.
    if (one.wgs84Km !== undefined && one.wgs84Km < 10_000) {
      expect(Math.abs(ellipsoidMiles(from, to) / milesPerKilometre - one.wgs84Km)).toBeLessThan(1e-4)
    }
  })

  test.each(group('destination'))('$id: destination', one => {
    const { lat, lon, bearingDeg, distanceKm } = one.input
    const miles = number(distanceKm) * milesPerKilometre
    const there = destination(at(number(lat), number(lon)), number(bearingDeg), miles) ?? at(NaN, NaN)
    expect(Math.abs(there.latitude - number(one.expect['lat']))).toBeLessThanOrEqual(tolerance(one, 'lat'))
    expect(apart(there.longitude, number(one.expect['lon']))).toBeLessThanOrEqual(tolerance(one, 'lon'))
  })

  test.each(group('rings'))('$id: rings', one => {
    const { centerLat, centerLon, strikeLat, strikeLon, ringsMiles } = one.input
    const center = at(number(centerLat), number(centerLon))
    const miles = number(distanceMiles(center, at(number(strikeLat), number(strikeLon))) ?? undefined)
    const expected = number(one.expect['distanceMiles'])
    expect(Math.abs(miles - expected)).toBeLessThanOrEqual(tolerance(one, 'distanceMiles'))
    expect(ringsMiles?.map(radius => miles <= radius)).toEqual(one.expect.insideRings)
  })
})

/** Evenly spread; fc.double would mean next to zero nearly always, as most doubles are. */
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
  test('a distance is the same both ways, and never not a number', () => {
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

  test('whoever leaves by a bearing arrives at that distance and bearing', () => {
    fc.assert(
      fc.property(points, real(0, 360), real(0.001, 5000), (from, bearing, miles) => {
        const there = destination(from, bearing, miles) as Point
        expect(there.longitude >= -180 && there.longitude < 180).toBe(true)
        expect(distanceMiles(from, there)).toBeCloseTo(miles, 6)
        // At the very pole every bearing is south, and the longitude alone tells where one went.
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

  test('no bearing leads to where one is, nor to the opposite place', () => {
    expect(bearingDegrees(at(35, -97), at(35, -97))).toBeNull()
    expect(bearingDegrees(at(35, -97), at(35, 263))).toBeNull()
    expect(bearingDegrees(at(90, 0), at(90, 50))).toBeNull()
    expect(bearingDegrees(at(0, 0), at(0, 180))).toBeNull()
  })
})

test('what is missing or outside the globe gives null, never a number', () => {
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
