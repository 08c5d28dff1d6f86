import type { Location, OrganizationLocation } from '#contract/places/locations'
import { timeZoneAt } from '#server/platform/time-zone-at'
import type { OrganizationLocationRow } from './store/organization.ts'
import type { LocationRow } from './store/locations.ts'

export function wireLocation(row: LocationRow): Location {
  return {
    id: row.id,
    label: row.label,
    locationName: row.address,
    latitude: row.latitude,
    longitude: row.longitude,
    radius1: row.radius1,
    radius2: row.radius2,
    radius3: row.radius3,
    radius4: row.radius4,
    allClearMinutes: row.all_clear_minutes,
    flags: row.flags,
    forecastLocation: row.forecast_location,
    organizationLocationId: row.organization_location_id,
    type: row.is_given ? 1 : 0,
    timeZone: timeZoneAt(row),
    version: row.version,
  }
}

export function wireOrganizationLocation(row: OrganizationLocationRow): OrganizationLocation {
  return {
    id: row.id,
    name: row.name,
    address: row.address,
    latitude: row.latitude,
    longitude: row.longitude,
    riskProfileId: row.risk_profile_id,
    version: row.version,
  }
}
