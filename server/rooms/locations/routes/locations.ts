import {
  addLocation as addLocationCall,
  checkRestriction,
  deleteLocation,
  listLocations,
  listLocationsOfUser,
  setForecastLocation,
  setOrganizationLocationsOfUser,
  updateLocation,
} from '#contract/places/locations'
import { serve, type Served } from '#server/platform/http/serve'
import type { Sources } from '#server/sources'
import type { LocationChangeDeps } from '#server/rooms/locations/acting'
import { chooseForecastLocation } from '#server/rooms/locations/choose-forecast-location'
import { giveLocations } from '#server/rooms/locations/give-locations'
import { organizationLocationRoutes } from './organization.ts'
import { personManagedBy, personSeenBy } from '#server/rooms/locations/reach'
import { removeLocation } from '#server/rooms/locations/remove-location'
import { restrictionAt } from '#server/rooms/locations/restriction'
import { addLocation, changeLocation } from '#server/rooms/locations/save-location'
import { listLocationsOf } from '#server/rooms/locations/store/locations'
import { wireLocation } from '#server/rooms/locations/wire'

export interface LocationRouteDeps extends LocationChangeDeps {
  readonly sources: Pick<Sources, 'proving' | 'provingWhereAccepted'>
}

export function locationRoutes({ sources, ...room }: LocationRouteDeps): Served[] {
  const { db } = room

  return [
    serve(listLocations, async ({ caller }) =>
      (await listLocationsOf(db, caller.customerId, caller.id)).map(wireLocation),
    ),

    serve(listLocationsOfUser, async ({ caller, params }) => {
      const person = await personSeenBy(db, caller, params.userId)
      return (await listLocationsOf(db, person.customer_id, person.id)).map(wireLocation)
    }),

    serve(addLocationCall, async ({ body, ...doing }) => {
      const row = await addLocation(room, doing, body)
      return { message: 'Location added', location: wireLocation(row) }
    }),

    serve(updateLocation, async ({ body, ...doing }) => {
      await changeLocation(room, doing, body)
      return 'Location updated'
    }),

    serve(setForecastLocation, async ({ params, ...doing }) => {
      await chooseForecastLocation(room, doing, params.id)
      return 'Location updated'
    }),

    serve(deleteLocation, async ({ params, ...doing }) => {
      await removeLocation(room, doing, params.id)
      return 'Location deleted'
    }),

    serve(setOrganizationLocationsOfUser, async ({ params, body, ...doing }) => {
      const person = await personManagedBy(db, doing.caller, params.userId)
      await giveLocations(room, doing, person, body)
      return 'Locations updated'
    }),

    serve(checkRestriction, async ({ body: { Latitude: latitude, Longitude: longitude } }) =>
      restrictionAt(
        { latitude, longitude },
        sources.proving('lightning'),
        sources.provingWhereAccepted('lightning'),
      ),
    ),

    ...organizationLocationRoutes(room),
  ]
}
