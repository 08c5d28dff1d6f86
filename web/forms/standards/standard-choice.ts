import type { Asked } from '#contract/call'
import type { addPolicy, WirePolicyStandard } from '#contract/places/policy-changes'

export interface GroupChoice {
  readonly allGroups: boolean
  readonly sites: readonly number[]
}

type ReadyPolicy = WirePolicyStandard['policies'][number]

/** A standard's policy that can be selected. */
export interface StandardOffer {
  readonly key: string
  readonly standard: WirePolicyStandard
  readonly policy: ReadyPolicy
}

export function offersOf(standard: WirePolicyStandard): StandardOffer[] {
  return standard.policies.map(policy => ({
    key: `${standard.id} ${policy.policyTypeShortName} ${policy.threshold}`,
    standard,
    policy,
  }))
}

/** Two policies of one type do not add up, because only the strictest applies to a group. */
export function hasTwoOfAType(offers: readonly StandardOffer[]): boolean {
  return new Set(offers.map(({ policy }) => policy.policyTypeShortName)).size < offers.length
}

/** People are notified of the breach in the standard's words, and when it ends. */
export function standardBodyOf(
  { standard, policy }: StandardOffer,
  { allGroups, sites }: GroupChoice,
): Asked<typeof addPolicy>['body'] {
  const { policyTypeShortName, threshold, allClearMinutes, message } = policy
  return {
    policyTypeShortName,
    threshold,
    allClearMinutes,
    allGroups,
    sites: allGroups ? [] : [...sites],
    notificationActions: [
      { allClear: false, message },
      { allClear: true, message: '' },
    ],
    standard: standard.id,
  }
}
