import fc from 'fast-check'
import { expect, test } from 'vitest'
import { destination, distanceMiles, type Point } from './distance.ts'
import { measuredLimit, nearMiles, Vantage } from './nearness.ts'
import { ellipsoidMiles } from './vincenty.testing.ts'

const [eye, other] = [new Vantage(), new Vantage()]

function nearness(strike: Point, place: Point, withinMiles: number): number {
  eye.stand(strike.latitude, strike.longitude, withinMiles)
  other.stand(place.latitude, place.longitude, withinMiles)
  return nearMiles(eye.measureSquared(other.x, other.y, other.z))
}

/** Evenly distributed; fc.double would almost always be close to zero, as most doubles are. */
const real = (min: number, max: number) =>
  fc.oneof(
    { weight: 9, arbitrary: fc.nat({ max: 1e9 }).map(part => min + ((max - min) * part) / 1e9) },
    { weight: 1, arbitrary: fc.double({ min, max, noNaN: true }) },
  )
const strikes = fc.record({
  latitude: fc.oneof(real(-90, 90), real(89.9, 90), fc.constantFrom(-90, 0, 90)),
  longitude: fc.oneof(real(-180, 180), real(179.9, 180)),
})

test('never exceeds the distance on the sphere or the ellipsoid, and is barely less', () => {
  fc.assert(
    fc.property(strikes, real(0, 360), real(0, 150), (strike, bearing, miles) => {
      const place = destination(strike, bearing, miles) as Point
      const smaller = Math.min(distanceMiles(strike, place) as number, ellipsoidMiles(strike, place))
      const found = nearness(strike, place, 150)
      expect(found).toBeLessThanOrEqual(smaller)
      expect(found).toBeGreaterThanOrEqual(smaller * 0.9997 - 1e-5)
    }),
    { numRuns: 10_000 },
  )
})

test('never exceeds it with an absurdly large position error', () => {
  fc.assert(
    fc.property(strikes, real(0, 360), real(150, 8000), (strike, bearing, miles) => {
      const place = destination(strike, bearing, miles) as Point
      const smaller = Math.min(distanceMiles(strike, place) as number, ellipsoidMiles(strike, place))
      expect(nearness(strike, place, 8000)).toBeLessThanOrEqual(smaller)
    }),
  )
})

test('never reports what is within its limit as farther away', () => {
  fc.assert(
    fc.property(real(0, 200), miles => {
      expect(nearMiles(measuredLimit(miles) ** 2)).toBeLessThanOrEqual(miles)
    }),
  )
})
