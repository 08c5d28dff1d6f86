import type { WirePolicy } from '#contract/places/policies'
import { levelOf, shownWithUnit, strictest, type Level } from '#domain/policies/policy'
import { policyTypeOf, type PolicyShortName } from '#domain/policies/policy-types'
import { roundedTo } from '#domain/units/rounding'

/** The threshold that applies to a kind of value. */
export interface Limit {
  readonly type: PolicyShortName
  readonly threshold: number
}

/** Returns the strictest policy of each type, as specified. */
export function limitsOf(policies: readonly WirePolicy[]): ReadonlyMap<PolicyShortName, Limit> {
  const counting = strictest(
    policies.map(({ id, policyName, policyTypeShortName, threshold, allClearMinutes, reAlertMinutes }) => ({
      id,
      name: policyName,
      type: policyTypeShortName,
      threshold,
      allClearMinutes,
      reAlertMinutes,
    })),
  )
  return new Map(counting.map(({ type, threshold }) => [type, { type, threshold }]))
}

/** A value's state relative to its limit, in words and for its color. */
export interface LimitState {
  readonly level: Level
  /** Cold is blue; a breach of any other kind is red. */
  readonly isCold: boolean
  /** `Over 88.0 °F` */
  readonly words: string
}

export function limitStateOf(value: number | null, limit: Limit | undefined): LimitState | null {
  if (value === null || limit === undefined) return null
  const { type, threshold } = limit
  const level = levelOf(type, threshold, value)
  const isCold = policyTypeOf(type).isDesc
  const at = shownWithUnit(type, threshold)
  if (level === 'near') return { level, isCold, words: `Near ${at}` }
  if (level === 'fine') return { level, isCold, words: `${isCold ? 'Min' : 'Max'} ${at}` }
  if (value === threshold) return { level, isCold, words: `At ${at}` }
  return { level, isCold, words: `${isCold ? 'Under' : 'Over'} ${at}` }
}

/** Rounded, but never across a limit: 39.6 must not appear as 40 next to an unreached limit of 40. */
export function shownBeside(value: number | null, decimals: number, limit: Limit | undefined): string {
  const shown = roundedTo(value, decimals)
  if (value === null || shown === null) return '--'
  const crosses =
    limit && levelOf(limit.type, limit.threshold, shown) !== levelOf(limit.type, limit.threshold, value)
  return (crosses ? (roundedTo(value, decimals + 1) ?? value) : shown).toFixed(
    crosses ? decimals + 1 : decimals,
  )
}
