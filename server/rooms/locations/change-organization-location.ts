import { updateOrganizationLocation as updateCall } from '#contract/places/locations'
import { reachOf } from '#server/platform/http/caller'
import { recordAudit } from '#server/platform/audit'
import { assertNotOvertaken } from '#server/platform/http/overtaken'
import { notFound, serverRefusal } from '#server/platform/http/problems'
import type { Tx } from '#server/platform/store/index'
import {
  appendLocationFact,
  appendOrganizationLocationFact,
  type Doing,
  type LocationChangeDeps,
} from './acting.ts'
import {
  deleteOrganizationLocationRow,
  insertOrganizationLocation,
  isUsedBy,
  seizeOrganizationLocation,
  updateOrganizationLocationRow,
  type OrganizationLocationRow,
} from './store/organization.ts'
import { renameStandingFor, updateStandingFor } from './store/locations.ts'
import { wireOrganizationLocation } from './wire.ts'

export interface OrganizationLocationInput {
  readonly name: string
  readonly address: string
  readonly latitude: number
  readonly longitude: number
  readonly risk_profile_id?: number | null
}

/** An organization location's name in the audit log. */
export function organizationLocationAuditName(row: OrganizationLocationRow): string {
  return `${row.name} (organization location ${row.id})`
}

export async function defineOrganizationLocation(
  room: LocationChangeDeps,
  { caller, now, requestId }: Doing,
  input: OrganizationLocationInput,
): Promise<OrganizationLocationRow> {
  const { customerId } = caller
  return room.changes.commit(async (tx, appendFact) => {
    const row = await insertOrganizationLocation(tx, {
      ...input,
      customer_id: customerId,
      work_rest_profile_id: null,
      created_at: now,
      updated_at: now,
    })
    appendOrganizationLocationFact(appendFact, row)
    const after = wireOrganizationLocation(row)
    const action = 'organization location added'
    await recordAudit(
      tx,
      { by: caller, customerId, action, target: organizationLocationAuditName(row), after, requestId },
      now,
    )
    return row
  })
}

async function seized(tx: Tx, caller: Doing['caller'], id: number): Promise<OrganizationLocationRow> {
  const row = await seizeOrganizationLocation(tx, reachOf(caller), id)
  if (!row) throw notFound('This organization location')
  return row
}

/** The location to change, and the version from which the change was made. */
interface Changed {
  readonly id: number
  readonly version?: number | undefined
}

/** Renames or moves an organization location, and the locations linked to it. */
export async function changeOrganizationLocation(
  room: LocationChangeDeps,
  { caller, now, requestId }: Doing,
  { id, version }: Changed,
  input: OrganizationLocationInput,
) {
  await room.changes.commit(async (tx, appendFact) => {
    const before = await seized(tx, caller, id)
    assertNotOvertaken(updateCall, version, wireOrganizationLocation(before))
    const after = await updateOrganizationLocationRow(tx, before.customer_id, id, {
      ...input,
      updated_at: now,
    })
    await renameStandingFor(tx, before.customer_id, id, { from: before.name, to: after.name })
    const { address, latitude, longitude } = after
    const place = { address, latitude, longitude, updated_at: now }
    const standing = await updateStandingFor(tx, before.customer_id, id, place)
    await recordAudit(
      tx,
      {
        by: caller,
        customerId: before.customer_id,
        action: 'organization location changed',
        target: organizationLocationAuditName(before),
        before: wireOrganizationLocation(before),
        after: { ...wireOrganizationLocation(after), locations: standing.map(row => row.id) },
        requestId,
      },
      now,
    )
    appendLocationFact(appendFact, 'location changed', standing)
    appendOrganizationLocationFact(appendFact, before)
  })
}

/**
 * Deletes an organization location. Linked locations remain as people's own: no one loses a watched place because
 * someone else cleaned up.
 */
export async function removeOrganizationLocation(
  room: LocationChangeDeps,
  { caller, now, requestId }: Doing,
  id: number,
) {
  await room.changes.commit(async (tx, appendFact) => {
    const before = await seized(tx, caller, id)
    if (await isUsedBy(tx, before.customer_id, 'widgets', id))
      throw serverRefusal(
        'A widget shows this location. Delete the widget or choose another location for it.',
      )
    if (await isUsedBy(tx, before.customer_id, 'devices', id))
      throw serverRefusal('A siren or another unit belongs to this location. Ask support to move it first.')
    const standing = await updateStandingFor(tx, before.customer_id, id, {
      organization_location_id: null,
      is_given: false,
      updated_at: now,
    })
    await deleteOrganizationLocationRow(tx, before.customer_id, id)
    await recordAudit(
      tx,
      {
        by: caller,
        customerId: before.customer_id,
        action: 'organization location deleted',
        target: organizationLocationAuditName(before),
        before: { ...wireOrganizationLocation(before), locations: standing.map(row => row.id) },
        requestId,
      },
      now,
    )
    appendLocationFact(appendFact, 'location changed', standing)
    appendOrganizationLocationFact(appendFact, before)
  })
}
