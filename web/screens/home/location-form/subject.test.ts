import {
  customLocation,
  isGiven,
  isLocking,
  isOverwritten,
  locksFrom,
  savedRings,
  showsFourthZone,
  standsForOrganization,
  subjectOf,
  titleOf,
  type Subject,
} from './subject.ts'
import type { Location, OrganizationLocation } from '#contract/locations'
import type { WirePolicy } from '#contract/policies'
import { noLocks } from '#domain/lightning/ring-rules'
import { expect, test } from 'vitest'

const gym: OrganizationLocation = {
  id: 7,
  name: 'Gym',
  address: 'Norman, OK',
  latitude: 35.2,
  longitude: -97.4,
  riskProfileId: null,
  version: 1,
}

const own: Location = {
  id: 3,
  label: 'My gym',
  locationName: 'Norman, OK',
  latitude: 35.2,
  longitude: -97.4,
  radius1: 10,
  radius2: 20,
  radius3: 0,
  radius4: 0,
  allClearMinutes: 30,
  flags: 0,
  forecastLocation: false,
  organizationLocationId: 7,
  type: 0,
  timeZone: 'America/Chicago',
  version: 1,
}

function lightning(shortName: WirePolicy['policyTypeShortName'], threshold: number, allClearMinutes: number) {
  return { policyTypeShortName: shortName, threshold, allClearMinutes } as WirePolicy
}

const edit = (location: Partial<Location>): Subject => ({ kind: 'edit', location: { ...own, ...location } })

test('an organization location that the person has is edited, another one prefills a new location', () => {
  expect(subjectOf(gym, [own])).toEqual({ kind: 'edit', location: own })
  expect(subjectOf(gym, [{ ...own, organizationLocationId: null }])).toEqual({
    kind: 'new',
    organizationLocation: gym,
  })
})

test('an edited location gives the form its label, a new one does not', () => {
  expect(titleOf(edit({}))).toBe('My gym')
  expect(titleOf(customLocation)).toBe('Add Location')
  expect(titleOf(subjectOf(gym, []))).toBe('Add Location')
})

test('what stands for an organization location, and what was given by it', () => {
  expect(standsForOrganization(customLocation)).toBe(false)
  expect(standsForOrganization(subjectOf(gym, []))).toBe(true)
  expect(standsForOrganization(edit({ organizationLocationId: null }))).toBe(false)
  expect(isGiven(edit({}))).toBe(false)
  expect(isGiven(edit({ type: 1 }))).toBe(true)
})

test('a new location has one zone of 10 miles and 30 minutes', () => {
  expect(savedRings(customLocation)).toEqual({ radii: [10, 0, 0, 0], allClearMinutes: 30 })
})

test('lightning policies lock their zones, and the lowest-numbered one the time; others lock nothing', () => {
  const locks = locksFrom([lightning('LR3', 25, 50), lightning('WIND', 30, 60), lightning('LR2', 15, 40)])
  expect(locks).toEqual({ zones: { 2: 15, 3: 25 }, allClearMinutes: 40, zoneMinutes: { 2: 40, 3: 50 } })
  expect(isLocking(locks)).toBe(true)
  expect(locksFrom([lightning('HEAT', 95, 60)])).toEqual(noLocks)
  expect(isLocking(noLocks)).toBe(false)
})

test('saved values that a policy has changed are overwritten; equal ones and new locations are not', () => {
  const locks = locksFrom([lightning('LR1', 8, 30)])
  expect(isOverwritten(edit({ radius1: 10 }), locks)).toBe(true)
  expect(isOverwritten(edit({ radius1: 8 }), locks)).toBe(false)
  expect(isOverwritten(edit({ radius1: 8, allClearMinutes: 20 }), locks)).toBe(true)
  expect(isOverwritten(edit({}), noLocks)).toBe(false)
  expect(isOverwritten(customLocation, locks)).toBe(false)
})

test('the fourth zone shows with the entitlement, with a value, or with a policy', () => {
  expect(showsFourthZone(edit({}), false, noLocks)).toBe(false)
  expect(showsFourthZone(edit({}), true, noLocks)).toBe(true)
  expect(showsFourthZone(edit({ radius3: 30, radius4: 40 }), false, noLocks)).toBe(true)
  expect(showsFourthZone(edit({}), false, locksFrom([lightning('LR4', 45, 30)]))).toBe(true)
})
