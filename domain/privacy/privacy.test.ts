import { describe, expect, it } from 'vitest'
import { keptInWords } from './kept-in-words.ts'
import {
  keptDays,
  leastDays,
  longestDays,
  retentionFault,
  retentionKinds,
  retentionRules,
  usualChoices,
} from './retention.ts'
import { fates, sectionNames, storedKindList } from './stored-data.ts'

describe('what is stored', () => {
  it('is in the download under one name each', () => {
    const named = storedKindList.flatMap(({ sections }) => sections)
    expect(named.toSorted()).toEqual(sectionNames.toSorted())
  })

  it('has a reason, and another one if it outlives the account', () => {
    for (const kind of storedKindList) {
      expect(kind.why, kind.title).toMatch(/^[A-Z].+\.$/)
      expect(kind.what, kind.title).toMatch(/^[A-Z].+\.$/)
      if (kind.fate.kind === 'kept') expect(kind.fate.because, kind.title).toMatch(/^[A-Z].+\.$/)
    }
  })

  it('either goes with the account or stays', () => {
    const { goes, stays } = fates()
    expect(goes.length + stays.length).toBe(storedKindList.length)
    expect(goes.map(({ title }) => title)).toContain('Account and contact details')
    expect(stays.map(({ title }) => title)).toContain('Audit log')
  })

  it('covers each kind that an organization can keep for less time', () => {
    const used = storedKindList.flatMap(({ kept }) => ('by' in kept ? [kept.by] : []))
    expect([...new Set(used)].toSorted()).toEqual(retentionKinds.toSorted())
  })
})

describe('retention', () => {
  it.each(retentionKinds)('of %s is the usual one until the organization chooses', kind => {
    expect(keptDays(kind, usualChoices)).toBe(retentionRules[kind].usualDays)
    expect(keptDays(kind, { ...usualChoices, [kind]: 45 })).toBe(45)
  })

  it.each(retentionKinds)('of %s can be shorter than usual, down to a month, and never longer', kind => {
    expect(retentionFault(kind, null)).toBeUndefined()
    expect(retentionFault(kind, leastDays)).toBeUndefined()
    expect(retentionFault(kind, longestDays(kind))).toBeUndefined()
    expect(retentionFault(kind, leastDays - 1)).toBe('is at least 30 days')
    expect(retentionFault(kind, longestDays(kind) + 1)).toBe(`is at most ${longestDays(kind)} days`)
    expect(retentionFault(kind, 45.5)).toBe('is not a whole number of days')
  })

  it('is the same as before for an organization that has chosen nothing', () => {
    const usual = Object.fromEntries(retentionKinds.map(kind => [kind, retentionRules[kind].usualDays]))
    expect(usual).toEqual({
      signIns: 90,
      alerts: 90,
      massMessages: null,
      questions: null,
      reports: 365,
      cameraViews: null,
    })
  })

  it('is described in words, with the organization’s choice', () => {
    expect(keptInWords({ by: 'signIns' }, usualChoices)).toBe('90 days.')
    expect(keptInWords({ by: 'signIns' }, { ...usualChoices, signIns: 30 })).toBe('30 days.')
    expect(keptInWords({ by: 'questions' }, usualChoices)).toBe(
      'No limit, unless your organization sets one.',
    )
    expect(keptInWords({ by: 'alerts', also: 'Files: a day.' }, usualChoices)).toBe('90 days. Files: a day.')
    expect(keptInWords({ words: 'Always.' }, usualChoices)).toBe('Always.')
  })
})
