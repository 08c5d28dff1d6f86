import { sql, type Generated, type Insertable, type Selectable, type Updateable } from 'kysely'
import type { Radii, ZoneMinutes } from '#domain/lightning/ring-rules'
import { anyOf } from '#server/platform/store/any-of'
import type { Db, Scope, Tx } from '#server/platform/store/index'

type LocationTable = {
  id: Generated<number>
  customer_id: number
  user_id: string
  organization_location_id: number | null
  label: string
  address: string
  latitude: number
  longitude: number
  radius1: number
  radius2: number
  radius3: number
  radius4: number
  all_clear_minutes: number
  flags: number
  forecast_location: boolean
  is_given: boolean
  created_at: Date
  updated_at: Date
  version: Generated<number>
}
type Tables = { locations: LocationTable }
export type LocationRow = Selectable<LocationTable>
export type NewLocationRow = Insertable<LocationTable>

function locationsIn(db: Db, scope: Scope) {
  const query = db.withTables<Tables>().selectFrom('locations').selectAll()
  return scope === 'system' ? query : query.where('customer_id', '=', scope)
}

export function findLocation(db: Db, scope: Scope, id: number): Promise<LocationRow | undefined> {
  return locationsIn(db, scope).where('id', '=', id).executeTakeFirst()
}

export async function findLocations(db: Db, scope: Scope, ids: readonly number[]): Promise<LocationRow[]> {
  return ids.length === 0 ? [] : locationsIn(db, scope).where('id', '=', anyOf(ids, 'bigint')).execute()
}

/** Lists a person's locations in the order in which they were added. */
export function listLocationsOf(db: Db, scope: Scope, userId: string): Promise<LocationRow[]> {
  return locationsIn(db, scope).where('user_id', '=', userId).orderBy('id').execute()
}

/** Locks this person's locations, so that a count stays valid until the transaction ends. */
export async function lockLocationsOf(tx: Tx, _scope: Scope, userId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext(${`locations of ${userId}`}))`.execute(tx)
}

export async function insertLocation(tx: Tx, row: NewLocationRow): Promise<LocationRow> {
  return tx.withTables<Tables>().insertInto('locations').values(row).returningAll().executeTakeFirstOrThrow()
}

export type LocationChange = Omit<Updateable<LocationTable>, 'id' | 'customer_id' | 'user_id' | 'created_at'>

export function updateLocationRow(
  tx: Tx,
  customerId: number,
  id: number,
  change: LocationChange,
): Promise<LocationRow> {
  return tx
    .withTables<Tables>()
    .updateTable('locations')
    .set(change)
    .where('customer_id', '=', customerId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Changes all locations linked to an organization location, for every person. */
export function updateStandingFor(
  tx: Tx,
  customerId: number,
  organizationLocationId: number,
  change: LocationChange,
): Promise<LocationRow[]> {
  return tx
    .withTables<Tables>()
    .updateTable('locations')
    .set(change)
    .where('customer_id', '=', customerId)
    .where('organization_location_id', '=', organizationLocationId)
    .returningAll()
    .execute()
}

/** Renames the linked locations that still have the old name; a name that a person chose stays. */
export async function renameStandingFor(
  tx: Tx,
  customerId: number,
  organizationLocationId: number,
  name: { from: string; to: string },
): Promise<void> {
  await tx
    .withTables<Tables>()
    .updateTable('locations')
    .set({ label: name.to })
    .where('customer_id', '=', customerId)
    .where('organization_location_id', '=', organizationLocationId)
    .where('is_given', '=', true)
    .where('label', '=', name.from)
    .execute()
}

/** Clears a person's forecast location. They have at most one, so clear it before setting another. */
export async function clearForecastLocation(tx: Tx, customerId: number, userId: string): Promise<void> {
  await tx
    .withTables<Tables>()
    .updateTable('locations')
    .set({ forecast_location: false })
    .where('customer_id', '=', customerId)
    .where('user_id', '=', userId)
    .where('forecast_location', '=', true)
    .execute()
}

export async function deleteLocationRow(tx: Tx, customerId: number, id: number): Promise<void> {
  await tx
    .withTables<Tables>()
    .deleteFrom('locations')
    .where('customer_id', '=', customerId)
    .where('id', '=', id)
    .execute()
}

/** Everything needed to watch a location's rings. */
export interface LocationRings {
  readonly id: number
  readonly customerId: number
  readonly userId: string
  readonly label: string
  readonly latitude: number
  readonly longitude: number
  /** Miles by zone; 0 means the ring is off. */
  readonly radiiMiles: Radii
  readonly allClearMinutes: number
  /** The minutes of rings for which a policy requires more; set once policies are applied. */
  readonly zoneMinutes?: ZoneMinutes
  /** The organization location to which it is linked. */
  readonly organizationLocationId?: number | null
}

function ringsOf(row: LocationRow): LocationRings {
  return {
    id: row.id,
    customerId: row.customer_id,
    userId: row.user_id,
    label: row.label,
    latitude: row.latitude,
    longitude: row.longitude,
    radiiMiles: [row.radius1, row.radius2, row.radius3, row.radius4],
    allClearMinutes: row.all_clear_minutes,
    organizationLocationId: row.organization_location_id,
  }
}

/** The current rings of the given locations; deleted locations are omitted. */
export async function findAllRings(
  db: Db,
  _scope: 'system',
  ids: readonly number[],
): Promise<LocationRings[]> {
  const rows = await locationsIn(db, 'system').where('id', '=', anyOf(ids, 'bigint')).execute()
  return rows.map(ringsOf)
}

export async function findRings(db: Db, _scope: 'system', id: number): Promise<LocationRings | undefined> {
  const row = await findLocation(db, 'system', id)
  return row && ringsOf(row)
}

/** The rings of every customer's locations, a few thousand at a time. */
export async function* loadRings(
  db: Db,
  _scope: 'system',
  atOnce = 5000,
): AsyncGenerator<readonly LocationRings[]> {
  let after = 0
  for (;;) {
    const rows = await locationsIn(db, 'system').where('id', '>', after).orderBy('id').limit(atOnce).execute()
    if (rows.length > 0) yield rows.map(ringsOf)
    if (rows.length < atOnce) return
    after = rows.at(-1)?.id ?? after
  }
}
