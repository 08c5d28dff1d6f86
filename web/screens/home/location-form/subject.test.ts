import {
  customLocation,
  isGiven,
  isLocking,
  isOverwritten,
  formLocks,
  savedRings,
  showsFourthZone,
  standsForOrganization,
  subjectOf,
  titleOf,
  type FormSubject,
} from './subject.ts'
import type { Location, OrganizationLocation } from '#contract/places/locations'
import type { WirePolicy } from '#contract/places/policies'
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

const edit = (location: Partial<Location>): FormSubject => ({
  kind: 'edit',
  location: { ...own, ...location },
})

test('edits an organization location that the person has, and prefills a new location from another', () => {
  expect(subjectOf(gym, [own])).toEqual({ kind: 'edit', location: own })
  expect(subjectOf(gym, [{ ...own, organizationLocationId: null }])).toEqual({
    kind: 'new',
    organizationLocation: gym,
  })
})

test('fills in the label of an edited location, but not of a new one', () => {
  expect(titleOf(edit({}))).toBe('My gym')
  expect(titleOf(customLocation)).toBe('Add Location')
  expect(titleOf(subjectOf(gym, []))).toBe('Add Location')
})

test('recognizes a location that mirrors an organization location, and one that the organization gave', () => {
  expect(standsForOrganization(customLocation)).toBe(false)
  expect(standsForOrganization(subjectOf(gym, []))).toBe(true)
  expect(standsForOrganization(edit({ organizationLocationId: null }))).toBe(false)
  expect(isGiven(edit({}))).toBe(false)
  expect(isGiven(edit({ type: 1 }))).toBe(true)
})

test('starts a new location with one zone of 10 miles and 30 minutes', () => {
  expect(savedRings(customLocation)).toEqual({ radii: [10, 0, 0, 0], allClearMinutes: 30 })
})

test('locks the zones of lightning policies, and the time of the lowest-numbered one; others lock nothing', () => {
  const locks = formLocks([lightning('LR3', 25, 50), lightning('WIND', 30, 60), lightning('LR2', 15, 40)])
  expect(locks).toEqual({ zones: { 2: 15, 3: 25 }, allClearMinutes: 40, zoneMinutes: { 2: 40, 3: 50 } })
  expect(isLocking(locks)).toBe(true)
  expect(formLocks([lightning('HEAT', 95, 60)])).toEqual(noLocks)
  expect(isLocking(noLocks)).toBe(false)
})

test('reports saved values that a policy overwrites, but not equal ones or new locations', () => {
  const locks = formLocks([lightning('LR1', 8, 30)])
  expect(isOverwritten(edit({ radius1: 10 }), locks)).toBe(true)
  expect(isOverwritten(edit({ radius1: 8 }), locks)).toBe(false)
  expect(isOverwritten(edit({ radius1: 8, allClearMinutes: 20 }), locks)).toBe(true)
  expect(isOverwritten(edit({}), noLocks)).toBe(false)
  expect(isOverwritten(customLocation, locks)).toBe(false)
})

test('shows the fourth zone with the entitlement, a value, or a policy', () => {
  expect(showsFourthZone(edit({}), false, noLocks)).toBe(false)
  expect(showsFourthZone(edit({}), true, noLocks)).toBe(true)
  expect(showsFourthZone(edit({ radius3: 30, radius4: 40 }), false, noLocks)).toBe(true)
  expect(showsFourthZone(edit({}), false, formLocks([lightning('LR4', 45, 30)]))).toBe(true)
})
