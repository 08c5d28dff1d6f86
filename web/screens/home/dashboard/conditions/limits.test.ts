import { limitsOf, shownBeside, limitStateOf, type Limit } from './limits.ts'
import type { WirePolicy } from '#contract/places/policies'
import { policyTypeOf, type PolicyShortName } from '#domain/policies/policy-types'
import { expect, test } from 'vitest'

function policy(type: PolicyShortName, threshold: number): WirePolicy {
  const { id, displayName, isDesc, unit, precision, limit, minAllClear } = policyTypeOf(type)
  return {
    id: threshold,
    customerId: 1,
    policyName: displayName,
    policyDisplayName: displayName,
    policyType: id,
    policyTypeShortName: type,
    policyTypeName: displayName,
    threshold,
    limit,
    allClearMinutes: 30,
    minAllClear,
    reAlertMinutes: 10,
    unit,
    precision,
    isDesc,
    sites: [],
    allGroups: true,
    notificationActions: [],
    standard: null,
    version: 1,
  }
}

const limit = (type: PolicyShortName, threshold: number): Limit => ({ type, threshold })

test('uses the strictest policy of a type: the highest if it triggers on falling, otherwise the lowest', () => {
  const limits = limitsOf([policy('WIND', 40), policy('WIND', 30), policy('CHILL', 10), policy('CHILL', 20)])
  expect(limits.get('WIND')?.threshold).toBe(30)
  expect(limits.get('CHILL')?.threshold).toBe(20)
  expect(limits.get('GUST')).toBeUndefined()
})

test.each([
  [88, limit('WBGT', 88), { level: 'breach', isCold: false, words: 'At 88.0 °F' }],
  [88.1, limit('WBGT', 88), { level: 'breach', isCold: false, words: 'Over 88.0 °F' }],
  [87.2, limit('WBGT', 88), { level: 'near', isCold: false, words: 'Near 88.0 °F' }],
  [86.9, limit('WBGT', 88), { level: 'fine', isCold: false, words: 'Max 88.0 °F' }],
  [1.1, limit('PRECIP', 1.5), { level: 'near', isCold: false, words: 'Near 1.50 in' }],
  [4, limit('CHILL', 20), { level: 'breach', isCold: true, words: 'Under 20 °F' }],
  [45, limit('CHILL', 20), { level: 'fine', isCold: true, words: 'Min 20 °F' }],
  [20.5, limit('CHILL', 20), { level: 'near', isCold: true, words: 'Near 20 °F' }],
  [null, limit('CHILL', 20), null],
  [12, undefined, null],
])('%s beside %j', (value, given, standing) => {
  expect(limitStateOf(value, given)).toEqual(standing)
})

test.each([
  [39.6, 0, limit('GUST', 40), '39.6'],
  [38.6, 0, limit('GUST', 40), '38.6'],
  [36.6, 0, limit('GUST', 40), '37'],
  [40.4, 0, limit('GUST', 40), '40'],
  [0.111, 2, undefined, '0.11'],
  [0, 2, undefined, '0.00'],
  [null, 0, limit('GUST', 40), '--'],
])(
  'shows %s with %s decimals next to %j as %s, never rounded across a limit',
  (value, decimals, given, shown) => {
    expect(shownBeside(value, decimals, given)).toBe(shown)
  },
)
