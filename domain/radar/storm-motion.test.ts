import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { gaps, isSound, misses, ofGroups, readCases } from '#domain/cases.testing'
import { destination, distanceMiles, type Point } from '#domain/geo/distance'
import { mphFromMs } from '#domain/units/convert'
import { arrivalOfStorm } from './storm-arrival.ts'
import { forecastCases, motionCases } from './storm-motion-cases.testing.ts'
import { meanMotion, motionOf, stormAfter, stormMotion, stormTrack, type Fix } from './storm-motion.ts'
import { vectorTo } from './vector.ts'

const motions = readCases('storm_motion', motionCases)
const forecasts = readCases('storm_motion', forecastCases)
const at = (latitude: number, longitude: number): Point => ({ latitude, longitude })
const moving = (speedMs: number, toDegrees: number) => {
  const motion = motionOf(vectorTo(speedMs, toDegrees))
  if (motion === null) throw new Error('no such motion')
  return motion
}

describe('the reference cases', () => {
  test('covers all of them, here and with the vectors', () => {
    const known = ['vector', 'components', 'two-fix', 'multi-fix', 'forecast']
    expect(motions.filter(one => !known.includes(one.group))).toEqual([])
  })

  test.each(ofGroups(motions, 'two-fix', 'multi-fix'))('$id', one => {
    const motion = stormMotion(
      one.input.fixes.map(({ timeUtc, lat, lon }) => ({ ...at(lat, lon), timeMs: Date.parse(timeUtc) })),
    )
    const found = {
      speedMs: motion?.speedMs,
      speedMph: mphFromMs(motion?.speedMs ?? null),
      headingToDeg: motion?.headingToDegrees,
      directionFromDeg: motion?.directionFromDegrees,
      uMs: motion?.vectorMs.east,
      vMs: motion?.vectorMs.north,
    }
    expect(misses(one, found)).toEqual([])
  })

  test.each(ofGroups(forecasts, 'forecast'))('$id', one => {
    const { lat, lon, headingToDeg, speedMs, minutes } = one.input
    const there = stormAfter(at(lat, lon), moving(speedMs, headingToDeg), minutes)
    expect(misses(one, { lat: there?.latitude, lon: there?.longitude })).toEqual([])
  })
})

const minute = 60_000
/** A cell moving east by a hundredth of a degree per minute. */
const eastward = (...minutes: number[]): Fix[] =>
  minutes.map(time => ({ ...at(35, -97 + time / 100), timeMs: time * minute }))

describe('fixes that cannot be of one cell', () => {
  test.each([
    ['one alone', eastward(0)],
    ['none', []],
    ['at the same time', eastward(0, 0)],
    ['back in time', eastward(5, 0)],
    ['after a long pause', eastward(0, 21)],
    ['with a long pause among them', eastward(0, 5, 10, 31)],
    ['too fast', [...eastward(0), { ...at(35, -96), timeMs: 20 * minute }]],
  ])('%s', (_, fixes) => {
    expect(stormMotion(fixes)).toBeNull()
  })

  test('allows a gap of twenty minutes and a stationary cell', () => {
    expect(stormMotion(eastward(0, 20))?.headingToDegrees).toBeCloseTo(90, 0)
    const still = { ...at(35, -97), timeMs: 5 * minute }
    expect(stormMotion([{ ...still, timeMs: 0 }, still])).toMatchObject({ speedMs: 0, headingToDegrees: 0 })
  })

  test.each(gaps)('%s', gap => {
    const [one, two] = eastward(0, 5)
    if (one === undefined || two === undefined) return
    expect(stormMotion([one, { ...two, latitude: gap as number }])).toBeNull()
    expect(stormMotion([one, { ...two, timeMs: gap as number }])).toBeNull()
  })
})

test('uses only the last ten fixes', () => {
  const south = { ...at(34, -97), timeMs: -5 * minute }
  const ten = eastward(0, 5, 10, 15, 20, 25, 30, 35, 40, 45)
  expect(stormMotion([south, ...ten])).toEqual(stormMotion(ten))
})

test('handles a cell that crosses the date line', () => {
  const over = [179.95, 179.99, -179.97].map((longitude, index) => ({
    ...at(10, longitude),
    timeMs: index * 5 * minute,
  }))
  expect(stormMotion(over)?.headingToDegrees).toBeCloseTo(90, 5)
  expect(stormMotion(over)?.speedMs).toBeLessThan(20)
})

test('gives a new cell the motion of the others, or none', () => {
  expect(meanMotion([])).toBeNull()
  expect(meanMotion([moving(10, 90), moving(20, 90)])?.speedMs).toBeCloseTo(15, 9)
  expect(meanMotion([moving(10, 350), moving(10, 10)])?.headingToDegrees).toBeCloseTo(360, 9)
})

test('extends the track in steps of a quarter of an hour', () => {
  const start = at(35, -97)
  const miles = stormTrack(start, moving(10, 45)).map(point => distanceMiles(start, point) ?? NaN)
  expect(miles.length).toBe(4)
  miles.forEach((far, index) => expect(far).toBeCloseTo((index + 1) * 9 * 0.621371, 6))
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
            stormTrack(cell, motion),
            meanMotion([motion, motion]),
          ])
        )
      }),
    )
  })
})
