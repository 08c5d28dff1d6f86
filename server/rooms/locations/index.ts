export { findOrganizationLocation, insertOrganizationLocation } from './organization-store.ts'
export {
  findLocation,
  findRings,
  insertLocation,
  listLocationsOf,
  loadRings,
  type LocationRings,
  type LocationRow,
} from './store.ts'
export { LocationRegister } from './register.ts'
export { isSeenBy, locationSeenBy } from './reach.ts'
