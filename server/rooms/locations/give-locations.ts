import type { GivenLocation } from '#contract/places/locations'
import { givenRings, noLocks, withLocks, type RingSet } from '#domain/lightning/ring-rules'
import type { Facts } from '#server/facts'
import { recordAudit, type AuditEntry } from '#server/platform/audit'
import type { AppendFact } from '#server/platform/changes/index'
import { fieldKey } from '#server/platform/http/input'
import { badInput, notFound, type FieldErrors } from '#server/platform/http/problems'
import type { Tx } from '#server/platform/store/index'
import {
  personAuditName as personName,
  findUser,
  permissionsOf,
  type UserRow,
} from '#server/rooms/users/index'
import { appendLocationFact, type Doing, type LocationChangeDeps } from './acting.ts'
import { holdOrganizationLocations, type OrganizationLocationRow } from './store/organization.ts'
import { askedRings, ringColumns, ringErrors } from './rings.ts'
import { flagsOfNew, mostLocations, tooManyLocations } from './save-location.ts'
import {
  clearForecastLocation,
  deleteLocationRow,
  insertLocation,
  listLocationsOf,
  lockLocationsOf,
  type LocationRow,
} from './store/locations.ts'
import { wireLocation } from './wire.ts'

/** A location to assign, with its position and rings. */
interface Gift {
  readonly wanted: GivenLocation
  readonly place: OrganizationLocationRow
  readonly rings: RingSet
}

/** The locations to assign that are new to the person; throws with all errors found. */
async function judged(
  room: Pick<LocationChangeDeps, 'ringLocksFor'>,
  tx: Tx,
  person: UserRow,
  list: readonly GivenLocation[],
  had: ReadonlySet<number>,
): Promise<Gift[]> {
  const ids = list.map(wanted => wanted.organizationLocationId)
  const places = new Map(
    (await holdOrganizationLocations(tx, person.customer_id, ids)).map(place => [place.id, place]),
  )
  const locks = await room.ringLocksFor(tx, person.customer_id, person.id)
  const fourthZone = permissionsOf(person).includes('fourth_lightning_zone.support')
  const errors: FieldErrors = {}
  const gifts: Gift[] = []
  for (const [index, wanted] of list.entries()) {
    const id = wanted.organizationLocationId
    const place = places.get(id)
    const key = fieldKey([index, 'organizationLocationId'])
    if (!place) errors[key] = ['is not one of the organization’s locations']
    if (ids.indexOf(id) < index) errors[key] = ['is listed twice']
    if (!place || had.has(id)) continue
    // The form sends the same rings for everyone, so policies override them without an error; other errors are
    // reported.
    const asked = askedRings(wanted, givenRings)
    Object.assign(errors, ringErrors(asked, { locks: noLocks, fourthZone }, [index]))
    const rings = withLocks(asked, locks)
    if (wanted.forecastLocation && gifts.some(gift => gift.wanted.forecastLocation)) {
      errors[fieldKey([index, 'forecastLocation'])] = ['can be true for only one location']
    }
    gifts.push({ wanted, place, rings })
  }
  if (Object.keys(errors).length > 0) throw badInput(errors)
  return gifts
}

function rowOf({ wanted, place, rings }: Gift, person: UserRow, now: Date) {
  return {
    customer_id: person.customer_id,
    user_id: person.id,
    organization_location_id: place.id,
    label: wanted.label ?? place.name,
    address: place.address,
    latitude: place.latitude,
    longitude: place.longitude,
    ...ringColumns(rings),
    flags: flagsOfNew(wanted.flags),
    forecast_location: wanted.forecastLocation ?? false,
    is_given: true,
    created_at: now,
    updated_at: now,
  }
}

/**
 * Assigns a person exactly the organization locations in a list: adds new ones, removes those not listed, and keeps the
 * person's settings for those they already have. Returns the audit entry, or null if nothing changed.
 */
export async function giveWithin(
  room: Pick<LocationChangeDeps, 'ringLocksFor'>,
  { tx, appendFact }: { readonly tx: Tx; readonly appendFact: AppendFact<Facts> },
  { caller, now, requestId }: Doing,
  person: UserRow,
  list: readonly GivenLocation[],
): Promise<Omit<AuditEntry, 'customerId'> | null> {
  await lockLocationsOf(tx, person.customer_id, person.id)
  if (!(await findUser(tx, person.customer_id, person.id))) throw notFound('This person')
  const own = await listLocationsOf(tx, person.customer_id, person.id)
  const standing = own.filter(row => row.organization_location_id !== null)
  const had = new Set(standing.map(row => row.organization_location_id as number))
  const gifts = await judged(room, tx, person, list, had)
  const listed = new Set(list.map(wanted => wanted.organizationLocationId))
  const gone = standing.filter(row => !listed.has(row.organization_location_id as number))
  if (own.length - gone.length + gifts.length > mostLocations) throw tooManyLocations()

  for (const row of gone) await deleteLocationRow(tx, person.customer_id, row.id)
  if (gifts.some(gift => gift.wanted.forecastLocation)) {
    await clearForecastLocation(tx, person.customer_id, person.id)
  }
  const added: LocationRow[] = []
  for (const gift of gifts) added.push(await insertLocation(tx, rowOf(gift, person, now)))
  appendLocationFact(appendFact, 'location removed', gone)
  appendLocationFact(appendFact, 'location changed', added)
  if (added.length === 0 && gone.length === 0) return null
  return {
    by: caller,
    action: 'organization locations given',
    target: personName(person),
    before: { taken: gone.map(wireLocation) },
    after: { given: added.map(wireLocation) },
    requestId,
  }
}

/** Assigns locations in a separate transaction, together with the audit entry. */
export async function giveLocations(
  room: LocationChangeDeps,
  doing: Doing,
  person: UserRow,
  list: readonly GivenLocation[],
) {
  await room.changes.commit(async (tx, appendFact) => {
    const act = await giveWithin(room, { tx, appendFact }, doing, person, list)
    if (act) await recordAudit(tx, { ...act, customerId: person.customer_id }, doing.now)
  })
}
