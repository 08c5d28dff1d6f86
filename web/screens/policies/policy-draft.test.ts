import {
  addBody,
  changedSirenMiles,
  policyDraftInWords,
  policyDraftOf,
  newPolicyDraft,
  policyProblems,
  policyUpdateBody,
  withRoundedThreshold,
  withType,
} from './policy-draft.ts'
import type { PolicyDraft } from './policy-draft.ts'
import { sameValue } from '#domain/edits/merge'
import { policyOf } from '#web/data/policies/policy.testing.ts'
import { differences } from '#web/parts/leaving/differences.ts'
import { describe, expect, it } from 'vitest'

const heat: PolicyDraft = {
  ...newPolicyDraft,
  type: 'HEAT',
  threshold: '95',
  allClearMinutes: '60',
  sites: [4],
}

describe('another type', () => {
  it('starts with its own minimum time', () => {
    expect(withType(heat, 'WIND')).toMatchObject({ type: 'WIND', allClearMinutes: '10', threshold: '95' })
  })

  it('has its own precision', () => {
    const rain = withType({ ...newPolicyDraft, threshold: '1.256' }, 'PRECIP')
    expect(rain.threshold).toBe('1.26')
    expect(withType(rain, 'GUST').threshold).toBe('1')
  })

  it('changes nothing if it is the same', () => {
    expect(withType(heat, 'HEAT')).toBe(heat)
  })
})

describe('the threshold', () => {
  it.each([
    ['HEAT', '95.5', '96'],
    ['WBGT', '88.04', '88'],
    ['WBGT', ' 88.25 ', '88.3'],
    ['CHILL', '-4.6', '-5'],
    ['HEAT', 'hot', 'hot'],
    ['HEAT', '', ''],
  ] as const)('of %s is rounded: %j becomes %j', (type, typed, threshold) => {
    expect(withRoundedThreshold({ ...newPolicyDraft, type, threshold: typed }).threshold).toBe(threshold)
  })
})

describe('before the server is called', () => {
  it('finds no problems in a complete draft', () => {
    expect(policyProblems(heat, true)).toEqual({})
  })

  it('finds every problem in an empty draft', () => {
    expect(policyProblems({ ...newPolicyDraft, allClearMinutes: '' }, true)).toEqual({
      PolicyTypeShortName: ['Choose what the policy looks at.'],
      Threshold: ['is required'],
      AllClearMinutes: ['must be whole minutes'],
      Sites: ['Choose at least one user group.'],
    })
  })

  it.each<[Partial<PolicyDraft>, object]>([
    [{ threshold: 'hot' }, { Threshold: ['must be a number'] }],
    [{ threshold: '150' }, { Threshold: ['must be from 50 to 140 °F'] }],
    [{ threshold: '140.4' }, {}],
    [{ allClearMinutes: '5' }, { AllClearMinutes: ['must be from 10 to 1440 whole minutes'] }],
    [{ allClearMinutes: '30.5' }, { AllClearMinutes: ['must be from 10 to 1440 whole minutes'] }],
    [
      { type: 'LR1', threshold: '10', allClearMinutes: '90' },
      { AllClearMinutes: ['must be from 10 to 60 whole minutes'] },
    ],
    [{ sites: [], allGroups: true }, {}],
  ])('reports %j', (changed, problems) => {
    expect(policyProblems({ ...heat, ...changed }, true)).toEqual(problems)
  })

  it('allows an existing policy without groups', () => {
    expect(policyProblems({ ...heat, sites: [] }, false)).toEqual({})
  })
})

describe('the siren warning for a changed lightning threshold', () => {
  const innermost = policyOf({ policyTypeShortName: 'LR1', threshold: 8, allClearMinutes: 30, sites: [4] })
  const typed = (threshold: string) => ({ ...policyDraftOf(innermost), threshold })

  it.each([
    ['6', 6],
    ['6.4', 6],
    ['', null],
    ['far', null],
    ['0', null],
    ['51', null],
    ['8', null],
    ['8.3', null],
  ])('names the distance only if it is valid and differs: %j gives %j', (threshold, miles) => {
    expect(changedSirenMiles(innermost, typed(threshold))).toBe(miles)
  })

  it('waits until the other fields are valid', () => {
    expect(changedSirenMiles(innermost, { ...typed('6'), allClearMinutes: '' })).toBeNull()
  })

  it('applies to the innermost zone only', () => {
    const outer = policyOf({ policyTypeShortName: 'LR2', threshold: 12, allClearMinutes: 30 })
    expect(changedSirenMiles(outer, { ...policyDraftOf(outer), threshold: '15' })).toBeNull()
  })
})

describe('the request body', () => {
  it('has the rounded threshold, and no groups in addition to all groups', () => {
    const draft = {
      ...heat,
      threshold: '95.4',
      allGroups: true,
      message: ' Drink water. ',
      notifiesAllClear: false,
    }
    expect(addBody(draft, 'HEAT')).toEqual({
      policyTypeShortName: 'HEAT',
      threshold: 95,
      allClearMinutes: 60,
      allGroups: true,
      sites: [],
      notificationActions: [{ allClear: false, message: 'Drink water.' }],
    })
  })

  it('notifies no one of the end who is not notified of the breach', () => {
    expect(addBody({ ...heat, notifies: false }, 'HEAT').notificationActions).toEqual([])
  })

  it('equals the policy if it was only opened', () => {
    const policy = policyOf({
      threshold: 97,
      sites: [4, 5],
      reAlertMinutes: 15,
      notificationActions: [
        { id: 1, triggerId: 1, allClear: false, message: 'Rest.' },
        { id: 2, triggerId: 1, allClear: true, message: '' },
      ],
    })
    expect(policyUpdateBody(policyDraftOf(policy), policy, 5)).toEqual({
      id: policy.id,
      version: 5,
      threshold: 97,
      allClearMinutes: policy.allClearMinutes,
      reAlertMinutes: 15,
      allGroups: false,
      sites: [4, 5],
      notificationActions: [
        { allClear: false, message: 'Rest.' },
        { allClear: true, message: '' },
      ],
    })
  })
})

describe('two versions of a policy', () => {
  const policy = policyOf({ sites: [4, 5], notificationActions: [] })

  it('are equal whatever the order of their groups', () => {
    expect(sameValue(policyDraftOf(policy), { ...policyDraftOf(policy), sites: [5, 4] })).toBe(true)
    expect(sameValue(policyDraftOf(policy), { ...policyDraftOf(policy), sites: [5] })).toBe(false)
  })

  it('are compared by their readable text', () => {
    const mine = { ...policyDraftOf(policy), threshold: '40', notifies: true, message: 'Go inside.' }
    const rows = differences(
      policyDraftInWords(mine, 'Crew'),
      policyDraftInWords(policyDraftOf(policy), 'All user groups'),
    )
    expect(rows.map(({ label }) => label)).toEqual([
      'Notify At',
      'Apply to',
      'Notify Users',
      'Additional text',
    ])
    expect(rows[3]).toEqual({ label: 'Additional text', mine: 'Go inside.', theirs: 'None' })
  })
})
