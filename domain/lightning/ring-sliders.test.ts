import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { noLocks, ringFaults, zones, type Radii, type RingLocks, type Zone } from './ring-rules.ts'
import { disableRing, enableRing, moveRing, sliderRanges } from './ring-sliders.ts'

const lockedAt = (zone: Zone, miles: number): RingLocks => ({ zones: { [zone]: miles } })

/** Document 1 section 5: 'Moving a zone pushes neighbours', 'enabling a zone', 'disabling zone 2'. */
describe('the location form’s sliders', () => {
  test.each<[what: string, before: Radii, zone: Zone, miles: number, after: Radii]>([
    ['a zone moves', [10, 20, 30, 0], 1, 15, [15, 20, 30, 0]],
    ['outwards, it pushes', [10, 12, 13, 40], 1, 20, [20, 21, 22, 40]],
    ['inwards, it pushes', [10, 12, 13, 40], 3, 8, [6, 7, 8, 40]],
    ['at a mile’s distance nobody is pushed', [10, 20, 0, 0], 1, 19, [19, 20, 0, 0]],
    ['zone 1 ends at 47', [10, 20, 30, 40], 1, 60, [47, 48, 49, 50]],
    ['zone 4 begins at 8', [10, 20, 30, 40], 4, 1, [5, 6, 7, 8]],
    ['a zone that is off stays off', [10, 20, 0, 0], 3, 30, [10, 20, 0, 0]],
  ])('%s', (_, before, zone, miles, after) => {
    expect(moveRing(before, zone, miles)).toEqual(after)
  })

  test.each<[what: string, before: Radii, zone: Zone, miles: number, locks: RingLocks, after: Radii]>([
    ['a locked zone stays', [10, 20, 30, 0], 2, 25, lockedAt(2, 20), [10, 20, 30, 0]],
    ['a zone stops before a locked one', [10, 20, 30, 0], 1, 40, lockedAt(2, 20), [19, 20, 30, 0]],
    ['with those between', [10, 12, 20, 0], 1, 40, lockedAt(3, 20), [18, 19, 20, 0]],
    ['also inwards', [10, 20, 30, 0], 3, 2, lockedAt(1, 10), [10, 11, 12, 0]],
    ['without room it stays', [48, 49, 0, 0], 2, 30, lockedAt(1, 48), [48, 49, 0, 0]],
  ])('%s', (_, before, zone, miles, locks, after) => {
    expect(moveRing(before, zone, miles, locks)).toEqual(after)
  })

  test.each<[what: string, before: Radii, zone: Zone, after: Radii]>([
    ['the zone before plus one', [10, 0, 0, 0], 2, [10, 11, 0, 0]],
    ['those before it, too', [10, 0, 0, 0], 4, [10, 11, 12, 13]],
    ['inner ones make room', [50, 0, 0, 0], 2, [49, 50, 0, 0]],
    ['one that is on stays as it is', [10, 20, 0, 0], 2, [10, 20, 0, 0]],
  ])('ticked: %s', (_, before, zone, after) => {
    expect(enableRing(before, zone)).toEqual(after)
  })

  test('enabling a zone does nothing if a locked ring leaves no room', () => {
    expect(enableRing([50, 0, 0, 0], 2, lockedAt(1, 50))).toEqual([50, 0, 0, 0])
  })

  test.each<[what: string, before: Radii, zone: Zone, locks: RingLocks, after: Radii]>([
    ['zone 2 takes 3 and 4 with it', [10, 20, 30, 40], 2, noLocks, [10, 0, 0, 0]],
    ['zone 3 takes 4 with it', [10, 20, 30, 40], 3, noLocks, [10, 20, 0, 0]],
    ['zone 1 stays', [10, 20, 0, 0], 1, noLocks, [10, 20, 0, 0]],
    ['not past a locked one', [10, 20, 30, 0], 2, lockedAt(3, 30), [10, 20, 30, 0]],
  ])('unticked: %s', (_, before, zone, locks, after) => {
    expect(disableRing(before, zone, locks)).toEqual(after)
  })
})

describe('for any moves and toggles', () => {
  const zone = fc.constantFrom(...zones)
  const miles = fc.integer({ min: -10, max: 70 })
  type Step = (radii: Radii, locks: RingLocks) => Radii
  const steps: fc.Arbitrary<Step> = fc.oneof(
    fc.tuple(zone, miles).map(
      ([one, to]): Step =>
        (radii, locks) =>
          moveRing(radii, one, to, locks),
    ),
    zone.map(
      (one): Step =>
        (radii, locks) =>
          enableRing(radii, one, locks),
    ),
    zone.map(
      (one): Step =>
        (radii, locks) =>
          disableRing(radii, one, locks),
    ),
  )
  const starts: fc.Arbitrary<Radii> = fc
    .tuple(
      fc.uniqueArray(fc.integer({ min: 1, max: 50 }), { minLength: 4, maxLength: 4 }),
      fc.integer({ min: 1, max: 4 }),
    )
    .map(([some, on]) => {
      const [one, two, three, four] = some.sort((a, b) => a - b).map((radius, at) => (at < on ? radius : 0))
      return [one, two, three, four] as Radii
    })

  test('the rings may be saved after every step', () => {
    fc.assert(
      fc.property(starts, fc.array(steps, { maxLength: 20 }), (start, acts) => {
        let radii = start
        for (const act of acts) {
          radii = act(radii, noLocks)
          expect(ringFaults({ radii, allClearMinutes: 30 }, { locks: noLocks, fourthZone: true })).toEqual([])
        }
      }),
      { numRuns: 2000 },
    )
  })

  test('a locked ring never moves, and the others keep their distance', () => {
    fc.assert(
      fc.property(starts, zone, fc.array(steps, { maxLength: 20 }), (start, one, acts) => {
        const lock = start[one - 1] as number
        fc.pre(lock > 0)
        const locks = lockedAt(one, lock)
        let radii = start
        for (const act of acts) {
          radii = act(radii, locks)
          expect(ringFaults({ radii, allClearMinutes: 30 }, { locks, fourthZone: true })).toEqual([])
        }
      }),
      { numRuns: 2000 },
    )
  })

  test('a ring follows its slider within limits, and others move only if they are in its way', () => {
    fc.assert(
      fc.property(starts, zone, miles, (start, one, to) => {
        fc.pre((start[one - 1] as number) > 0)
        const { least, most } = sliderRanges[one]
        const moved = moveRing(start, one, to)
        const landed = Math.min(Math.max(to, least), most)
        expect(moved[one - 1]).toBe(landed)
        for (const other of zones.filter(each => each !== one)) {
          const before = start[other - 1] as number
          const after = moved[other - 1] as number
          if (before === 0) expect(after).toBe(0)
          else if (Math.abs(before - landed) >= Math.abs(other - one) && before > landed === other > one)
            expect(after).toBe(before)
          else expect(after).toBe(landed + (other - one))
        }
      }),
      { numRuns: 2000 },
    )
  })
})
