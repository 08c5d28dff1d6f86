import {
  alertsAreOn,
  locationDraftInWords,
  locationDraftOf,
  isMoved,
  locationProblems,
  wireOf,
  withAlerts,
  type LocationDraft,
} from './draft.ts'
import { customLocation, type FormSubject } from './subject.ts'
import { sameValue } from '#domain/edits/merge'
import type { Location } from '#contract/places/locations'
import {
  choosePlace,
  isNameless,
  keepCoordinates,
  nameCoordinates,
  pointOf,
  typeAddress,
  typeCoordinate,
} from '#web/forms/place/place-draft.ts'
import { differences } from '#web/parts/leaving/differences.ts'
import { describe, expect, test } from 'vitest'

const norman = { name: 'Norman', address: 'Norman, OK', latitude: 35.22257, longitude: -97.43948 }
const begun = locationDraftOf(customLocation)
const named: LocationDraft = { ...begun, label: 'Gate' }

const saved: Location = {
  id: 3,
  label: 'Gate',
  locationName: 'Norman, OK',
  latitude: 35.2,
  longitude: -97.4,
  radius1: 7.3,
  radius2: 0,
  radius3: 0,
  radius4: 0,
  allClearMinutes: 40,
  flags: 4,
  forecastLocation: true,
  organizationLocationId: 9,
  type: 1,
  timeZone: 'America/Chicago',
  version: 1,
}
const edit: FormSubject = { kind: 'edit', location: saved }

test('starts a new location in the middle of the country with its alerts on', () => {
  expect(begun).toMatchObject({
    label: '',
    address: '',
    latitude: '39.8283',
    longitude: '-98.5795',
    flags: 0,
  })
  expect(begun.rings).toEqual({ radii: [10, 0, 0, 0], allClearMinutes: 30 })
})

test('treats an unchanged draft as equal', () => {
  expect(sameValue(locationDraftOf(edit), locationDraftOf(edit))).toBe(true)
  expect(sameValue(locationDraftOf(edit), typeAddress(locationDraftOf(edit), 'Elsewhere'))).toBe(false)
})

describe('position', () => {
  test('does not save a new location without a position', () => {
    expect(locationProblems(named)).toEqual({
      LocationName: ['Search for an address, or enter the coordinates.'],
    })
    expect(locationProblems(choosePlace(named, norman))).toEqual({})
    expect(locationProblems(typeCoordinate(named, 'latitude', '35'))).toEqual({})
    expect(locationProblems(keepCoordinates(named))).toEqual({})
  })

  test('does not save a typed address that was not found over another place’s coordinates', () => {
    const typed = typeAddress(locationDraftOf(edit), 'Tulsa')
    expect(locationProblems(typed)).toEqual({
      LocationName: ['Choose a place from the list, or enter its coordinates.'],
    })
    expect(locationProblems(keepCoordinates(typed))).toEqual({})
    expect(keepCoordinates(typed).address).toBe('Tulsa')
    expect(locationProblems(typeAddress(typed, ' '))).toEqual({})
  })

  test('clears the previous place’s name when coordinates are typed, but not a person’s own text', () => {
    const moved = typeCoordinate(locationDraftOf(edit), 'latitude', '36')
    expect(moved.address).toBe('')
    expect(isNameless(moved)).toBe(true)
    expect(nameCoordinates(moved, '3 mi N of Norman, OK').address).toBe('3 mi N of Norman, OK')
    const own = typeCoordinate(typeAddress(named, 'Behind the gym'), 'latitude', '36')
    expect(own).toMatchObject({ address: 'Behind the gym', addressIsOpen: false, placeIsChosen: true })
    expect(isNameless(own)).toBe(false)
  })

  test.each([
    ['35.2', '-97.4', { latitude: 35.2, longitude: -97.4 }],
    [' 35. ', '.5', { latitude: 35, longitude: 0.5 }],
    ['90.1', '0', null],
    ['0', '-180.5', null],
    ['', '0', null],
    ['1e1', '0', null],
    ['0x10', '0', null],
    ['35,2', '0', null],
  ])('the coordinates %j and %j', (latitude, longitude, point) => {
    expect(pointOf({ latitude, longitude })).toEqual(point)
  })

  test('reports an incomplete number as an invalid coordinate', () => {
    const typed = typeCoordinate(typeCoordinate(named, 'latitude', '-'), 'longitude', '200')
    expect(typed.placeIsChosen).toBe(false)
    expect(locationProblems(typed)).toMatchObject({
      Latitude: ['must be from -90 to 90'],
      Longitude: ['must be from -180 to 180'],
    })
  })

  test('checks a place that is new or was moved', () => {
    expect(isMoved(customLocation, saved)).toBe(true)
    expect(isMoved(edit, saved)).toBe(false)
    expect(isMoved(edit, { ...saved, longitude: -97.5 })).toBe(true)
  })
})

test('requires a name', () => {
  expect(locationProblems({ ...choosePlace(begun, norman), label: '  ' })).toEqual({ Label: ['is required'] })
})

test('treats alerts as off if any is silenced; the switch silences all or none', () => {
  expect([0, 1, 2, 4, 8, 16, 30].map(flags => alertsAreOn({ flags }))).toEqual([
    true,
    true,
    false,
    false,
    false,
    false,
    false,
  ])
  expect(withAlerts(named, false).flags).toBe(30)
  expect(withAlerts(locationDraftOf(edit), true).flags).toBe(0)
})

test('sends the form’s content, with the rings as policies changed them', () => {
  const rings = { radii: [8, 20, 0, 0], allClearMinutes: 50 } as const
  expect(
    wireOf({ ...locationDraftOf(edit), label: ' Gate ' }, edit, { latitude: 1, longitude: 2 }, rings),
  ).toEqual({
    label: 'Gate',
    locationName: 'Norman, OK',
    latitude: 1,
    longitude: 2,
    radius1: 8,
    radius2: 20,
    radius3: 0,
    radius4: 0,
    allClearMinutes: 50,
    flags: 4,
    forecastLocation: true,
    organizationLocationId: 9,
  })
  expect(wireOf(begun, customLocation, norman, begun.rings).organizationLocationId).toBeNull()
})

test('compares two versions by their readable text', () => {
  const mine = { ...locationDraftOf(edit), label: 'North Gate' }
  const theirs = locationDraftOf({
    kind: 'edit',
    location: { ...saved, radius1: 12, radius2: 20, allClearMinutes: 30, flags: 0 },
  })
  expect(
    differences(locationDraftInWords(mine, mine.rings), locationDraftInWords(theirs, theirs.rings)),
  ).toEqual([
    { label: 'Location Name', mine: 'North Gate', theirs: 'Gate' },
    { label: 'Zone 1', mine: '7.3 mi', theirs: '12 mi' },
    { label: 'Zone 2', mine: 'Off', theirs: '20 mi' },
    { label: 'All-clear timer', mine: '40 minutes', theirs: '30 minutes' },
    { label: 'Alerts', mine: 'Off', theirs: 'On' },
  ])
})
