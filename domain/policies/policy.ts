import { roundedTo } from '#domain/units/rounding'
import { policyTypeOf, type PolicyShortName } from './policy-types.ts'

/** A weather threshold with an all-clear time. */
export interface Policy {
  readonly id: number
  readonly name: string
  readonly type: PolicyShortName
  readonly threshold: number
  readonly allClearMinutes: number
  readonly reAlertMinutes: number
}

/** Whether a value breaches the threshold: at or above it for ascending types, at or below it for descending ones. */
export function isBreach(type: PolicyShortName, threshold: number, value: number): boolean {
  return policyTypeOf(type).isDesc ? value <= threshold : value >= threshold
}

/** A value or a threshold as shown everywhere, with the precision of its type: '95 °F', '88.0 °F'. */
export function shownWithUnit(type: PolicyShortName, value: number): string {
  const { unit, precision } = policyTypeOf(type)
  return `${roundedTo(value, precision)?.toFixed(precision) ?? '--'} ${unit}`
}

/** The threshold and its direction as text: '95 °F or higher', '8 mi or closer'. */
export function thresholdWords(type: PolicyShortName, threshold: number): string {
  const { isDesc, category } = policyTypeOf(type)
  const falling = category === 'Lightning' ? 'closer' : 'lower'
  return `${shownWithUnit(type, threshold)} or ${isDesc ? falling : 'higher'}`
}

const precipitationMargin = 0.5
const otherMargin = 1

/** How close to the threshold a value must be to be shown as a warning. */
function marginOf(type: PolicyShortName): number {
  return type === 'PRECIP' ? precipitationMargin : otherMargin
}

export type Level = 'breach' | 'near' | 'fine'

/** A value's color: breached, within the margin before it, or fine. */
export function levelOf(type: PolicyShortName, threshold: number, value: number): Level {
  if (isBreach(type, threshold, value)) return 'breach'
  const margin = marginOf(type)
  const near = policyTypeOf(type).isDesc ? threshold + margin : threshold - margin
  return isBreach(type, near, value) ? 'near' : 'fine'
}

/**
 * The stricter of two policies of one type: the one that is breached first or, with equal thresholds, the one with the
 * longer all-clear time.
 */
function stricter(one: Policy, other: Policy): Policy {
  if (one.threshold === other.threshold) return one.allClearMinutes >= other.allClearMinutes ? one : other
  const oneIsHigher = one.threshold > other.threshold
  return oneIsHigher === policyTypeOf(one.type).isDesc ? one : other
}

/** The policies that apply: the strictest of each type. */
export function strictest(policies: readonly Policy[]): Policy[] {
  const byType = new Map<PolicyShortName, Policy>()
  for (const policy of policies) {
    const known = byType.get(policy.type)
    byType.set(policy.type, known ? stricter(known, policy) : policy)
  }
  return [...byType.values()]
}
