import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { locksOf, ringFaults, withLocks, type RingSet } from '#domain/lightning/ring-rules'
import {
  policyFaults,
  roundedThreshold,
  thresholdRange,
  type OtherPolicy,
  type PolicyGroups,
  type WantedPolicy,
} from './policy-faults.ts'
import { lightningZoneOf, policyTypes, type PolicyShortName } from './policy-types.ts'

const heat: WantedPolicy = { type: 'HEAT', threshold: 95, allClearMinutes: 30, groups: 'all', actions: [] }
const ring = (type: PolicyShortName, threshold: number, groups: PolicyGroups = 'all'): WantedPolicy => ({
  ...heat,
  type,
  threshold,
  groups,
})

const about = (wanted: WantedPolicy, others: readonly OtherPolicy[] = []) =>
  policyFaults(wanted, others).map(fault => fault.about)
const because = (wanted: WantedPolicy, others: readonly OtherPolicy[] = []) =>
  policyFaults(wanted, others).map(fault => fault.because)

describe('the threshold', () => {
  test.each<[PolicyShortName, number, number]>([
    ['LR1', 1, 50],
    ['LR4', 4, 50],
    ['CHILL', -60, 50],
    ['HEAT', 50, 140],
    ['WBGT', 50, 120],
    ['PRECIP', 0.01, 30],
    ['WIND', 1, 150],
    ['AQI', 1, 500],
  ])('of %s lies between %d and %d', (type, least, most) => {
    expect(thresholdRange(type)).toEqual({ least, most })
    for (const good of [least, most]) expect(about(ring(type, good))).toEqual([])
    for (const bad of [least - 0.01, most + 0.01, Number.NaN])
      expect(about(ring(type, bad))).toEqual(['threshold'])
  })

  const measured = policyTypes.filter(({ category }) => category !== 'Lightning')
  test.each(measured.map(({ shortName, limit }) => [shortName, limit] as const))(
    'of %s may be its limit of %d',
    (shortName, limit) => {
      expect(about(ring(shortName, limit))).toEqual([])
    },
  )

  test.each<[PolicyShortName, number, number]>([
    ['HEAT', 95.4, 95],
    ['HEAT', 95.5, 96],
    ['WBGT', 88.04, 88],
    ['WBGT', 88.05, 88.1],
    ['PRECIP', 1.005, 1.01],
    ['CHILL', -24.5, -24],
  ])('of %s is rounded: %d is %d', (type, typed, threshold) => {
    expect(roundedThreshold(type, typed)).toBe(threshold)
  })
})

describe('the all-clear time', () => {
  test.each<[PolicyShortName, number, boolean]>([
    ['HEAT', 10, true],
    ['HEAT', 1440, true],
    ['HEAT', 9, false],
    ['HEAT', 1441, false],
    ['HEAT', 10.5, false],
    ['LR1', 60, true],
    ['LR1', 61, false],
  ])('of %s may be %d minutes: %s', (type, allClearMinutes, isGood) => {
    const threshold = type === 'LR1' ? 10 : 95
    expect(about({ ...heat, type, threshold, allClearMinutes })).toEqual(isGood ? [] : ['allClearMinutes'])
  })
})

describe('text for people', () => {
  const action = (allClear: boolean) => ({ allClear, message: '' })
  test.each<[string, boolean[], boolean]>([
    ['nothing', [], true],
    ['the breach', [false], true],
    ['the breach and its end', [false, true], true],
    ['only its end', [true], false],
    ['the breach twice', [false, false], false],
    ['its end twice', [true, true], false],
  ])('%s', (_, actions, isGood) => {
    expect(about({ ...heat, actions: actions.map(action) })).toEqual(isGood ? [] : ['whole'])
  })
})

describe('a second policy', () => {
  test.each<[string, OtherPolicy, boolean]>([
    ['of the same type with another threshold', { ...heat, threshold: 96 }, true],
    ['of the same type and threshold for other groups', { ...heat, groups: [1] }, true],
    ['of another type', { ...heat, type: 'GUST' }, true],
    ['that is the same', heat, false],
  ])('%s', (_, other, isGood) => {
    expect(about(heat, [other])).toEqual(isGood ? [] : ['whole'])
  })

  test('for the same groups in another order is the same', () => {
    expect(because({ ...heat, groups: [1, 2] }, [{ ...heat, groups: [2, 1] }])).toEqual([
      'There is already a policy for Heat Index at 95 °F for the same user groups.',
    ])
    expect(about({ ...heat, groups: [1, 2] }, [{ ...heat, groups: [1, 3] }])).toEqual([])
  })
})

describe('lightning zones', () => {
  test('are nested, a mile apart', () => {
    expect(because(ring('LR2', 10), [ring('LR1', 10)])).toEqual([
      'must be at least 11 mi, since Lightning Zone 1 is 10 mi for the same people',
    ])
    expect(because(ring('LR1', 15), [ring('LR3', 15)])).toEqual([
      'must be at most 13 mi, since Lightning Zone 3 is 15 mi for the same people',
    ])
    expect(about(ring('LR2', 11), [ring('LR1', 10)])).toEqual([])
    expect(about(ring('LR1', 20), [ring('LR1', 10)])).toEqual([])
  })

  test('of different people do not affect each other', () => {
    expect(about(ring('LR2', 5, [1]), [ring('LR1', 10, [2])])).toEqual([])
    expect(about(ring('LR2', 5, []), [ring('LR1', 10, 'all')])).toEqual([])
    expect(about(ring('LR2', 5, [1]), [ring('LR1', 10, 'all')])).toEqual(['threshold'])
    expect(about(ring('LR2', 5, [1, 2]), [ring('LR1', 10, [2, 3])])).toEqual(['threshold'])
  })

  test('that may be saved one after the other leave valid rings, whichever of them are removed', () => {
    const requests = fc.array(
      fc.record({
        type: fc.constantFrom<PolicyShortName>('LR1', 'LR2', 'LR3', 'LR4'),
        threshold: fc.integer({ min: 1, max: 50 }),
        stays: fc.boolean(),
      }),
      { minLength: 2, maxLength: 8 },
    )
    fc.assert(
      fc.property(requests, wanted => {
        const saved: (OtherPolicy & { stays: boolean })[] = []
        for (const { type, threshold, stays } of wanted)
          if (about(ring(type, threshold), saved).length === 0)
            saved.push({ type, threshold, stays, groups: 'all' })
        const left = saved.filter(({ stays }) => stays)
        const zoneLocks = (['LR1', 'LR2', 'LR3', 'LR4'] as const).flatMap(type => {
          const miles = left.filter(one => one.type === type).map(one => one.threshold)
          const zone = lightningZoneOf[type]
          if (miles.length === 0 || zone === undefined) return []
          return [{ zone, radiusMiles: Math.max(...miles), allClearMinutes: 30 }]
        })
        const locks = locksOf(zoneLocks)
        const rings: RingSet = withLocks({ radii: [10, 20, 30, 40], allClearMinutes: 30 }, locks)
        expect(ringFaults(rings, { locks, fourthZone: true })).toEqual([])
      }),
      { numRuns: 1000 },
    )
  })
})
