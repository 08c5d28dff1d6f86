export const zones = [1, 2, 3, 4] as const
/** The number of a ring in a location; ring 1 is the innermost. */
export type Zone = (typeof zones)[number]

/** Miles by zone; 0 means that the ring is off. */
export type Radii = readonly [number, number, number, number]

export interface RingSet {
  readonly radii: Radii
  readonly allClearMinutes: number
}

/** The settings that the organization's policies have fixed, which a person cannot change. */
export interface RingLocks {
  readonly zones: Readonly<Partial<Record<Zone, number>>>
  readonly allClearMinutes?: number
  /** What each zone's policy requires of its ring. */
  readonly zoneMinutes?: ZoneMinutes
}

export type ZoneMinutes = Readonly<Partial<Record<Zone, number>>>

export const noLocks: RingLocks = { zones: {} }

/** Defaults for a new location. */
export const newRings: RingSet = { radii: [10, 0, 0, 0], allClearMinutes: 30 }

/** Defaults for a location that an administrator assigns, unless the administrator specifies others. */
export const givenRings: RingSet = { radii: [10, 20, 30, 0], allClearMinutes: 30 }

export const mostMiles = 50
const leastMiles = 1
export const leastGapMiles = 1
export const allClearRange = { least: 10, most: 60, step: 10 } as const

/**
 * A tolerance, because 7.3 and 6.3 must count as a mile apart even if rounding makes their difference slightly smaller.
 */
const hair = 1e-9

export type RingField = 'radius1' | 'radius2' | 'radius3' | 'radius4' | 'allClearMinutes'

export interface RingFault {
  readonly field: RingField
  readonly because: string
}

export interface RingTerms {
  readonly locks: RingLocks
  /** Whether a fourth ring is allowed: with the entitlement, or if the ring had a value before. */
  readonly fourthZone: boolean
}

export function radiusOf(radii: Radii, zone: Zone): number {
  return radii[zone - 1] as number
}

function zonesBefore(zone: Zone): Zone[] {
  return zones.filter(one => one < zone)
}

function zoneFault(radii: Radii, zone: Zone, { locks, fourthZone }: RingTerms): string | undefined {
  const miles = radiusOf(radii, zone)
  const lock = locks.zones[zone]
  if (lock !== undefined) {
    return miles === lock ? undefined : `is set to ${lock} miles by your organization’s policy`
  }
  if (zone > 1 && miles === 0) return undefined
  if (!(miles >= leastMiles && miles <= mostMiles)) return `must be from ${leastMiles} to ${mostMiles} miles`
  if (zone === 4 && !fourthZone) return 'is not part of your organization’s plan'

  const before = zonesBefore(zone).findLast(one => radiusOf(radii, one) > 0)
  if (zone > 1 && before !== zone - 1) return `needs zone ${zone - 1}`
  const inner = before === undefined ? undefined : radiusOf(radii, before)
  if (inner !== undefined && miles - inner < leastGapMiles - hair) {
    return `must be at least ${leastGapMiles} mile more than zone ${before}`
  }
  // A gap that is too small is reported on the outer zone, unless that zone is locked and this one has to shrink.
  const outer = (zone + 1) as Zone
  const outerLock = locks.zones[outer]
  if (outerLock !== undefined && outerLock - miles < leastGapMiles - hair) {
    return `must be at least ${leastGapMiles} mile less than zone ${outer}`
  }
  return undefined
}

function allClearFault(minutes: number, { locks }: RingTerms): string | undefined {
  const lock = locks.allClearMinutes
  if (lock !== undefined) {
    return minutes === lock ? undefined : `is set to ${lock} minutes by your organization’s policy`
  }
  const { least, most, step } = allClearRange
  if (minutes >= least && minutes <= most && minutes % step === 0) return undefined
  return `must be ${least} to ${most} minutes, in steps of ${step}`
}

