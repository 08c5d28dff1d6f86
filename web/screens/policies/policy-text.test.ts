import { policyFailureToast } from './failure.ts'
import { groupWords, noticeWords, policySections } from './policy-text.ts'
import { policyOf } from '#web/data/policies/policy.testing.ts'
import { RequestRefused, Unreachable } from '#web/data/requests/failures.ts'
import { describe, expect, it, test } from 'vitest'

const groups = [
  { id: 1, name: 'Athletics' },
  { id: 2, name: 'Grounds' },
]

describe('the audience of a policy', () => {
  it.each([
    [true, [], 'All user groups'],
    [false, [], 'No user group'],
    [false, [2], 'Grounds'],
    [false, [1, 2], 'Athletics and Grounds'],
    [false, [1, 7], 'Athletics and 1 other group'],
    [false, [7, 8], '2 user groups'],
  ])('all groups: %s, groups: %j', (allGroups, sites, words) => {
    expect(groupWords({ allGroups, sites }, groups)).toBe(words)
  })

  it('is a count while names are unknown', () => {
    expect(groupWords({ allGroups: false, sites: [1] }, undefined)).toBe('1 user group')
  })
})

test('describes whether people are notified', () => {
  const action = (allClear: boolean) => ({ id: 1, triggerId: 1, allClear, message: '' })
  expect(noticeWords({ notificationActions: [] })).toBe('Users are not notified')
  expect(noticeWords({ notificationActions: [action(false)] })).toBe('Users are notified')
  expect(noticeWords({ notificationActions: [action(false), action(true)] })).toBe(
    'Users are notified, including on all clear',
  )
})

test('sorts policies by category, and each type strictest first', () => {
  const sections = policySections([
    policyOf({ id: 1, policyTypeShortName: 'GUST', threshold: 40 }),
    policyOf({ id: 2, policyTypeShortName: 'HEAT', threshold: 100 }),
    policyOf({ id: 3, policyTypeShortName: 'HEAT', threshold: 95 }),
    policyOf({ id: 4, policyTypeShortName: 'LR1', threshold: 6 }),
    policyOf({ id: 5, policyTypeShortName: 'LR1', threshold: 10 }),
  ])
  expect(sections.map(({ category, policies }) => [category, policies.map(({ id }) => id)])).toEqual([
    ['Lightning', [5, 4]],
    ['Temperature', [3, 2]],
    ['Wind', [1]],
  ])
})

describe('a failure', () => {
  const header = 'Error adding policy'
  it('is shown in the server’s own text', () => {
    const refused = new RequestRefused(400, '', {
      ServerErrors: ['There already is one.', 'And more.'],
      Sites: ['no'],
    })
    expect(policyFailureToast(refused, header)).toEqual({ header: 'There already is one.' })
  })
  it('points to the marked fields', () => {
    expect(policyFailureToast(new RequestRefused(400, '', { Threshold: ['no'] }), header)).toEqual({
      header,
      text: 'Check the fields that are marked.',
    })
  })
  it('is shown when there was no response', () => {
    expect(policyFailureToast(new Unreachable('x'), header)).toEqual({
      header,
      text: expect.stringContaining('did not respond'),
    })
  })
})
