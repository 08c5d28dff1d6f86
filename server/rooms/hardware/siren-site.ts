import type { AlertTime } from '#domain/alert-times/alert-times'
import { distanceMiles, type Point } from '#domain/geo/distance'
import { allDayTimes, hoursOfGroups, type SirenHours } from '#domain/hardware/siren-settings'
import { badInput } from '#server/platform/http/problems'
import type { Tx } from '#server/platform/store/index'
import { alertTimesOfGroups } from '#server/rooms/groups/index'
import { findOrganizationLocation, groupsOfPlaces } from '#server/rooms/locations/index'

/**
 * Throws if a siren is farther from its location than its ring reaches: it would stay silent whatever happens at the
 * location. That is far more often a typo than intended.
 */
export async function assertNear(
  tx: Tx,
  customerId: number,
  at: Point,
  site: {
    readonly placeId: number | null
    readonly radiusMiles: number
    readonly isConfirmed: boolean
  },
): Promise<void> {
  const place =
    site.placeId === null ? undefined : await findOrganizationLocation(tx, customerId, site.placeId)
  if (!place || site.isConfirmed) return
  const miles = distanceMiles(at, place) ?? Infinity
  if (miles <= site.radiusMiles) return
  const far = miles < 100 ? miles.toFixed(1) : Math.round(miles).toLocaleString('en-US')
  throw badInput({
    IsFarConfirmed: [
      `This is ${far} miles from ${place.name}, and the siren’s ring reaches ${site.radiusMiles} miles, so it would not warn there. Correct the position, or confirm that the siren is there`,
    ],
  })
}

/** The hours in which a new siren may sound. */
export async function hoursFor(
  tx: Tx,
  customerId: number,
  placeId: number | null,
  hours: SirenHours,
): Promise<readonly AlertTime[]> {
  if (hours === 'all day') return allDayTimes
  const groupIds = placeId === null ? [] : ((await groupsOfPlaces(tx, customerId)).get(placeId) ?? [])
  const times = hoursOfGroups([...(await alertTimesOfGroups(tx, customerId, groupIds)).values()])
  if (!times.some(({ enabled }) => enabled))
    throw badInput({
      Hours: ['cannot be the hours of its groups, because its location has no group with alert times'],
    })
  return times
}
