import { givenLocations } from './given-locations.ts'
import { givenLocation } from '#contract/places/locations'
import { expect, test } from 'vitest'

test('sends existing locations only, with the specification’s settings', () => {
  const place = {
    id: 4,
    name: 'Field',
    address: 'Norman, OK',
    latitude: 35,
    longitude: -97,
    riskProfileId: null,
    version: 1,
  }
  const given = givenLocations([4, 9], [place, { ...place, id: 5 }])
  expect(given).toEqual([
    {
      organizationLocationId: 4,
      label: 'Field',
      locationName: 'Norman, OK',
      latitude: 35,
      longitude: -97,
      radius1: 10,
      radius2: 20,
      radius3: 30,
      allClearMinutes: 30,
      flags: 2,
      forecastLocation: false,
    },
  ])
  expect(givenLocation.safeParse(given[0]).success).toBe(true)
})
