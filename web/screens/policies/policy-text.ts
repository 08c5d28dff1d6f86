import type { UserGroup } from '#contract/people/groups'
import type { WirePolicy } from '#contract/places/policies'
import {
  policyTypeOf,
  policyTypes,
  type PolicyShortName,
  type PolicyType,
} from '#domain/policies/policy-types'

type Group = Pick<UserGroup, 'id' | 'name'>

export function isInactive({ allGroups, sites }: Pick<WirePolicy, 'allGroups' | 'sites'>): boolean {
  return !allGroups && sites.length === 0
}

const listed = new Intl.ListFormat('en-US', { type: 'conjunction' })

function counted(count: number, word: string): string {
  return `${count} ${word}${count === 1 ? '' : 's'}`
}

/** Describes a policy's audience. Of groups that the viewer cannot see, it shows only the number. */
export function groupWords(
  { allGroups, sites }: Pick<WirePolicy, 'allGroups' | 'sites'>,
  groups: readonly Group[] | undefined,
): string {
  if (allGroups) return 'All user groups'
  const names = (groups ?? []).filter(({ id }) => sites.includes(id)).map(({ name }) => name)
  const others = sites.length - names.length
  if (names.length === 0) return others === 0 ? 'No user group' : counted(others, 'user group')
  return listed.format(others === 0 ? names : [...names, counted(others, 'other group')])
}

/** Says whether people are notified of a breach and of its end. */
export function noticeWords({
  notificationActions: actions,
}: Pick<WirePolicy, 'notificationActions'>): string {
  if (actions.some(({ allClear }) => allClear)) return 'Users are notified, including on all clear'
  return actions.length > 0 ? 'Users are notified' : 'Users are not notified'
}

export interface PolicySection {
  readonly category: PolicyType['category']
  readonly policies: readonly WirePolicy[]
}

/** Policies by category, in type order, each type strictest first. */
export function policySections(policies: readonly WirePolicy[]): PolicySection[] {
  const sorted = policies.toSorted(
    (one, other) =>
      one.policyType - other.policyType ||
      (one.isDesc ? other.threshold - one.threshold : one.threshold - other.threshold),
  )
  return typesByCategory.flatMap(({ category }) => {
    const own = sorted.filter(policy => policyTypeOf(policy.policyTypeShortName).category === category)
    return own.length > 0 ? { category, policies: own } : []
  })
}

/** The choices in the form. */
export const typesByCategory = [...Map.groupBy(policyTypes, ({ category }) => category)].map(
  ([category, types]) => ({ category, types }),
)

export const isLightning = (type: PolicyShortName) => policyTypeOf(type).category === 'Lightning'
export const isAirQuality = (type: PolicyShortName) => policyTypeOf(type).category === 'Air Quality'

/** Every organization in the field recommends at least this time. */
export const advisedMinutes = 30
export const shortNote = 'Shorter than the 30 minutes that NFHS, NATA, NCAA and NWS advise.'
