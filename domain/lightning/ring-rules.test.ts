import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  givenRings,
  inForce,
  locksOf,
  newRings,
  noLocks,
  ringFaults,
  withLocks,
  zones,
  type LightningPolicy,
  type Radii,
  type RingLocks,
  type RingSet,
} from './ring-rules.ts'

const free = { locks: noLocks, fourthZone: true }

function fieldsAtFault(rings: RingSet, terms = free): string[] {
  return ringFaults(rings, terms).map(fault => fault.field)
}

/** Document 1 section 5, 'Location form'. */
describe('a location’s radii', () => {
  test.each<[clause: string, radii: Radii, faulty: string[]]>([
    ['one ring is enough', [10, 0, 0, 0], []],
    ['four', [8, 16, 26, 40], []],
    ['a mile apart', [1, 2, 3, 4], []],
    ['up to 50', [47, 48, 49, 50], []],
    ['a mile apart to the hair', [2.3, 3.3, 4.3, 5.3], []],
    ['the first is required', [0, 0, 0, 0], ['radius1']],
    ['at least 1', [0.5, 0, 0, 0], ['radius1']],
    ['at most 50', [51, 0, 0, 0], ['radius1']],
    ['none is negative', [10, -5, 0, 0], ['radius2']],
    ['each a number', [Number.NaN, 0, 0, 0], ['radius1']],
    ['ascending', [10, 9, 0, 0], ['radius2']],
    ['not equal', [10, 10, 0, 0], ['radius2']],
    ['less than a mile apart', [10, 10.9, 0, 0], ['radius2']],
    ['each to the one before', [10, 20, 15, 16], ['radius3']],
    ['a later zone needs the earlier ones', [10, 0, 30, 0], ['radius3']],
    ['all of them', [10, 0, 0, 40], ['radius4']],
    ['every fault is told', [0, 60, 0, 70], ['radius1', 'radius2', 'radius4']],
  ])('%s', (_, radii, faulty) => {
    expect(fieldsAtFault({ radii, allClearMinutes: 30 })).toEqual(faulty)
  })

  test('requires the entitlement for a fourth ring, or an earlier value', () => {
    const rings: RingSet = { radii: [8, 16, 26, 40], allClearMinutes: 30 }
    expect(ringFaults(rings, { locks: noLocks, fourthZone: false })).toEqual([
      { field: 'radius4', because: 'is not part of your organization’s plan' },
    ])
    expect(fieldsAtFault({ ...rings, radii: [8, 16, 26, 0] }, { locks: noLocks, fourthZone: false })).toEqual(
      [],
    )
  })

  test('accepts the defaults of new and assigned locations', () => {
    expect(fieldsAtFault(newRings)).toEqual([])
    expect(fieldsAtFault(givenRings)).toEqual([])
  })
})

describe('the all-clear time', () => {
  test.each([10, 20, 30, 40, 50, 60])('%d minutes may be chosen', allClearMinutes => {
    expect(fieldsAtFault({ ...newRings, allClearMinutes })).toEqual([])
  })
  test.each([0, -10, 5, 15, 25, 30.5, 61, 70, Number.NaN, Infinity])(
    '%d minutes may not',
    allClearMinutes => {
      expect(fieldsAtFault({ ...newRings, allClearMinutes })).toEqual(['allClearMinutes'])
    },
  )
})

