import { reachOf } from '#server/platform/http/caller'
import { recordAudit } from '#server/platform/audit'
import { badInput, notFound } from '#server/platform/http/problems'
import { holdGroup } from '#server/rooms/groups/index'
import { appendOrganizationLocationFact, type Doing, type LocationChangeDeps } from './acting.ts'
import { organizationLocationAuditName } from './change-organization-location.ts'
import {
  deleteLink,
  ensureLink,
  findSiteLink,
  findOrganizationLocation,
  seizeOrganizationLocation,
  type SiteLinkRow,
} from './store/organization.ts'

export function wireLink(row: SiteLinkRow) {
  return { id: row.id, organizationLocationId: row.organization_location_id, siteId: row.user_group_id }
}

/** Links an organization location to a user group of the same customer. */
export async function linkSite(
  room: LocationChangeDeps,
  { caller, now, requestId }: Doing,
  link: { organizationLocationId: number; siteId: number },
): Promise<SiteLinkRow> {
  return room.changes.commit(async (tx, appendFact) => {
    const place = await seizeOrganizationLocation(tx, reachOf(caller), link.organizationLocationId)
    if (!place) throw notFound('This organization location')
    const group = await holdGroup(tx, place.customer_id, link.siteId)
    if (!group) throw badInput({ SiteId: ['is not one of the organization’s user groups'] })

    const { row, isNew } = await ensureLink(tx, {
      customer_id: place.customer_id,
      organization_location_id: place.id,
      user_group_id: group.id,
      created_at: now,
    })
    if (isNew) {
      appendOrganizationLocationFact(appendFact, place)
      await recordAudit(
        tx,
        {
          by: caller,
          customerId: place.customer_id,
          action: 'organization location linked',
          target: organizationLocationAuditName(place),
          after: { ...wireLink(row), siteName: group.name },
          requestId,
        },
        now,
      )
    }
    return row
  })
}

export async function unlinkSite(
  room: LocationChangeDeps,
  { caller, now, requestId }: Doing,
  id: number,
): Promise<void> {
  await room.changes.commit(async (tx, appendFact) => {
    const link = await findSiteLink(tx, reachOf(caller), id)
    const place =
      link && (await findOrganizationLocation(tx, link.customer_id, link.organization_location_id))
    if (!link || !place) throw notFound('This link')
    await deleteLink(tx, link.customer_id, id)
    appendOrganizationLocationFact(appendFact, place)
    await recordAudit(
      tx,
      {
        by: caller,
        customerId: link.customer_id,
        action: 'organization location unlinked',
        target: organizationLocationAuditName(place),
        before: wireLink(link),
        requestId,
      },
      now,
    )
  })
}
