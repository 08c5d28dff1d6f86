import { reachOf, type Caller } from '#server/platform/http/caller'
import type { Input } from '#contract/call'
import {
  addOrganizationLocation,
  deleteOrganizationLocation,
  linkSite as linkSiteCall,
  listOrganizationLocations as listCall,
  listOrganizationLocationsOfCustomer,
  listOrganizationLocationsOfNotificationUser,
  listOrganizationLocationsOfUser,
  listSitesOfOrganizationLocation,
  unlinkSite as unlinkSiteCall,
  updateOrganizationLocation,
  type ListedOrganizationLocation,
} from '#contract/places/locations'
import { badInput, notFound } from '#server/platform/http/problems'
import { serve, type Served } from '#server/platform/http/serve'
import { findCustomer } from '#server/rooms/customers/index'
import type { LocationChangeDeps } from '#server/rooms/locations/acting'
import {
  changeOrganizationLocation,
  defineOrganizationLocation,
  removeOrganizationLocation,
} from '#server/rooms/locations/change-organization-location'
import { linkSite, unlinkSite, wireLink } from '#server/rooms/locations/link-site'
import {
  findOrganizationLocation,
  listLinks,
  listOrganizationLocationRows,
  listOrganizationLocationsOf,
  type OrganizationLocationRow,
} from '#server/rooms/locations/store/organization'
import { personSeenBy } from '#server/rooms/locations/reach'
import { listLocationsOf } from '#server/rooms/locations/store/locations'
import { wireOrganizationLocation } from '#server/rooms/locations/wire'

export function organizationLocationRoutes(room: LocationChangeDeps): Served[] {
  const { db } = room

  /** Adds whether each place is the person's forecast location. */
  async function listedFor(
    userId: string,
    rows: readonly OrganizationLocationRow[],
  ): Promise<ListedOrganizationLocation[]> {
    const own = rows[0] ? await listLocationsOf(db, rows[0].customer_id, userId) : []
    const forecast = own.find(row => row.forecast_location)?.organization_location_id ?? null
    return rows.map(row => {
      const miles = room.sirenMilesAt(row.id)
      return {
        ...wireOrganizationLocation(row),
        label: row.name,
        forecastLocation: row.id === forecast,
        sirenSettings: miles === null ? null : { radius: miles },
      }
    })
  }

  async function listOf(customerId: number, userId: string) {
    return listedFor(userId, await listOrganizationLocationsOf(db, customerId, userId))
  }

  async function placeIn(caller: Caller, body: Input<typeof addOrganizationLocation, 'body'>) {
    const { name, address, latitude, longitude, riskProfileId } = body
    if (riskProfileId !== null && !(await room.isRiskProfile(caller.customerId, riskProfileId))) {
      throw badInput({ RiskProfileId: ['is not a risk profile'] })
    }
    return { name, address, latitude, longitude, risk_profile_id: riskProfileId }
  }

  return [
    serve(listCall, async ({ caller }) =>
      listedFor(caller.id, await listOrganizationLocationRows(db, caller.customerId)),
    ),

    serve(listOrganizationLocationsOfCustomer, async ({ caller, params }) => {
      const customer = await findCustomer(db, reachOf(caller), params.id)
      if (!customer) throw notFound('This customer')
      return listedFor(caller.id, await listOrganizationLocationRows(db, customer.id))
    }),

    serve(listOrganizationLocationsOfUser, async ({ caller, params }) => {
      const person = await personSeenBy(db, caller, params.id)
      return listOf(person.customer_id, person.id)
    }),

    serve(listOrganizationLocationsOfNotificationUser, async ({ caller, params }) => {
      const person = await personSeenBy(db, caller, params.id)
      if (person.role !== 'NotificationOnly') throw notFound('This person')
      return listOf(person.customer_id, person.id)
    }),

    serve(addOrganizationLocation, async ({ body, ...doing }) => {
      const row = await defineOrganizationLocation(room, doing, await placeIn(doing.caller, body))
      return { message: 'Location added', organizationLocation: wireOrganizationLocation(row) }
    }),

    serve(updateOrganizationLocation, async ({ body, ...doing }) => {
      await changeOrganizationLocation(room, doing, body, await placeIn(doing.caller, body))
      return 'Location updated'
    }),

    serve(deleteOrganizationLocation, async ({ params, ...doing }) => {
      await removeOrganizationLocation(room, doing, params.id)
      return 'Location deleted'
    }),

    serve(listSitesOfOrganizationLocation, async ({ caller, params }) => {
      const found = await findOrganizationLocation(db, reachOf(caller), params.id)
      if (!found) throw notFound('This organization location')
      return (await listLinks(db, found.customer_id, found.id)).map(wireLink)
    }),

    serve(linkSiteCall, async ({ body, ...doing }) => wireLink(await linkSite(room, doing, body))),

    serve(unlinkSiteCall, async ({ params, ...doing }) => {
      await unlinkSite(room, doing, params.id)
      return null
    }),
  ]
}
