import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { areaName, isInArea, type Area, type AreaBox } from './area.ts'
import { inContinentalUs } from './continental-us.ts'
import { destination, normalizedLongitude, type Point } from './distance.ts'

const us: Area = { kind: 'continental-us' }
const world: Area = { kind: 'world' }
const box = (south: number, west: number, north: number, east: number): Area => ({
  kind: 'box',
  south,
  west,
  north,
  east,
})
const alaska = box(54, 170, 72, -130)
const at = (latitude: number, longitude: number): Point => ({ latitude, longitude })
const [norman, anchorage] = [at(35.2, -97.4), at(61.2, -149.9)]

const degree = (most: number) => fc.integer({ min: -most * 4, max: most * 4 }).map(quarter => quarter / 4)
const point = fc.record({ latitude: degree(90), longitude: degree(180) })
const boxes = fc
  .tuple(degree(90), degree(180), degree(90), degree(180))
  .filter(([south, west, north, east]) => south < north && west !== east)
  .map(([south, west, north, east]) => ({ kind: 'box' as const, south, west, north, east }))
const areas = fc.oneof(fc.constant(us), fc.constant(world), boxes)

/**
 * A box check without arithmetic: the point lies between the box's parallels, and going east from the west edge reaches
 * it before the east edge.
 */
function isInside({ south, west, north, east }: AreaBox, { latitude, longitude }: Point): boolean {
  if (latitude < south || latitude > north) return false
  const same = (one: number, other: number) => normalizedLongitude(one) === normalizedLongitude(other)
  for (let meridian = west; ; meridian += 0.25) {
    if (same(meridian, longitude)) return true
    // From -180 to 180 is a full turn. From 180 to -180 is none.
    if ((meridian > west || east < west) && same(meridian, east)) return false
  }
}

describe('an area', () => {
  it.each<[string, Area, Point, boolean]>([
    ['Norman is in the country', us, norman, true],
    ['Anchorage is not', us, anchorage, false],
    ['both are in the world', world, anchorage, true],
    ['Anchorage is in a box that crosses the antimeridian', alaska, anchorage, true],
    ['and so is Attu', alaska, at(54.8, 172.9), true],
    ['but not Norman', alaska, norman, false],
    ['nor Kamchatka', alaska, at(56, 160), false],
    ['edges belong to a box', box(30, -100, 40, -90), at(40, -90), true],
    ['all meridians are in a box from -180 to 180', box(-10, -180, 10, 180), at(0, 180), true],
    ['only the antimeridian is in a box from 180 to -180', box(-10, 180, 10, -180), at(0, 0), false],
    ['nowhere is in no area', world, at(Number.NaN, 0), false],
    ['beyond a pole is in no area', world, at(90.1, 0), false],
  ])('%s', (_, area, place, inside) => expect(isInArea(area, place)).toBe(inside))

  it('keeps the bounds of the country', () => {
    fc.assert(
      fc.property(point, place => isInArea(us, place) === inContinentalUs(place.latitude, place.longitude)),
    )
  })

  it('contains what lies between a box’s edges, anywhere on the globe', () => {
    fc.assert(
      fc.property(boxes, point, (area, place) => isInArea(area, place) === isInside(area, place)),
      { numRuns: 2000 },
    )
  })

  it('is unchanged if longitudes are shifted by a full turn', () => {
    fc.assert(
      fc.property(areas, point, fc.constantFrom(-360, 360), (area, place, turn) => {
        const turned = { ...place, longitude: place.longitude + turn }
        return isInArea(area, turned) === isInArea(area, place)
      }),
    )
  })

  it('contains a ring only if it contains every point in it', () => {
    const around = fc.record({
      bearing: fc.integer({ min: 0, max: 359 }),
      miles: fc.double({ min: 0.1, max: 60, noNaN: true }),
    })
    const seen = { inside: 0, outside: 0 }
    fc.assert(
      fc.property(boxes, point, around, (area, place, { bearing, miles }) => {
        if (!isInArea(area, place, miles)) return void seen.outside++
        seen.inside++
        const within = destination(place, bearing, miles)
        expect(within && isInArea(area, within)).toBe(true)
      }),
      { numRuns: 5000 },
    )
    expect(Math.min(seen.inside, seen.outside)).toBeGreaterThan(100)
  })

  it.each([
    ['a mile short of the edge', 8, true],
    ['over the edge', 8.1, false],
    ['of no known size', Number.NaN, false],
  ])('contains or leaves out a ring that is %s', (_, miles, inside) => {
    const nearNorth = destination(at(40, -95), 180, 8.05) ?? norman
    expect(isInArea(box(30, -100, 40, -90), nearNorth, miles)).toBe(inside)
  })

  it('has a display name', () => {
    expect([us, world, alaska, box(-10.5, -5, 0, 20)].map(areaName)).toEqual([
      'Continental United States',
      'Whole world',
      '54° N to 72° N, 170° E to 130° W',
      '10.5° S to 0°, 5° W to 20° E',
    ])
  })
})
