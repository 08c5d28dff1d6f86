import type { Served } from '#server/platform/http/serve'
import { locationRoutes, type LocationRouteDeps } from './routes/locations.ts'

export {
  ensureLink,
  findOrganizationLocation,
  groupsOfPlaces,
  insertOrganizationLocation,
  listOrganizationLocationRows,
  placesOfGroup,
  type OrganizationLocationRow,
} from './store/organization.ts'
export {
  findLocation,
  findLocations,
  findRings,
  insertLocation,
  listLocationsOf,
  loadRings,
  type LocationRings,
  type LocationRow,
} from './store/locations.ts'
export { locationsPersonalData } from './personal-data.ts'
export { locationsOfPeople } from './remove-locations-of.ts'
export { LocationRegister } from './register.ts'
export { isLocationSeenBy, locationSeenBy } from './reach.ts'

/** The locations of people and organizations. */
export function createLocations(deps: LocationRouteDeps): { readonly routes: readonly Served[] } {
  return { routes: locationRoutes(deps) }
}
