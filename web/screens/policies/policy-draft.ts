import type { GroupChoice } from '#web/forms/standards/standard-choice.ts'
import type { Asked } from '#contract/call'
import type { WirePolicy } from '#contract/places/policies'
import type { addPolicy, updatePolicy } from '#contract/places/policy-changes'
import type { MergeRule } from '#domain/edits/merge'
import { allClearFault, roundedThreshold, thresholdFault } from '#domain/policies/policy-faults'
import { policyTypeOf, type PolicyShortName } from '#domain/policies/policy-types'
import { onOrOff, type Described } from '#web/parts/leaving/differences.ts'

/** A policy as entered in the form. Numbers are strings, because a person may still be typing one. */
export interface PolicyDraft extends GroupChoice {
  readonly type: PolicyShortName | null
  readonly threshold: string
  readonly allClearMinutes: string
  readonly notifies: boolean
  readonly message: string
  readonly notifiesAllClear: boolean
  readonly allClearMessage: string
}

/** People are notified by default. */
export const newPolicyDraft: PolicyDraft = {
  type: null,
  threshold: '',
  allClearMinutes: '30',
  allGroups: false,
  sites: [],
  notifies: true,
  message: '',
  notifiesAllClear: true,
  allClearMessage: '',
}

export function policyDraftOf(policy: WirePolicy): PolicyDraft {
  const begin = policy.notificationActions.find(({ allClear }) => !allClear)
  const end = policy.notificationActions.find(({ allClear }) => allClear)
  return {
    type: policy.policyTypeShortName,
    threshold: String(policy.threshold),
    allClearMinutes: String(policy.allClearMinutes),
    allGroups: policy.allGroups,
    sites: policy.sites,
    notifies: begin !== undefined,
    message: begin?.message ?? '',
    notifiesAllClear: end !== undefined,
    allClearMessage: end?.message ?? '',
  }
}

/** All groups or selected ones: the two fields merge as one, because a change to either decides the audience. */
export const policyMergeRule: MergeRule<PolicyDraft> = { together: [['allGroups', 'sites']] }

/** Returns the draft as readable text; `groups` is the audience. */
export function policyDraftInWords(draft: PolicyDraft, groups: string): Described {
  const unit = draft.type === null ? '' : policyTypeOf(draft.type).unit
  return [
    ['Notify At', `${draft.threshold.trim()} ${unit}`],
    ['All Clear', `${draft.allClearMinutes.trim()} min`],
    ['Apply to', groups],
    ['Notify Users', onOrOff(draft.notifies)],
    ['Additional text', draft.notifies ? draft.message : ''],
    ['Notify On All Clear', onOrOff(draft.notifies && draft.notifiesAllClear)],
    ['Additional text on all clear', draft.notifies && draft.notifiesAllClear ? draft.allClearMessage : ''],
  ]
}

function numberIn(text: string): number | null {
  return /^\s*[+-]?(\d+\.?\d*|\.\d+)\s*$/.test(text) ? Number(text) : null
}

/** Rounds a number to the type's precision. Does not change invalid input, so that the person can fix it. */
export function withRoundedThreshold(draft: PolicyDraft): PolicyDraft {
  const number = numberIn(draft.threshold)
  if (draft.type === null || number === null) return draft
  return { ...draft, threshold: String(roundedThreshold(draft.type, number)) }
}

/** Another type has its own precision and minimum all-clear time, which becomes the initial value. */
export function withType(draft: PolicyDraft, type: PolicyShortName): PolicyDraft {
  if (draft.type === type) return draft
  const allClearMinutes = String(policyTypeOf(type).minAllClear)
  return withRoundedThreshold({ ...draft, type, allClearMinutes })
}

export type Problems = Readonly<Record<string, readonly string[]>>

/** Errors found before calling the server, keyed like the server's errors. */
export function policyProblems(draft: PolicyDraft, isNew: boolean): Problems {
  const { type, allGroups, sites } = withRoundedThreshold(draft)
  const problems: Record<string, string[]> = {}
  const note = (field: string, because: string | undefined) => {
    if (because !== undefined) problems[field] = [because]
  }
  const threshold = numberIn(withRoundedThreshold(draft).threshold)
  const minutes = numberIn(draft.allClearMinutes)
  if (type === null) note('PolicyTypeShortName', 'Choose what the policy looks at.')
  if (threshold === null)
    note('Threshold', draft.threshold.trim() === '' ? 'is required' : 'must be a number')
  else if (type !== null) note('Threshold', thresholdFault(type, threshold))
  if (minutes === null) note('AllClearMinutes', 'must be whole minutes')
  else if (type !== null) note('AllClearMinutes', allClearFault(type, minutes))
  // Removing all groups turns a policy off. A new policy needs at least one group.
  if (isNew && !allGroups && sites.length === 0) note('Sites', 'Choose at least one user group.')
  return problems
}

/** Returns the innermost zone's new distance, if it is valid and changes when sirens sound; otherwise null. */
export function changedSirenMiles(policy: WirePolicy, draft: PolicyDraft): number | null {
  if (policy.policyTypeShortName !== 'LR1' || Object.keys(policyProblems(draft, false)).length > 0)
    return null
  const miles = Number(withRoundedThreshold(draft).threshold)
  return miles === policy.threshold ? null : miles
}

function settingsOf(draft: PolicyDraft) {
  const { notifies, notifiesAllClear, allGroups } = draft
  return {
    threshold: Number(withRoundedThreshold(draft).threshold),
    allClearMinutes: Number(draft.allClearMinutes),
    allGroups,
    sites: allGroups ? [] : [...draft.sites],
    notificationActions: [
      ...(notifies ? [{ allClear: false, message: draft.message.trim() }] : []),
      ...(notifies && notifiesAllClear ? [{ allClear: true, message: draft.allClearMessage.trim() }] : []),
    ],
  }
}

export function addBody(draft: PolicyDraft, type: PolicyShortName): Asked<typeof addPolicy>['body'] {
  return { ...settingsOf(draft), policyTypeShortName: type }
}

export function policyUpdateBody(
  draft: PolicyDraft,
  { id, reAlertMinutes }: Pick<WirePolicy, 'id' | 'reAlertMinutes'>,
  version: number,
): Asked<typeof updatePolicy>['body'] {
  return { ...settingsOf(draft), id, reAlertMinutes, version }
}
