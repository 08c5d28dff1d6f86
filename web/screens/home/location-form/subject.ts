import type { Location, OrganizationLocation } from '#contract/places/locations'
import type { WirePolicy } from '#contract/places/policies'
import {
  isOutdated,
  locksOf,
  newRings,
  type LightningPolicy,
  type RingLocks,
  type RingSet,
} from '#domain/lightning/ring-rules'
import { lightningZoneOf } from '#domain/policies/policy-types'

/**
 * The form's subject. A new location may be prefilled from an organization location that the person does not have yet.
 */
export type FormSubject =
  | { readonly kind: 'new'; readonly organizationLocation: OrganizationLocation | null }
  | { readonly kind: 'edit'; readonly location: Location }

export const customLocation: FormSubject = { kind: 'new', organizationLocation: null }

/** Returns the subject for a chosen organization location: editing the person's copy of it, or a new, prefilled one. */
export function subjectOf(chosen: OrganizationLocation, own: readonly Location[]): FormSubject {
  const location = own.find(one => one.organizationLocationId === chosen.id)
  return location ? { kind: 'edit', location } : { kind: 'new', organizationLocation: chosen }
}

export function titleOf(subject: FormSubject): string {
  return subject.kind === 'edit' ? subject.location.label : 'Add Location'
}

/** Whether the subject is an organization location or a copy of one, whose position is the organization location's. */
export function standsForOrganization(subject: FormSubject): boolean {
  return subject.kind === 'edit'
    ? subject.location.organizationLocationId !== null
    : subject.organizationLocation !== null
}

/** Whether the location was given by the organization, so that it cannot be renamed or deleted. */
export function isGiven(subject: FormSubject): boolean {
  return subject.kind === 'edit' && subject.location.type === 1
}

export function savedRings(subject: FormSubject): RingSet {
  if (subject.kind === 'new') return newRings
  const { radius1, radius2, radius3, radius4, allClearMinutes } = subject.location
  return { radii: [radius1, radius2, radius3, radius4], allClearMinutes }
}

export function formLocks(policies: readonly WirePolicy[]): RingLocks {
  return locksOf(
    policies.flatMap((policy): LightningPolicy[] => {
      const zone = lightningZoneOf[policy.policyTypeShortName]
      const { threshold: radiusMiles, allClearMinutes } = policy
      return zone === undefined ? [] : [{ zone, radiusMiles, allClearMinutes }]
    }),
  )
}

export function isLocking(locks: RingLocks): boolean {
  return locks.allClearMinutes !== undefined || Object.keys(locks.zones).length > 0
}

/** Whether policies override the saved values. A new location has nothing to override. */
export function isOverwritten(subject: FormSubject, locks: RingLocks): boolean {
  return subject.kind === 'edit' && isOutdated(savedRings(subject), locks)
}

/** The fourth zone requires the entitlement, or an existing value set by the person or a policy. */
export function showsFourthZone(subject: FormSubject, entitled: boolean, locks: RingLocks): boolean {
  return entitled || savedRings(subject).radii[3] > 0 || locks.zones[4] !== undefined
}
