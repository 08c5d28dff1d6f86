import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { gaps, isSound, misses, ofGroups, readCases } from '#domain/cases.testing'
import { destination, type Point } from '#domain/geo/distance'
import { arrivalOfStorm } from './storm-arrival.ts'
import { forecastCases } from './storm-motion-cases.testing.ts'
import { meanMotion, motionOf, stormAfter } from './storm-motion.ts'
import { vectorTo } from './vector.ts'

const forecasts = readCases('storm_motion', forecastCases)
const at = (latitude: number, longitude: number): Point => ({ latitude, longitude })
const moving = (speedMs: number, toDegrees: number) => {
  const motion = motionOf(vectorTo(speedMs, toDegrees))
  if (motion === null) throw new Error('no such motion')
  return motion
}

test.each(ofGroups(forecasts, 'forecast'))('$id', one => {
  const { lat, lon, headingToDeg, speedMs, minutes } = one.input
  const there = stormAfter(at(lat, lon), moving(speedMs, headingToDeg), minutes)
  expect(misses(one, { lat: there?.latitude, lon: there?.longitude })).toEqual([])
})

test('gives a new cell the motion of the others, or none', () => {
  expect(meanMotion([])).toBeNull()
  expect(meanMotion([moving(10, 90), moving(20, 90)])?.speedMs).toBeCloseTo(15, 9)
  expect(meanMotion([moving(10, 350), moving(10, 10)])?.headingToDegrees).toBeCloseTo(360, 9)
})

describe('closest approach to a place', () => {
  const site = at(35, -97)

  test('a cell heading straight for it arrives', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 60 }),
        fc.integer({ min: 5, max: 40 }),
        fc.nat(359),
        (miles, speed, from) => {
          const cell = destination(site, from, miles) ?? site
          const arrival = arrivalOfStorm(cell, moving(speed, from + 180), site)
          expect(arrival?.kind).toBe('approaching')
          expect(arrival?.nearestMiles).toBeLessThan(0.02 * miles)
          if (arrival?.kind !== 'approaching') return
          const expected = (miles / 0.621371) * (1000 / speed / 60)
          expect(Math.abs(arrival.minutes / expected - 1)).toBeLessThan(0.01)
        },
      ),
    )
  })

  test('a cell that has passed recedes, and a stationary one stays', () => {
    const east = destination(site, 90, 10) ?? site
    expect(arrivalOfStorm(east, moving(10, 90), site)).toMatchObject({ kind: 'receding' })
    expect(arrivalOfStorm(east, moving(0, 0), site)).toMatchObject({ kind: 'standing' })
    expect(arrivalOfStorm(east, moving(10, 90), site)?.nearestMiles).toBeCloseTo(10, 1)
    expect(arrivalOfStorm(site, moving(10, 90), at(NaN, 0))).toBeNull()
  })

  test('is never NaN', () => {
    const any = fc.oneof(fc.constantFrom(...gaps), fc.integer({ min: -200, max: 200 }), fc.double())
    fc.assert(
      fc.property(any, any, any, any, (a, b, c, d) => {
        const motion = motionOf({ east: a as number, north: b as number })
        const cell = at(c as number, d as number)
        return (
          motion === null ||
          isSound([
            motion,
            arrivalOfStorm(cell, motion, site),
            stormAfter(cell, motion, 60),
            meanMotion([motion, motion]),
          ])
        )
      }),
    )
  })
})
