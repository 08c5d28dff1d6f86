import type { WirePolicy } from '#contract/places/policies'
import type { WirePolicyStandard } from '#contract/places/policy-changes'
import type { PolicyWarning } from '#contract/places/warnings'
import { triggerMessage } from '#domain/messages/trigger-message'
import { thresholdWords } from '#domain/policies/policy'
import { policyTypeOf, policyTypes, type PolicyType } from '#domain/policies/policy-types'
import { laxerThan, standardOf, standards } from '#domain/policies/standards'
import { threatNameOf, threatTypes } from '#domain/policies/threats'
import { clearsAtMs } from '#domain/policies/warning'
import type { LocationRings } from '#server/rooms/locations/index'
import type { ActiveWarning, Looked } from './engine.ts'
import { policyOf, type PolicyRow } from './store.ts'

const instantText = (ms: number | null) => (ms === null ? null : new Date(ms).toISOString())

/** Formats as 'Heat Index 95 °F or higher'. */
function displayNameOf({ displayName, shortName }: PolicyType, threshold: number): string {
  return `${displayName} ${thresholdWords(shortName, threshold)}`
}

/** A standard that no longer exists is returned as null. */
function wireStandard(row: PolicyRow): WirePolicy['standard'] {
  const standard = row.standard === null ? undefined : standardOf(row.standard)
  if (!standard) return null
  const { id, name, source } = standard
  return { id, name, source, laxer: laxerThan(policyOf(row), standard) }
}

export const wireStandards: WirePolicyStandard[] = standards.map(standard => ({
  id: standard.id,
  name: standard.name,
  summary: standard.summary,
  source: standard.source,
  sourceUrl: standard.sourceUrl,
  policies: standard.policies.map(({ type, ...policy }) => ({ policyTypeShortName: type, ...policy })),
}))

export function wirePolicy(row: PolicyRow): WirePolicy {
  const type = policyTypeOf(row.type)
  const policy = policyOf(row)
  return {
    id: row.id,
    customerId: row.customer_id,
    policyName: policy.name,
    policyDisplayName: displayNameOf(type, row.threshold),
    policyType: type.id,
    policyTypeShortName: type.shortName,
    policyTypeName: type.displayName,
    threshold: row.threshold,
    limit: type.limit,
    allClearMinutes: row.all_clear_minutes,
    minAllClear: type.minAllClear,
    reAlertMinutes: row.re_alert_minutes,
    unit: type.unit,
    precision: type.precision,
    isDesc: type.isDesc,
    sites: [...row.group_ids],
    allGroups: row.all_groups,
    notificationActions: row.notification_actions.map(action => ({ ...action })),
    standard: wireStandard(row),
    version: row.version,
  }
}

const categories = [...new Set(policyTypes.map(type => type.category))]

export const wirePolicyTypes = policyTypes.map(({ category, ...type }) => ({
  ...type,
  categoryId: categories.indexOf(category) + 1,
  categoryName: category,
}))

export function wireWarning(
  place: Pick<LocationRings, 'id' | 'label'>,
  { id, policy, warning }: ActiveWarning,
): PolicyWarning {
  const type = policyTypeOf(policy.type)
  return {
    id,
    locationId: place.id,
    policyId: policy.id,
    policyName: policy.name,
    policyDisplayName: displayNameOf(type, warning.threshold),
    policyTypeShortName: policy.type,
    threatType: threatTypes[threatNameOf(policy.type)],
    thresholdValue: warning.threshold,
    isDesc: type.isDesc,
    unit: type.unit,
    precision: type.precision,
    value: warning.value,
    startedTime: new Date(warning.startedMs).toISOString(),
    lastAlertTime: new Date(warning.lastAlertMs).toISOString(),
    lastUpdateTime: new Date(warning.updatedMs).toISOString(),
    allClearTime: instantText(warning.leftMs),
    allClearMinutes: policy.allClearMinutes,
    unsure: warning.unsure,
    source: warning.source?.name ?? null,
    message: triggerMessage(policy, place.label),
  }
}

function stateOf({ step, measured, ring }: Looked) {
  const { warning } = step
  if (!warning) return measured?.kind === 'fresh' || ring?.state === 'AllClear' ? 'Clear' : 'Unknown'
  if (warning.unsure !== null) return 'Unsure'
  return warning.leftMs === null ? 'Breached' : 'CountingDown'
}

/** The full answer to 'why': the values that were evaluated, and the result. */
export function wireWhy(looked: Looked, nowMs: number) {
  const { policy, measured, ring, step } = looked
  const type = policyTypeOf(policy.type)
  const seen = measured && measured.kind !== 'missing' ? measured : null
  const lastStrikeMs = ring?.state === 'Delay' ? ring.lastStrikeMs : null
  const observedMs = seen?.observedMs ?? lastStrikeMs
  return {
    policyId: policy.id,
    policyName: policy.name,
    policyTypeShortName: policy.type,
    threshold: policy.threshold,
    unit: type.unit,
    isDesc: type.isDesc,
    allClearMinutes: policy.allClearMinutes,
    value: seen?.value ?? null,
    source: seen?.source.name ?? (ring ? 'lightning' : null),
    observationTime: instantText(observedMs),
    ageSeconds: observedMs === null ? null : Math.max(0, Math.round((nowMs - observedMs) / 1000)),
    state: stateOf(looked),
    startedTime: instantText(step.warning?.startedMs ?? null),
    clearsAt: instantText(
      ring?.state === 'Delay' ? ring.endsMs : step.warning && clearsAtMs(policy, step.warning),
    ),
    because: step.because,
  } as const
}
