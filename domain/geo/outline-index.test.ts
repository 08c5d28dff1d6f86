import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { boxAround, isInside, type Outline } from './outline.ts'
import { OutlineIndex } from './outline-index.ts'
import { withFewerCorners } from './simplify.ts'

/** A star around a center: corners at all angles, some far, some near. */
function star(longitude: number, latitude: number, radii: readonly number[]): Outline {
  const corners = radii.map((radius, index): [number, number] => {
    const angle = (2 * Math.PI * index) / radii.length
    return [longitude + radius * Math.cos(angle), latitude + radius * Math.sin(angle)]
  })
  return [...corners, corners[0] as [number, number]]
}

const outline = fc
  .tuple(
    fc.double({ min: -125, max: -70, noNaN: true }),
    fc.double({ min: 25, max: 49, noNaN: true }),
    fc.array(fc.double({ min: 0.01, max: 3, noNaN: true }), { minLength: 3, maxLength: 120 }),
  )
  .map(([longitude, latitude, radii]) => star(longitude, latitude, radii))
const onGrid = fc
  .tuple(
    fc.integer({ min: -250, max: -140 }),
    fc.integer({ min: 50, max: 98 }),
    fc.integer({ min: 1, max: 9 }),
  )
  .map(([x, y, size]): Outline => {
    const [west, south, side] = [x / 2, y / 2, size / 2]
    return [
      [west, south],
      [west + side, south],
      [west + side, south + side],
      [west, south + side],
      [west, south],
    ]
  })
const entries = fc.array(fc.record({ outlines: fc.array(fc.oneof(outline, onGrid), { maxLength: 4 }) }), {
  maxLength: 12,
})
const anywhere = fc.record({
  latitude: fc.double({ min: 20, max: 52, noNaN: true }),
  longitude: fc.double({ min: -130, max: -65, noNaN: true }),
})

describe('the area index', () => {
  it('agrees with a check of every outline, anywhere, including corners and edges', () => {
    fc.assert(
      fc.property(entries, fc.array(anywhere, { maxLength: 10 }), (areas, places) => {
        const index = new OutlineIndex(areas)
        const corners = areas.flatMap(({ outlines }) =>
          outlines.flatMap(each =>
            each.slice(1, 4).flatMap(([x, y], at) => {
              const [fromX, fromY] = each[at] ?? [x, y]
              return [
                { longitude: x, latitude: y },
                { longitude: (x + fromX) / 2, latitude: (y + fromY) / 2 },
              ]
            }),
          ),
        )
        for (const place of [...places, ...corners]) {
          const plain = areas.filter(({ outlines }) => outlines.some(each => isInside(place, each)))
          expect(index.at(place)).toEqual(plain)
        }
      }),
      { numRuns: 150 },
    )
  })

  it('finds an area that is only a line', () => {
    const line: Outline = [
      [-98, 35],
      [-97, 35],
      [-96, 35],
      [-98, 35],
    ]
    expect(new OutlineIndex([{ outlines: [line] }]).at({ latitude: 35, longitude: -97.5 })).toHaveLength(1)
  })

  it('finds an area as wide as the world', () => {
    const world: Outline = [
      [-180, -90],
      [180, -90],
      [180, 90],
      [-180, 90],
      [-180, -90],
    ]
    expect(new OutlineIndex([{ outlines: [world] }]).at({ latitude: 35, longitude: -97 })).toHaveLength(1)
  })
})

it('finds the bounding box of an outline with 200,000 corners', () => {
  const coast = star(
    -150,
    60,
    Array.from({ length: 200_000 }, () => 1),
  )
  expect(boxAround([coast])).toMatchObject({ west: -151, east: -149 })
})

describe('fewer corners', () => {
  it('are corners of the outline, and close it', () => {
    fc.assert(
      fc.property(outline, shape => {
        const fewer = withFewerCorners(shape, 20, 0.001)
        expect(fewer[0]).toEqual(fewer.at(-1))
        expect(fewer.length).toBeGreaterThanOrEqual(Math.min(4, shape.length))
        expect(shape).toEqual(expect.arrayContaining([...fewer]))
      }),
    )
  })

  it('keep a circle round and leave a small outline unchanged', () => {
    const circle = star(
      -97,
      35,
      Array.from({ length: 5000 }, () => 1),
    )
    const fewer = withFewerCorners(circle, 500, 0.0005)
    expect(fewer.length).toBeLessThanOrEqual(500)
    for (const [x, y] of circle)
      expect(isInside({ longitude: -97 + (x + 97) * 0.995, latitude: 35 + (y - 35) * 0.995 }, fewer)).toBe(
        true,
      )
    expect(withFewerCorners(fewer, 500, 0.0005)).toBe(fewer)
  })
})