/** What is wrong with a location's rings, by field; empty if they may be saved. */
export function ringFaults(rings: RingSet, terms: RingTerms): RingFault[] {
  const faults = zones.map(zone => ({
    field: `radius${zone}` as RingField,
    because: zoneFault(rings.radii, zone, terms),
  }))
  const allClear: { field: RingField; because: string | undefined } = {
    field: 'allClearMinutes',
    because: allClearFault(rings.allClearMinutes, terms),
  }
  return [...faults, allClear].flatMap(({ field, because }) => (because ? [{ field, because }] : []))
}

export interface LightningPolicy {
  /** A zone from LR1 to LR4. */
  readonly zone: Zone
  readonly radiusMiles: number
  readonly allClearMinutes: number
}

/**
 * The locks from these policies: each policy locks its zone. The all-clear time comes from the policy for LR1 or, if
 * there is none, from the one for the lowest-numbered zone.
 */
export function locksOf(policies: readonly LightningPolicy[]): RingLocks {
  const byZone = policies.toSorted((one, other) => one.zone - other.zone)
  const first = byZone[0]
  if (!first) return noLocks
  return {
    zones: Object.fromEntries(byZone.map(policy => [policy.zone, policy.radiusMiles])),
    allClearMinutes: first.allClearMinutes,
    zoneMinutes: Object.fromEntries(byZone.map(policy => [policy.zone, policy.allClearMinutes])),
  }
}

/**
 * The rings as the organization requires them: locked zones and the time as required, the other rings moved only as
 * needed, and off if there is no room left for them.
 */
export function withLocks(rings: RingSet, locks: RingLocks): RingSet {
  if (Object.keys(locks.zones).length === 0 && locks.allClearMinutes === undefined) return rings
  const miles: [number, number, number, number] = [...rings.radii]
  for (const zone of zones) miles[zone - 1] = locks.zones[zone] ?? radiusOf(rings.radii, zone)
  const isFree = (zone: Zone) => locks.zones[zone] === undefined
  const outermostLock = zones.findLast(zone => !isFree(zone)) ?? 1

  for (const zone of zones.slice(1).filter(isFree)) {
    const inner = radiusOf(miles, (zone - 1) as Zone)
    const isOn = inner > 0 && (radiusOf(miles, zone) > 0 || zone < outermostLock)
    const pushed = Math.max(radiusOf(miles, zone), inner + leastGapMiles)
    miles[zone - 1] = isOn && pushed <= mostMiles ? pushed : 0
  }
  for (const zone of zones.filter(isFree).toReversed()) {
    const outer = zone === 4 ? 0 : radiusOf(miles, (zone + 1) as Zone)
    if (outer > 0) miles[zone - 1] = Math.min(radiusOf(miles, zone), outer - leastGapMiles)
  }
  return { radii: miles, allClearMinutes: locks.allClearMinutes ?? rings.allClearMinutes }
}

/** Whether policies require something other than what was saved. */
export function isOutdated(saved: RingSet, locks: RingLocks): boolean {
  const wanted = withLocks(saved, locks)
  return (
    wanted.allClearMinutes !== saved.allClearMinutes ||
    wanted.radii.some((miles, index) => miles !== saved.radii[index])
  )
}

/** The rings as monitored, each with its own all-clear time if its policy has a longer one. */
export interface RingsInForce extends RingSet {
  readonly zoneMinutes: ZoneMinutes
}

/**
 * The rings in force. A location saved before a policy keeps its numbers until it is saved again. Until then the larger
 * radius and the longer all-clear time apply, because a ring and its policy's warning count down together.
 */
export function inForce(rings: RingSet, locks: RingLocks): RingsInForce {
  const larger = (zone: Zone) => Math.max(radiusOf(rings.radii, zone), locks.zones[zone] ?? 0)
  return {
    radii: [larger(1), larger(2), larger(3), larger(4)],
    allClearMinutes: Math.max(rings.allClearMinutes, locks.allClearMinutes ?? 0),
    zoneMinutes: locks.zoneMinutes ?? {},
  }
}
