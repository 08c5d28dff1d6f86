import type { Asked } from '#contract/call'
import type { OrganizationLocation, setOrganizationLocationsOfUser } from '#contract/places/locations'

type GivenLocations = Asked<typeof setOrganizationLocationsOfUser>['body']

/** The specification's default settings for a place that is given to a person. */
const givenSettings = {
  radius1: 10,
  radius2: 20,
  radius3: 30,
  allClearMinutes: 30,
  flags: 2,
  forecastLocation: false,
} as const

export function givenLocations(
  ids: readonly number[],
  places: readonly OrganizationLocation[],
): GivenLocations {
  return places
    .filter(({ id }) => ids.includes(id))
    .map(({ id, name, address, latitude, longitude }) => ({
      ...givenSettings,
      organizationLocationId: id,
      latitude,
      longitude,
      label: name,
      locationName: address,
    }))
}
