import type { Facts } from '#server/facts'
import type { AppendFact } from '#server/platform/changes/index'
import type { Tx } from '#server/platform/store/index'
import type { LocationsOfPeople, UserRow } from '#server/rooms/users/index'
import { locationAuditName, appendLocationFact, type LocationChangeDeps } from './acting.ts'
import { giveWithin } from './give-locations.ts'
import { listOrganizationLocationRows } from './store/organization.ts'
import {
  deleteLocationRow,
  listLocationsOf,
  lockLocationsOf,
  updateLocationRow,
  type LocationRow,
} from './store/locations.ts'

async function remove(
  tx: Tx,
  appendFact: AppendFact<Facts>,
  rows: readonly LocationRow[],
): Promise<string[]> {
  for (const row of rows) await deleteLocationRow(tx, row.customer_id, row.id)
  appendLocationFact(appendFact, 'location removed', rows)
  return rows.map(locationAuditName)
}

async function lockedLocationsOf(tx: Tx, person: UserRow): Promise<LocationRow[]> {
  await lockLocationsOf(tx, person.customer_id, person.id)
  return listLocationsOf(tx, person.customer_id, person.id)
}

/** Updates locations when their person is added, deleted, or can no longer sign in. */
export const locationsOfPeople = (room: Pick<LocationChangeDeps, 'ringLocksFor'>): LocationsOfPeople => ({
  places: listOrganizationLocationRows,

  give(tx, appendFact, doing, person, placeIds) {
    const list = placeIds.map(organizationLocationId => ({ organizationLocationId }))
    return giveWithin(room, { tx, appendFact }, doing, person, list)
  },

  async removeAll(tx, appendFact, person) {
    return remove(tx, appendFact, await lockedLocationsOf(tx, person))
  },

  async keepGiven(tx, appendFact, person, now) {
    const rows = await lockedLocationsOf(tx, person)
    const removed = await remove(
      tx,
      appendFact,
      rows.filter(row => row.organization_location_id === null),
    )
    const kept: LocationRow[] = []
    for (const row of rows) {
      if (row.organization_location_id === null) continue
      kept.push(await updateLocationRow(tx, row.customer_id, row.id, { is_given: true, updated_at: now }))
    }
    appendLocationFact(appendFact, 'location changed', kept)
    return { removed, kept: kept.map(locationAuditName) }
  },
})
