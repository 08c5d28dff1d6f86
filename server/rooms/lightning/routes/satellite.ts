import { acceptSatellite, getSatelliteAcceptance } from '#contract/weather/satellite'
import { isAcceptedPlace, satelliteWords } from '#domain/lightning/proof'
import type { Facts } from '#server/facts'
import { recordAudit } from '#server/platform/audit'
import type { Changes } from '#server/platform/changes/index'
import { serverRefusal } from '#server/platform/http/problems'
import { serve, type Served } from '#server/platform/http/serve'
import type { Db } from '#server/platform/store/index'
import { locationSeenBy, type LocationRow } from '#server/rooms/locations/index'
import {
  deleteAcceptance,
  findAcceptance,
  insertAcceptance,
  type AcceptanceRow,
  type AcceptedFor,
} from '#server/rooms/lightning/store/satellite'

export interface SatelliteRouteDeps {
  readonly db: Db
  readonly changes: Changes<Facts>
}

/**
 * What an acceptance applies to. If a location is linked to an organization location, the acceptance covers everything
 * linked to it.
 */
function acceptedFor({ id, organization_location_id }: LocationRow): AcceptedFor {
  return { location_id: organization_location_id === null ? id : null, organization_location_id }
}

const wireAcceptance = (location: LocationRow, row: AcceptanceRow | undefined) => ({
  words: satelliteWords,
  accepted:
    row && isAcceptedPlace(row, location)
      ? { by: row.accepted_by, at: row.accepted_at.toISOString(), words: row.words }
      : null,
  wholeOrganizationLocation: location.organization_location_id !== null,
})

/** Routes to accept that satellites alone prove All Clear for a place. */
export function satelliteRoutes({ db, changes }: SatelliteRouteDeps): Served[] {
  return [
    serve(getSatelliteAcceptance, async ({ caller, params }) => {
      const location = await locationSeenBy(db, caller, params.id)
      const place = acceptedFor(location)
      return wireAcceptance(location, await findAcceptance(db, location.customer_id, place))
    }),

    serve(acceptSatellite, async ({ caller, params, body: { accept, words }, now, requestId }) => {
      if (accept && words !== satelliteWords)
        throw serverRefusal('The text has changed since you opened this page. Please read it again.')
      const location = await locationSeenBy(db, caller, params.id)
      const place = acceptedFor(location)
      const customerId = location.customer_id
      await changes.commit(async (tx, appendFact) => {
        const before = await findAcceptance(tx, customerId, place)
        // An acceptance for the place's previous coordinates is void and is replaced.
        if (before && accept && !isAcceptedPlace(before, location))
          await deleteAcceptance(tx, customerId, place)
        const isChanged = accept
          ? await insertAcceptance(tx, {
              ...place,
              customer_id: customerId,
              accepted_by_id: caller.id,
              accepted_by: caller.fullName,
              accepted_at: now,
              words,
              latitude: location.latitude,
              longitude: location.longitude,
            })
          : await deleteAcceptance(tx, customerId, place)
        if (!isChanged) return
        const act = {
          by: caller,
          customerId,
          action: accept ? 'satellite only accepted' : 'satellite only no longer accepted',
          target: location.label,
          before: { accepted: !accept },
          after: { accepted: accept, words },
          requestId,
        }
        await recordAudit(tx, act, now)
        appendFact('satellite acceptance changed', {
          customerId,
          subject: `location ${location.id}`,
          body: { locationId: place.location_id, organizationLocationId: place.organization_location_id },
        })
      })
      return wireAcceptance(location, await findAcceptance(db, customerId, place))
    }),
  ]
}