/** Document 1 sections 5 and 6: policies lock zones and the timer. */
describe('zones locked by policies', () => {
  const lr1: LightningPolicy = { zone: 1, radiusMiles: 8, allClearMinutes: 45 }
  const lr2: LightningPolicy = { zone: 2, radiusMiles: 15, allClearMinutes: 20 }
  const lr3: LightningPolicy = { zone: 3, radiusMiles: 25, allClearMinutes: 50 }

  test.each<[clause: string, LightningPolicy[], RingLocks]>([
    ['none without policies', [], noLocks],
    ['LR1 gives the time', [lr2, lr1], { zones: { 1: 8, 2: 15 }, allClearMinutes: 45 }],
    ['or the lowest-numbered', [lr3, lr2], { zones: { 2: 15, 3: 25 }, allClearMinutes: 20 }],
  ])('%s', (_, policies, locks) => {
    expect(locksOf(policies)).toMatchObject(locks)
  })

  test('a locked field accepts only its value, even one that no form offers', () => {
    const terms = { locks: locksOf([lr1]), fourthZone: true }
    expect(fieldsAtFault({ radii: [8, 0, 0, 0], allClearMinutes: 45 }, terms)).toEqual([])
    expect(ringFaults({ radii: [5, 0, 0, 0], allClearMinutes: 30 }, terms)).toEqual([
      { field: 'radius1', because: 'is set to 8 miles by your organization’s policy' },
      { field: 'allClearMinutes', because: 'is set to 45 minutes by your organization’s policy' },
    ])
  })

  test('reports a conflict with a locked zone on the free one', () => {
    const terms = { locks: locksOf([lr2]), fourthZone: true }
    expect(fieldsAtFault({ radii: [15, 15, 0, 0], allClearMinutes: 20 }, terms)).toEqual(['radius1'])
    expect(fieldsAtFault({ radii: [10, 15, 15, 0], allClearMinutes: 20 }, terms)).toEqual(['radius3'])
  })

  test('requires no entitlement for a fourth zone set by a policy', () => {
    const terms = { locks: { zones: { 4: 40 } }, fourthZone: false }
    expect(fieldsAtFault({ radii: [10, 20, 30, 40], allClearMinutes: 30 }, terms)).toEqual([])
  })

  test.each<[clause: string, Radii, LightningPolicy[], Radii]>([
    ['nothing without policies', [10, 20, 0, 0], [], [10, 20, 0, 0]],
    ['nor what is wrong already', [10, 10, 0, 0], [], [10, 10, 0, 0]],
    ['the locked zone', [10, 20, 0, 0], [lr1], [8, 20, 0, 0]],
    ['those in its way', [10, 14, 16, 0], [lr2], [10, 15, 16, 0]],
    ['inner ones in its way', [20, 30, 0, 0], [lr2], [14, 15, 0, 0]],
    ['outer ones in its way', [10, 12, 14, 0], [lr2], [10, 15, 16, 0]],
    ['zones before a locked one are there', [10, 0, 0, 0], [lr3], [10, 11, 25, 0]],
    ['and make room', [40, 0, 0, 0], [lr3], [23, 24, 25, 0]],
    ['without room a zone is off', [10, 20, 30, 0], [{ ...lr1, radiusMiles: 49 }], [49, 50, 0, 0]],
  ])('a location takes over: %s', (_, before, policies, after) => {
    const rings = withLocks({ radii: before, allClearMinutes: 30 }, locksOf(policies))
    expect(rings).toEqual({ radii: after, allClearMinutes: policies[0]?.allClearMinutes ?? 30 })
  })

  test('for any rings and one policy, the adopted rings may be saved and adopting again changes nothing', () => {
    const rings: fc.Arbitrary<RingSet> = fc
      .tuple(
        fc.uniqueArray(fc.integer({ min: 1, max: 50 }), { minLength: 4, maxLength: 4 }),
        fc.integer({ min: 1, max: 4 }),
      )
      .map(([some, on]) => {
        const [one, two, three, four] = some.sort((a, b) => a - b).map((miles, at) => (at < on ? miles : 0))
        return { radii: [one, two, three, four] as Radii, allClearMinutes: 30 }
      })
    // The radius of an outer zone leaves room for the zones inside it.
    const policies = fc.constantFrom(...zones).chain(zone =>
      fc.record({
        zone: fc.constant(zone),
        radiusMiles: fc.integer({ min: zone, max: 50 }),
        allClearMinutes: fc.integer({ min: 5, max: 90 }),
      }),
    )
    fc.assert(
      fc.property(rings, policies, (before, policy) => {
        const locks = locksOf([policy])
        const after = withLocks(before, locks)
        expect(ringFaults(after, { locks, fourthZone: true })).toEqual([])
        expect(withLocks(after, locks)).toEqual(after)
      }),
      { numRuns: 2000 },
    )
  })
})

test('a ring lasts as long as the longer of its location’s time and its zone’s policy', () => {
  const locks = locksOf([
    { zone: 1, radiusMiles: 8, allClearMinutes: 30 },
    { zone: 2, radiusMiles: 16, allClearMinutes: 60 },
  ])
  const rings = { radii: [10, 20, 0, 0], allClearMinutes: 40 } as const
  expect(inForce(rings, locks)).toEqual({
    radii: [10, 20, 0, 0],
    allClearMinutes: 40,
    zoneMinutes: { 1: 30, 2: 60 },
  })
})
