import { bodyOf, emptyDraft, problemsOf, type DeviceDraft } from './device-draft.ts'
import { newDevice } from '#contract/devices/device-register'
import { expect, test } from 'vitest'

const siren: DeviceDraft = {
  ...emptyDraft,
  customerId: 2,
  device: ' north-field ',
  name: 'North Field',
  latitude: '35.22',
  longitude: '-97.44',
  hours: 'groups',
  unitId: 7,
  relays: [{ name: 'Lights', policyTypeId: 1 }],
}

test('reports missing fields before the server is called', () => {
  expect(Object.keys(problemsOf(emptyDraft))).toEqual([
    'CustomerId',
    'Name',
    'Device',
    'Latitude',
    'Longitude',
    'Hours',
  ])
  expect(problemsOf({ ...siren, latitude: 'north' })).toEqual({
    Latitude: ['must be degrees, such as 35.22'],
  })
  expect(problemsOf(siren)).toEqual({})
  expect(problemsOf({ ...siren, model: 'RELAY' })).toEqual({ IpAddress: ['is required'] })
})

test('sends the chosen hours for a siren only', () => {
  expect(bodyOf(siren, 2)).toMatchObject({ hours: 'groups', isFarConfirmed: false })
  expect(bodyOf({ ...siren, model: 'WXS' }, 2)).not.toHaveProperty('hours')
  expect(problemsOf({ ...siren, hours: null })).toEqual({ Hours: ['Choose when it may sound.'] })
  expect(problemsOf({ ...siren, model: 'WXS', hours: null })).toEqual({})
})

test('sends a unit only for devices that belong to one, and relays only for a relay unit', () => {
  expect(bodyOf(siren, 2)).not.toHaveProperty('unitId')
  expect(bodyOf(siren, 2)).not.toHaveProperty('relays')
  const relays = bodyOf({ ...siren, model: 'RELAY', relays: [...siren.relays, emptyRelay] }, 2)
  expect(relays).toMatchObject({ unitId: 7, relays: [{ name: 'Lights', policyTypeId: 1 }] })
  expect(newDevice.safeParse(relays).success).toBe(true)
  expect(newDevice.safeParse(bodyOf(siren, 2)).success).toBe(true)
})

const emptyRelay = { name: ' ', policyTypeId: null }

test('sends an elevation only for stations, and never an empty one as sea level', () => {
  expect(bodyOf({ ...siren, elevationFeet: '1170' }, 2)).not.toHaveProperty('elevationFeet')
  expect(bodyOf({ ...siren, model: 'WXS', elevationFeet: ' ' }, 2)).toMatchObject({ elevationFeet: null })
  expect(bodyOf({ ...siren, model: 'OWX', elevationFeet: '1170' }, 2)).toMatchObject({ elevationFeet: 1170 })
  expect(problemsOf({ ...siren, model: 'WXS', elevationFeet: 'high' })).toEqual({
    ElevationFeet: ['must be feet, such as 1170'],
  })
})
