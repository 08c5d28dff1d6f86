import type { WirePolicy } from '#contract/places/policies'
import { policyTypeOf } from '#domain/policies/policy-types'

/** Returns a heat policy that applies to no one, with overrides from the test. */
export function policyOf(changed: Partial<WirePolicy>): WirePolicy {
  const type = policyTypeOf(changed.policyTypeShortName ?? 'HEAT')
  return {
    id: 1,
    customerId: 1,
    policyName: type.displayName,
    policyDisplayName: type.displayName,
    policyType: type.id,
    policyTypeShortName: type.shortName,
    policyTypeName: type.displayName,
    threshold: 95,
    limit: type.limit,
    allClearMinutes: 60,
    minAllClear: type.minAllClear,
    reAlertMinutes: 10,
    unit: type.unit,
    precision: type.precision,
    isDesc: type.isDesc,
    sites: [],
    allGroups: false,
    notificationActions: [],
    standard: null,
    version: 1,
    ...changed,
  }
}
