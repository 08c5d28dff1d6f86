import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { destination, type Point } from '#domain/geo/distance'
import { isInside } from '#domain/geo/outline'
import { coneOf, coneRadiusMiles, type ConePoint } from './cone.ts'

const leads = [0, 12, 24, 36, 48, 72, 96, 120]

test.each([
  [0, 0],
  [12, 29.9],
  [48, 77.1],
  [72, 113.9],
  [84, 140.4],
  [120, 235.9],
  [200, 235.9],
])('%d hours ahead the circle is %d miles wide', (hours, miles) => {
  expect(coneRadiusMiles(hours)).toBeCloseTo(miles, 1)
})

/** A typical storm track: a few hundred miles per day, with realistic turns. */
const way = fc
  .record({
    latitude: fc.double({ min: 10, max: 35, noNaN: true }),
    longitude: fc.double({ min: -95, max: -30, noNaN: true }),
    heading: fc.double({ min: 0, max: 360, noNaN: true }),
    turns: fc.array(fc.double({ min: -30, max: 30, noNaN: true }), { minLength: 7, maxLength: 7 }),
    mph: fc.double({ min: 4, max: 25, noNaN: true }),
    count: fc.integer({ min: 2, max: 8 }),
  })
  .map(({ latitude, longitude, heading, turns, mph, count }): ConePoint[] => {
    const points: ConePoint[] = [{ latitude, longitude, leadHours: 0 }]
    let going = heading
    for (const [index, leadHours] of leads.slice(0, count).entries()) {
      const last = points.at(-1)
      if (index === 0 || !last) continue
      going += turns[index - 1] ?? 0
      const next = destination(last, going, mph * (leadHours - last.leadHours))
      if (next) points.push({ ...next, leadHours })
    }
    return points
  })

describe('a cone', () => {
  it('is a closed ring that contains every circle along the track', () => {
    fc.assert(
      fc.property(way, points => {
        const cone = coneOf(points)
        expect(cone.at(-1)).toEqual(cone[0])
        for (const point of points.slice(1)) {
          for (let bearing = 0; bearing < 360; bearing += 30) {
            const inside = destination(point, bearing, 0.93 * coneRadiusMiles(point.leadHours)) as Point
            expect(isInside(inside, cone)).toBe(true)
          }
        }
      }),
    )
  })

  it('is no wider than its widest circle', () => {
    fc.assert(
      fc.property(way, points => {
        const last = points.at(-1)
        const widest = coneRadiusMiles(last?.leadHours ?? 0)
        for (const bearing of [0, 90, 180, 270]) {
          const far = points.map(point => destination(point, bearing, 1.02 * widest + 1) as Point)
          const outmost = far.toSorted((one, other) =>
            bearing % 180 === 0 ? one.latitude - other.latitude : one.longitude - other.longitude,
          )
          const beyond = bearing === 0 || bearing === 90 ? outmost.at(-1) : outmost[0]
          if (beyond) expect(isInside(beyond, coneOf(points))).toBe(false)
        }
      }),
    )
  })

  it('is the widest circle for a stationary storm', () => {
    const here = { latitude: 25, longitude: -80 }
    const cone = coneOf(leads.map(leadHours => ({ ...here, leadHours })))
    for (let bearing = 0; bearing < 360; bearing += 45) {
      expect(isInside(destination(here, bearing, 220) as Point, cone)).toBe(true)
      expect(isInside(destination(here, bearing, 240) as Point, cone)).toBe(false)
    }
  })

  it('needs a track', () => {
    expect(coneOf([])).toEqual([])
    expect(coneOf([{ latitude: 20, longitude: -60, leadHours: 0 }])).toEqual([])
  })
})
