import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isInside, type Outline } from './outline.ts'
import { coveringWithFewerCorners } from './simplify.ts'

/** A jagged coastline around a point, which never crosses itself. */
const coasts = fc
  .record({
    radii: fc.array(fc.double({ min: 0.8, max: 1.2, noNaN: true }), { minLength: 50, maxLength: 400 }),
    isClockwise: fc.boolean(),
  })
  .map(({ radii, isClockwise }): Outline => {
    const ring = radii.map((radius, index): [number, number] => {
      const angle = ((isClockwise ? -1 : 1) * 2 * Math.PI * index) / radii.length
      return [-97 + radius * Math.cos(angle), 35 + radius * Math.sin(angle)]
    })
    return [...ring, ring[0] as [number, number]]
  })

describe('a simplified outline that covers the original', () => {
  it('contains every place that was inside', () => {
    fc.assert(
      fc.property(
        coasts,
        fc.array(fc.tuple(fc.double({ min: 0, max: 1, noNaN: true }), fc.nat()), {
          minLength: 20,
          maxLength: 20,
        }),
        (coast, places) => {
          const fewer = coveringWithFewerCorners(coast, 40, 1e-6)
          for (const [share, at] of places) {
            // Everything between the center and a corner is inside.
            const [x, y] = coast[at % coast.length] ?? [0, 0]
            const place = {
              longitude: -97 + (x + 97) * share * 0.999,
              latitude: 35 + (y - 35) * share * 0.999,
            }
            expect(isInside(place, fewer)).toBe(true)
          }
        },
      ),
      { numRuns: 200 },
    )
  })

  it('has fewer corners and is closed', () => {
    fc.assert(
      fc.property(coasts, coast => {
        const fewer = coveringWithFewerCorners(coast, 40, 1e-6)
        expect(fewer.length).toBeLessThanOrEqual(coast.length)
        expect(fewer[0]).toEqual(fewer.at(-1))
        if (coast.length > 60) expect(fewer.length).toBeLessThan(coast.length)
      }),
    )
  })

  it('is unchanged if it already has few', () => {
    const square: Outline = [
      [0, 0],
      [1, 0],
      [1, 1],
      [0, 1],
      [0, 0],
    ]
    expect(coveringWithFewerCorners(square, 40, 1e-6)).toBe(square)
  })
})
