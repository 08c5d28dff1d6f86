import type { Generated, Selectable } from 'kysely'
import type { Db, Scope, Tx } from '#server/platform/store/index'

type AcceptanceTable = {
  id: Generated<number>
  customer_id: number
  location_id: number | null
  organization_location_id: number | null
  accepted_by_id: string
  accepted_by: string
  accepted_at: Date
  words: string
  latitude: number
  longitude: number
}
type Tables = { satellite_acceptances: AcceptanceTable }
export type AcceptanceRow = Selectable<AcceptanceTable>

/** What an acceptance applies to: one location, or an organization location with everything linked to it. */
export type AcceptedFor = Pick<AcceptanceRow, 'location_id' | 'organization_location_id'>

const tables = (db: Db) => db.withTables<Tables>()

export function listAcceptances(db: Db, _scope: 'system'): Promise<AcceptanceRow[]> {
  return tables(db).selectFrom('satellite_acceptances').selectAll().orderBy('id').execute()
}

export function findAcceptance(db: Db, scope: Scope, place: AcceptedFor): Promise<AcceptanceRow | undefined> {
  const query = tables(db)
    .selectFrom('satellite_acceptances')
    .selectAll()
    .where('location_id', 'is not distinct from', place.location_id)
    .where('organization_location_id', 'is not distinct from', place.organization_location_id)
  return (scope === 'system' ? query : query.where('customer_id', '=', scope)).executeTakeFirst()
}

/** Returns whether the acceptance was added; of two concurrent inserts the first wins. */
export async function insertAcceptance(tx: Tx, row: Omit<AcceptanceRow, 'id'>): Promise<boolean> {
  const added = await tables(tx)
    .insertInto('satellite_acceptances')
    .values(row)
    .onConflict(conflict => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  return added !== undefined
}

/** Returns whether there was an acceptance to delete. */
export async function deleteAcceptance(tx: Tx, customerId: number, place: AcceptedFor): Promise<boolean> {
  const removed = await tables(tx)
    .deleteFrom('satellite_acceptances')
    .where('customer_id', '=', customerId)
    .where('location_id', 'is not distinct from', place.location_id)
    .where('organization_location_id', 'is not distinct from', place.organization_location_id)
    .returning('id')
    .executeTakeFirst()
  return removed !== undefined
}
