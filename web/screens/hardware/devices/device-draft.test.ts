import { deviceBodyOf, emptyDeviceDraft, deviceProblems, type DeviceDraft } from './device-draft.ts'
import { newDevice } from '#contract/devices/device-register'
import { expect, test } from 'vitest'

const siren: DeviceDraft = {
  ...emptyDeviceDraft,
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
  expect(Object.keys(deviceProblems(emptyDeviceDraft))).toEqual([
    'CustomerId',
    'Name',
    'Device',
    'Latitude',
    'Longitude',
    'Hours',
  ])
  expect(deviceProblems({ ...siren, latitude: 'north' })).toEqual({
    Latitude: ['must be degrees, such as 35.22'],
  })
  expect(deviceProblems(siren)).toEqual({})
  expect(deviceProblems({ ...siren, model: 'RELAY' })).toEqual({ IpAddress: ['is required'] })
})

test('sends the chosen hours for a siren only', () => {
  expect(deviceBodyOf(siren, 2)).toMatchObject({ hours: 'groups', isFarConfirmed: false })
  expect(deviceBodyOf({ ...siren, model: 'WXS' }, 2)).not.toHaveProperty('hours')
  expect(deviceProblems({ ...siren, hours: null })).toEqual({ Hours: ['Choose when it may sound.'] })
  expect(deviceProblems({ ...siren, model: 'WXS', hours: null })).toEqual({})
})

test('sends a unit only for devices that belong to one, and relays only for a relay unit', () => {
  expect(deviceBodyOf(siren, 2)).not.toHaveProperty('unitId')
  expect(deviceBodyOf(siren, 2)).not.toHaveProperty('relays')
  const relays = deviceBodyOf({ ...siren, model: 'RELAY', relays: [...siren.relays, emptyRelay] }, 2)
  expect(relays).toMatchObject({ unitId: 7, relays: [{ name: 'Lights', policyTypeId: 1 }] })
  expect(newDevice.safeParse(relays).success).toBe(true)
  expect(newDevice.safeParse(deviceBodyOf(siren, 2)).success).toBe(true)
})

const emptyRelay = { name: ' ', policyTypeId: null }

test('sends an elevation only for stations, and never an empty one as sea level', () => {
  expect(deviceBodyOf({ ...siren, elevationFeet: '1170' }, 2)).not.toHaveProperty('elevationFeet')
  expect(deviceBodyOf({ ...siren, model: 'WXS', elevationFeet: ' ' }, 2)).toMatchObject({
    elevationFeet: null,
  })
  expect(deviceBodyOf({ ...siren, model: 'OWX', elevationFeet: '1170' }, 2)).toMatchObject({
    elevationFeet: 1170,
  })
  expect(deviceProblems({ ...siren, model: 'WXS', elevationFeet: 'high' })).toEqual({
    ElevationFeet: ['must be feet, such as 1170'],
  })
})
