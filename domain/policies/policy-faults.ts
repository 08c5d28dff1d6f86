import { allClearRange, leastGapMiles, mostMiles } from '#domain/lightning/ring-rules'
import { roundedTo } from '#domain/units/rounding'
import { lightningZoneOf, policyTypeOf, type PolicyShortName, type PolicyType } from './policy-types.ts'

/** The user groups that a policy is for, by ID. A policy without groups is inactive. */
export type PolicyGroups = readonly number[] | 'all'

export interface PolicyAction {
  readonly allClear: boolean
  readonly message: string
}

/** A policy to be saved. */
export interface WantedPolicy {
  readonly type: PolicyShortName
  readonly threshold: number
  readonly allClearMinutes: number
  readonly groups: PolicyGroups
  readonly actions: readonly PolicyAction[]
}

/** Another policy of the same customer. */
export type OtherPolicy = Pick<WantedPolicy, 'type' | 'threshold' | 'groups'>

export interface PolicyFault {
  /** What is wrong: one of the numbers, or how they fit together. */
  readonly about: 'threshold' | 'allClearMinutes' | 'whole'
  readonly because: string
}

/** Rounds a threshold to the precision of its type. */
export function roundedThreshold(type: PolicyShortName, threshold: number): number {
  return roundedTo(threshold, policyTypeOf(type).precision) ?? threshold
}

/** Above this temperature, wind chill is not defined; below it, the heat index is not. */
const mildF = 50
const dayMinutes = 1440

/** The end of the range opposite the type's limit. Beyond it, a policy would be breached always or never. */
function otherEnd({ category, precision }: PolicyType): number {
  if (category === 'Lightning') return mostMiles
  return category === 'Temperature' ? mildF : 1 / 10 ** precision
}

/** The range for a type's threshold. A lightning zone leaves room for those inside it. */
export function thresholdRange(type: PolicyShortName): { readonly least: number; readonly most: number } {
  const policyType = policyTypeOf(type)
  const { isDesc, limit } = policyType
  const end = otherEnd(policyType)
  return isDesc
    ? { least: Math.max(limit, lightningZoneOf[type] ?? limit), most: end }
    : { least: end, most: limit }
}

/** Lightning is stored only for as long as a location's timer may run. */
export function allClearLimits(type: PolicyShortName): { readonly least: number; readonly most: number } {
  const most = lightningZoneOf[type] === undefined ? dayMinutes : allClearRange.most
  return { least: policyTypeOf(type).minAllClear, most }
}

export function thresholdFault(type: PolicyShortName, threshold: number): string | undefined {
  const { least, most } = thresholdRange(type)
  if (threshold >= least && threshold <= most) return undefined
  return `must be from ${least} to ${most} ${policyTypeOf(type).unit}`
}

export function allClearFault(type: PolicyShortName, minutes: number): string | undefined {
  const { least, most } = allClearLimits(type)
  if (Number.isInteger(minutes) && minutes >= least && minutes <= most) return undefined
  return `must be from ${least} to ${most} whole minutes`
}

function shareGroup(one: PolicyGroups, other: PolicyGroups): boolean {
  if (one === 'all') return other === 'all' || other.length > 0
  return other === 'all' ? one.length > 0 : one.some(id => other.includes(id))
}

function areSame(one: PolicyGroups, other: PolicyGroups): boolean {
  if (one === 'all' || other === 'all') return one === other
  return new Set([...one, ...other]).size === one.length && one.length === other.length
}

/**
 * Checks that rings are nested. Every pair of lightning policies that apply to the same person must leave room for the
 * zones between them, so that it does not matter which of them is deleted or changed later.
 */
function nestingFault(wanted: WantedPolicy, others: readonly OtherPolicy[]): string | undefined {
  const zone = lightningZoneOf[wanted.type]
  if (zone === undefined) return undefined
  for (const other of others) {
    const otherZone = lightningZoneOf[other.type]
    if (otherZone === undefined || otherZone === zone || !shareGroup(wanted.groups, other.groups)) continue
    const room = other.threshold + (zone - otherZone) * leastGapMiles
    const isOuter = zone > otherZone
    if (isOuter ? wanted.threshold >= room : wanted.threshold <= room) continue
    const { displayName, unit } = policyTypeOf(other.type)
    return `must be at ${isOuter ? 'least' : 'most'} ${room} ${unit}, since ${displayName} is ${other.threshold} ${unit} for the same people`
  }
  return undefined
}

function wholeFault(wanted: WantedPolicy, others: readonly OtherPolicy[]): string | undefined {
  const { type, threshold, groups, actions } = wanted
  const isTold = actions.filter(action => !action.allClear).length
  const isToldOfEnd = actions.length - isTold
  if (isTold > 1 || isToldOfEnd > 1)
    return 'People can be notified once when a breach starts and once when it ends.'
  if (isToldOfEnd > isTold)
    return 'People who are notified of the all clear must also be notified of the breach.'
  const isTwin = (other: OtherPolicy) =>
    other.type === type && other.threshold === threshold && areSame(other.groups, groups)
  if (!others.some(isTwin)) return undefined
  const { displayName, unit } = policyTypeOf(type)
  return `There is already a policy for ${displayName} at ${threshold} ${unit} for the same user groups.`
}

/** What is wrong with a policy, given the customer's other policies; empty if it may be saved. */
export function policyFaults(wanted: WantedPolicy, others: readonly OtherPolicy[]): PolicyFault[] {
  const { type, threshold, allClearMinutes } = wanted
  const faults: [PolicyFault['about'], string | undefined][] = [
    ['threshold', thresholdFault(type, threshold) ?? nestingFault(wanted, others)],
    ['allClearMinutes', allClearFault(type, allClearMinutes)],
    ['whole', wholeFault(wanted, others)],
  ]
  return faults.flatMap(([about, because]) => (because === undefined ? [] : [{ about, because }]))
}
