import { standardBodyOf, hasTwoOfAType, offersOf } from './standard-choice.ts'
import { describe, expect, it } from 'vitest'

describe('a standard', () => {
  const ready = (threshold: number) =>
    ({ policyTypeShortName: 'WBGT', threshold, allClearMinutes: 30, message: 'Rest.' }) as const
  const standard = {
    id: 's',
    name: 'S',
    summary: '',
    source: '',
    sourceUrl: null,
    policies: [ready(82), ready(85)],
  }
  const offers = offersOf(standard)

  it('offers each of its policies, which become policies with its text', () => {
    expect(new Set(offers.map(({ key }) => key)).size).toBe(2)
    const [first] = offers
    expect(first && standardBodyOf(first, { allGroups: true, sites: [3] })).toEqual({
      policyTypeShortName: 'WBGT',
      threshold: 82,
      allClearMinutes: 30,
      allGroups: true,
      sites: [],
      notificationActions: [
        { allClear: false, message: 'Rest.' },
        { allClear: true, message: '' },
      ],
      standard: 's',
    })
  })

  it('has several of one type, only one of which applies to a group', () => {
    expect(hasTwoOfAType(offers)).toBe(true)
    expect(hasTwoOfAType(offers.slice(1))).toBe(false)
  })
})
