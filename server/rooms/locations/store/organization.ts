import type { Generated, Insertable, Selectable, Updateable } from 'kysely'
import type { Db, Scope, Tx } from '#server/platform/store/index'

type OrganizationLocationTable = {
  id: Generated<number>
  customer_id: number
  name: string
  address: string
  latitude: number
  longitude: number
  risk_profile_id: number | null
  work_rest_profile_id: number | null
  created_at: Date
  updated_at: Date
  version: Generated<number>
}
type LinkTable = {
  id: Generated<number>
  customer_id: number
  organization_location_id: number
  user_group_id: number
  created_at: Date
}
type Tables = {
  organization_locations: OrganizationLocationTable
  organization_location_sites: LinkTable
  // Read to find an organization location's people; only locations.ts writes the table.
  locations: { user_id: string; organization_location_id: number | null }
  // Read only: the widgets room writes the table.
  widgets: { id: number; customer_id: number; organization_location_id: number; user_group_id: number }
  // Read only: the hardware room writes the table.
  devices: { id: number; customer_id: number; organization_location_id: number | null }
}
export type OrganizationLocationRow = Selectable<OrganizationLocationTable>
export type SiteLinkRow = Selectable<LinkTable>

function organizationLocationsIn(db: Db, scope: Scope) {
  const query = db.withTables<Tables>().selectFrom('organization_locations').selectAll()
  return scope === 'system' ? query : query.where('customer_id', '=', scope)
}

export function listOrganizationLocationRows(db: Db, scope: Scope): Promise<OrganizationLocationRow[]> {
  return organizationLocationsIn(db, scope).orderBy('name').orderBy('id').execute()
}

/** The organization locations to which a person's locations are linked. */
export function listOrganizationLocationsOf(
  db: Db,
  scope: Scope,
  userId: string,
): Promise<OrganizationLocationRow[]> {
  return organizationLocationsIn(db, scope)
    .where(eb =>
      eb(
        'id',
        'in',
        eb.selectFrom('locations').select('organization_location_id').where('user_id', '=', userId),
      ),
    )
    .orderBy('name')
    .orderBy('id')
    .execute()
}

export function findOrganizationLocation(
  db: Db,
  scope: Scope,
  id: number,
): Promise<OrganizationLocationRow | undefined> {
  return organizationLocationsIn(db, scope).where('id', '=', id).executeTakeFirst()
}

/**
 * The organization locations with these IDs that exist, locked against moves and deletion until the transaction ends.
 */
export function holdOrganizationLocations(
  tx: Tx,
  customerId: number,
  ids: readonly number[],
): Promise<OrganizationLocationRow[]> {
  if (ids.length === 0) return Promise.resolve([])
  return organizationLocationsIn(tx, customerId).where('id', 'in', ids).orderBy('id').forShare().execute()
}

/** Locks an organization location that is about to be changed; others who want to lock it wait. */
export function seizeOrganizationLocation(
  tx: Tx,
  scope: Scope,
  id: number,
): Promise<OrganizationLocationRow | undefined> {
  return organizationLocationsIn(tx, scope).where('id', '=', id).forUpdate().executeTakeFirst()
}

export function insertOrganizationLocation(
  tx: Tx,
  row: Insertable<OrganizationLocationTable>,
): Promise<OrganizationLocationRow> {
  return tx
    .withTables<Tables>()
    .insertInto('organization_locations')
    .values(row)
    .returningAll()
    .executeTakeFirstOrThrow()
}

export type OrganizationLocationChange = Omit<
  Updateable<OrganizationLocationTable>,
  'id' | 'customer_id' | 'created_at'
>

export function updateOrganizationLocationRow(
  tx: Tx,
  customerId: number,
  id: number,
  change: OrganizationLocationChange,
): Promise<OrganizationLocationRow> {
  return tx
    .withTables<Tables>()
    .updateTable('organization_locations')
    .set(change)
    .where('customer_id', '=', customerId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Deletes an organization location with its links to user groups. */
export async function deleteOrganizationLocationRow(tx: Tx, customerId: number, id: number): Promise<void> {
  await tx
    .withTables<Tables>()
    .deleteFrom('organization_locations')
    .where('customer_id', '=', customerId)
    .where('id', '=', id)
    .execute()
}

/** Whether a widget shows an organization location, or a device belongs to it. */
export async function isUsedBy(
  tx: Tx,
  customerId: number,
  what: 'widgets' | 'devices',
  id: number,
): Promise<boolean> {
  const found = await tx
    .withTables<Tables>()
    .selectFrom(what)
    .select('id')
    .where('customer_id', '=', customerId)
    .where('organization_location_id', '=', id)
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}

function linksIn(db: Db, scope: Scope) {
  const query = db.withTables<Tables>().selectFrom('organization_location_sites').selectAll()
  return scope === 'system' ? query : query.where('customer_id', '=', scope)
}

export function listLinks(db: Db, scope: Scope, organizationLocationId: number): Promise<SiteLinkRow[]> {
  return linksIn(db, scope)
    .where('organization_location_id', '=', organizationLocationId)
    .orderBy('id')
    .execute()
}

/** The user groups of each place that has any: those that are linked to it, and those whose widgets show it. */
export async function groupsOfPlaces(db: Db, scope: Scope): Promise<ReadonlyMap<number, number[]>> {
  const columns = ['organization_location_id as place', 'user_group_id as group'] as const
  const widgets = db.withTables<Tables>().selectFrom('widgets').select(columns)
  const links = await linksIn(db, scope)
    .clearSelect()
    .select(columns)
    .union(scope === 'system' ? widgets : widgets.where('customer_id', '=', scope))
    .execute()
  const byPlace = Map.groupBy(links, ({ place }) => place)
  return new Map([...byPlace].map(([place, own]) => [place, own.map(({ group }) => group)]))
}

/** The organization locations of a user group. */
export async function placesOfGroup(db: Db, customerId: number, groupId: number): Promise<Set<number>> {
  const links = await linksIn(db, customerId).where('user_group_id', '=', groupId).execute()
  return new Set(links.map(({ organization_location_id: place }) => place))
}

export function findSiteLink(db: Db, scope: Scope, id: number): Promise<SiteLinkRow | undefined> {
  return linksIn(db, scope).where('id', '=', id).executeTakeFirst()
}

/** Creates a link unless it already exists. Returns the link, and whether it is new. */
export async function ensureLink(
  tx: Tx,
  link: Insertable<LinkTable>,
): Promise<{ row: SiteLinkRow; isNew: boolean }> {
  const inserted = await tx
    .withTables<Tables>()
    .insertInto('organization_location_sites')
    .values(link)
    .onConflict(conflict => conflict.columns(['organization_location_id', 'user_group_id']).doNothing())
    .returningAll()
    .executeTakeFirst()
  if (inserted) return { row: inserted, isNew: true }
  const row = await linksIn(tx, link.customer_id)
    .where('organization_location_id', '=', link.organization_location_id)
    .where('user_group_id', '=', link.user_group_id)
    .executeTakeFirstOrThrow()
  return { row, isNew: false }
}

export async function deleteLink(tx: Tx, customerId: number, id: number): Promise<void> {
  await tx
    .withTables<Tables>()
    .deleteFrom('organization_location_sites')
    .where('customer_id', '=', customerId)
    .where('id', '=', id)
    .execute()
}
