import {
  updateLocation as updateLocationCall,
  type ChangedLocation,
  type NewLocation,
} from '#contract/places/locations'
import { newRings, withLocks, type RingSet } from '#domain/lightning/ring-rules'
import { recordAudit } from '#server/platform/audit'
import type { Caller } from '#server/platform/http/caller'
import { assertNotOvertaken } from '#server/platform/http/overtaken'
import { badInput, notFound, serverRefusal, type FieldErrors } from '#server/platform/http/problems'
import type { Tx } from '#server/platform/store/index'
import { locationAuditName, appendLocationFact, type Doing, type LocationChangeDeps } from './acting.ts'
import { holdOrganizationLocations } from './store/organization.ts'
import { askedRings, ringColumns, ringErrors, ringsOf } from './rings.ts'
import {
  clearForecastLocation,
  insertLocation,
  listLocationsOf,
  lockLocationsOf,
  updateLocationRow,
  type LocationRow,
} from './store/locations.ts'
import { wireLocation } from './wire.ts'

export const mostLocations = 500

export function tooManyLocations() {
  return serverRefusal(`The limit is ${mostLocations} locations. Delete one to add another.`)
}

/**
 * The flags of a new location. Some forms send flag 2 for new locations, which elsewhere means that alerts are
 * silenced. No one asked for that, so a new location has its alerts on.
 */
export function flagsOfNew(flags: number | undefined): number {
  return flags === 2 ? 0 : (flags ?? 0)
}

/** What is needed to validate a location: the person's entitlements and their other locations. */
interface Judging {
  readonly owner: Caller
  readonly own: readonly LocationRow[]
  readonly before: LocationRow | undefined
}

/** The organization location to link to, if any; the location then takes its position. */
async function standsFor(tx: Tx, { owner, own, before }: Judging, id: number | null, errors: FieldErrors) {
  if (before?.is_given && id !== before.organization_location_id) {
    errors['OrganizationLocationId'] = ['is set by your organization']
  }
  if (id === null) return undefined
  if (own.some(row => row.organization_location_id === id && row.id !== before?.id)) {
    errors['OrganizationLocationId'] = ['is already one of your locations']
  }
  const [found] = await holdOrganizationLocations(tx, owner.customerId, [id])
  if (!found) errors['OrganizationLocationId'] = ['is not one of your organization’s locations']
  return found
}

/** Validates everything that is stored; throws with all errors found. */
async function judged(
  room: LocationChangeDeps,
  tx: Tx,
  judging: Judging,
  body: NewLocation | ChangedLocation,
) {
  const { owner, before } = judging
  const errors: FieldErrors = {}
  if (before?.is_given && body.label !== before.label) {
    errors['Label'] = ['cannot be changed, because your organization gave you this location']
  }
  const organizationLocationId =
    body.organizationLocationId === undefined
      ? (before?.organization_location_id ?? null)
      : body.organizationLocationId
  const place = await standsFor(tx, judging, organizationLocationId, errors)

  const locks = await room.ringLocksFor(tx, owner.customerId, owner.id)
  const rings: RingSet = askedRings(body, withLocks(before ? ringsOf(before) : newRings, locks))
  const fourthZone = owner.permissions.includes('fourth_lightning_zone.support') || (before?.radius4 ?? 0) > 0
  Object.assign(errors, ringErrors(rings, { locks, fourthZone }))
  if (Object.keys(errors).length > 0) throw badInput(errors)

  return {
    organization_location_id: organizationLocationId,
    label: body.label,
    address: place?.address ?? body.locationName ?? before?.address ?? '',
    latitude: place?.latitude ?? body.latitude,
    longitude: place?.longitude ?? body.longitude,
    ...ringColumns(rings),
    flags: before ? (body.flags ?? before.flags) : flagsOfNew(body.flags),
    forecast_location: body.forecastLocation ?? before?.forecast_location ?? false,
  }
}

/** Adds or changes one of the caller's own locations. */
async function save(
  room: LocationChangeDeps,
  doing: Doing,
  body: NewLocation | ChangedLocation,
  id?: number,
) {
  const { caller, now, requestId } = doing
  return room.changes.commit(async (tx, appendFact) => {
    await lockLocationsOf(tx, caller.customerId, caller.id)
    const own = await listLocationsOf(tx, caller.customerId, caller.id)
    const before = own.find(one => one.id === id)
    if (id !== undefined && !before) throw notFound('This location')
    if (!before && own.length >= mostLocations) throw tooManyLocations()
    if (before) assertNotOvertaken(updateLocationCall, body.version, wireLocation(before))

    const columns = { ...(await judged(room, tx, { owner: caller, own, before }, body)), updated_at: now }
    if (columns.forecast_location) await clearForecastLocation(tx, caller.customerId, caller.id)
    const saved = before
      ? await updateLocationRow(tx, caller.customerId, before.id, columns)
      : await insertLocation(tx, {
          ...columns,
          customer_id: caller.customerId,
          user_id: caller.id,
          is_given: false,
          created_at: now,
        })
    await recordAudit(
      tx,
      {
        by: caller,
        customerId: caller.customerId,
        action: before ? 'location changed' : 'location added',
        target: locationAuditName(saved),
        ...(before && { before: wireLocation(before) }),
        after: wireLocation(saved),
        requestId,
      },
      now,
    )
    appendLocationFact(appendFact, 'location changed', [saved])
    return saved
  })
}

export function addLocation(room: LocationChangeDeps, doing: Doing, body: NewLocation): Promise<LocationRow> {
  return save(room, doing, body)
}

export function changeLocation(
  room: LocationChangeDeps,
  doing: Doing,
  body: ChangedLocation,
): Promise<LocationRow> {
  return save(room, doing, body, body.id)
}
