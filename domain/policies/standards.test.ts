import { describe, expect, test } from 'vitest'
import { policyFaults } from './policy-faults.ts'
import type { PolicyShortName } from './policy-types.ts'
import { laxerThan, standardOf, standards, type Standard } from './standards.ts'

const named = (id: string): Standard => {
  const standard = standardOf(id)
  if (!standard) throw new RangeError(`There is no standard ${id}`)
  return standard
}

describe('a ready standard', () => {
  test.each(standards.map(standard => [standard.name, standard] as const))(
    '%s names its source, and each of its policies may be saved',
    (_, standard) => {
      expect(standard.source).not.toBe('')
      for (const { message, ...policy } of standard.policies) {
        expect(message.length).toBeLessThanOrEqual(300)
        const wanted = { ...policy, groups: 'all', actions: [{ allClear: false, message }] } as const
        expect(policyFaults(wanted, [])).toEqual([])
      }
    },
  )

  test.each(standards.map(standard => [standard.name, standard] as const))(
    '%s is not laxer than itself',
    (_, standard) => {
      for (const policy of standard.policies) expect(laxerThan(policy, standard)).toEqual([])
    },
  )

  test('has a unique ID', () => {
    expect(new Set(standards.map(({ id }) => id)).size).toBe(standards.length)
    expect(standardOf('made up')).toBeUndefined()
  })
})

describe('a policy created from a standard', () => {
  test.each<[string, string, PolicyShortName, number, number, string[]]>([
    ['a wider ring is stricter', 'nfhs-lightning', 'LR1', 12, 30, []],
    [
      'a smaller ring is laxer',
      'nfhs-lightning',
      'LR1',
      6,
      30,
      ['It warns at 6 mi; the standard calls for action at 10 mi.'],
    ],
    [
      'a shorter wait is laxer',
      'nws-lightning',
      'LR1',
      8,
      15,
      ['It is clear after 15 minutes; the standard waits 30 minutes.'],
    ],
    ['a longer wait is not', 'nws-lightning', 'LR1', 8, 45, []],
    ['below the first step is stricter', 'tb-med-507', 'WBGT', 78, 30, []],
    [
      'between two steps is late for the one before',
      'tb-med-507',
      'WBGT',
      87,
      30,
      ['It warns at 87.0 °F; the standard calls for action at 85.0 °F.'],
    ],
    [
      'beyond the last step too',
      'ghsa-wbgt',
      'WBGT',
      93,
      30,
      ['It warns at 93.0 °F; the standard calls for action at 92.1 °F.'],
    ],
    ['a time that the standard does not name cannot be too short', 'ghsa-wbgt', 'WBGT', 87, 10, []],
    ['of a type that the standard does not have', 'ghsa-wbgt', 'HEAT', 120, 10, []],
  ])('%s', (_, id, type, threshold, allClearMinutes, laxer) => {
    expect(laxerThan({ type, threshold, allClearMinutes }, named(id))).toEqual(laxer)
  })

  test('that is less strict in both ways reports both', () => {
    expect(
      laxerThan({ type: 'LR1', threshold: 5, allClearMinutes: 10 }, named('ncaa-lightning')),
    ).toHaveLength(2)
  })
})
