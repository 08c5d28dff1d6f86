import fc from 'fast-check'
import { expect, it } from 'vitest'
import { destination, distanceMiles } from '#domain/geo/distance'
import { ellipsoidMiles } from '#domain/geo/vincenty.testing'
import { nearestOnCircle, strikeRange } from './strike-range.ts'

const evenly = (min: number, max: number) =>
  fc.integer({ min: min * 1000, max: max * 1000 }).map(thousandths => thousandths / 1000)
const place = fc.record({ latitude: evenly(-85, 85), longitude: evenly(-180, 180) })

it('a strike on a circle is never nearer than the distance that counts, in any direction', () => {
  fc.assert(
    fc.property(
      place,
      evenly(0, 360),
      evenly(0, 60),
      evenly(0, 30),
      evenly(0, 360),
      (at, toSensor, away, circleMiles, toStrike) => {
        const sensor = destination(at, toSensor, away) ?? at
        const struck = destination(sensor, toStrike, circleMiles) ?? sensor
        const counted = nearestOnCircle(distanceMiles(at, sensor) ?? 0, { circleMiles })
        expect(counted).toBeLessThanOrEqual((distanceMiles(at, struck) ?? 0) + 1e-6)
        expect(counted).toBeLessThanOrEqual(ellipsoidMiles(at, struck) + 1e-6)
      },
    ),
    { numRuns: 2000 },
  )
})

it('a strike with a position counts where it is', () => {
  expect(nearestOnCircle(7.2, {})).toBe(7.2)
})

it('a strike heard 6 miles from a sensor at the place is within 7 miles, direction unknown, and not inside 4', () => {
  const at = { latitude: 35.2, longitude: -97.4 }
  const range = strikeRange(at, { ...at, circleMiles: 6, positionErrorMiles: 1 })
  expect(range).toEqual({ miles: 6, bearingDegrees: null, withinMiles: 7 })
  expect(nearestOnCircle(0, { circleMiles: 6 })).toBeGreaterThan(5.9)
})

it('a place on the circle itself may have been struck', () => {
  const sensor = { latitude: 35.2, longitude: -97.4 }
  const at = destination(sensor, 90, 6) ?? sensor
  expect(nearestOnCircle(distanceMiles(at, sensor) ?? 0, { circleMiles: 6 })).toBe(0)
})
