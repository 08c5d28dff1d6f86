import { sql, type Generated, type Selectable } from 'kysely'
import type { Db, Scope, Tx } from '#server/platform/store/index'

type ConnectionTable = {
  id: Generated<number>
  customer_id: number
  sealed_token: string
  simulated: boolean
  verified_at: Date
  created_at: Date
  updated_at: Date
}
type MappingTable = {
  id: Generated<number>
  customer_id: number
  connection_id: number
  organization_location_id: number
  user_group_id: number
  singlewire_site_id: string
  singlewire_site_name: string
  singlewire_scenario_id: string
  singlewire_scenario_name: string
  created_at: Date
}
type Tables = { informacast_connections: ConnectionTable; scenario_mappings: MappingTable }
export type ConnectionRow = Selectable<ConnectionTable>
type MappingRow = Selectable<MappingTable>
/** A trigger with the names of its place and group. */
export interface NamedMapping extends MappingRow {
  readonly location_name: string
  readonly group_name: string
}

const tables = (db: Db) => db.withTables<Tables>()

export function findConnection(db: Db, customerId: number): Promise<ConnectionRow | undefined> {
  return tables(db)
    .selectFrom('informacast_connections')
    .selectAll()
    .where('customer_id', '=', customerId)
    .executeTakeFirst()
}

export function saveConnectionRow(
  tx: Tx,
  customerId: number,
  { sealedToken, simulated }: { readonly sealedToken: string; readonly simulated: boolean },
  now: Date,
): Promise<ConnectionRow> {
  const changed = { sealed_token: sealedToken, simulated, verified_at: now, updated_at: now }
  return tables(tx)
    .insertInto('informacast_connections')
    .values({ customer_id: customerId, ...changed, created_at: now })
    .onConflict(conflict => conflict.column('customer_id').doUpdateSet(changed))
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Deletes a connection with its triggers. */
export async function deleteConnectionRow(tx: Tx, customerId: number): Promise<boolean> {
  const gone = await tables(tx)
    .deleteFrom('informacast_connections')
    .where('customer_id', '=', customerId)
    .returning('id')
    .executeTakeFirst()
  return gone !== undefined
}

async function named(db: Db, where: ReturnType<typeof sql>): Promise<NamedMapping[]> {
  const { rows } = await sql<NamedMapping>`
    select mapping.*, place.name as location_name, groups.name as group_name
    from scenario_mappings as mapping
      join organization_locations as place on place.id = mapping.organization_location_id
      join user_groups as groups on groups.id = mapping.user_group_id
    where ${where} order by mapping.id`.execute(db)
  return rows
}

export function listMappings(db: Db, customerId: number): Promise<NamedMapping[]> {
  return named(db, sql`mapping.customer_id = ${customerId}`)
}

export function mappingsAt(db: Db, _scope: 'system', placeIds: readonly number[]): Promise<NamedMapping[]> {
  return named(db, sql`mapping.organization_location_id = any(${placeIds}::bigint[])`)
}

export async function findMapping(db: Db, scope: Scope, id: number): Promise<NamedMapping | undefined> {
  const own = scope === 'system' ? sql`true` : sql`mapping.customer_id = ${scope}`
  return (await named(db, sql`mapping.id = ${id} and ${own}`))[0]
}

/** Adds a trigger; adding the same one twice creates only one. */
export async function ensureMapping(
  tx: Tx,
  customerId: number,
  mapping: Omit<MappingRow, 'id' | 'customer_id'>,
): Promise<NamedMapping> {
  await tables(tx)
    .insertInto('scenario_mappings')
    .values({ ...mapping, customer_id: customerId })
    .onConflict(conflict => conflict.doNothing())
    .execute()
  const [row] = await named(
    tx,
    sql`mapping.customer_id = ${customerId}
      and mapping.organization_location_id = ${mapping.organization_location_id}
      and mapping.user_group_id = ${mapping.user_group_id}
      and mapping.singlewire_site_id = ${mapping.singlewire_site_id}
      and mapping.singlewire_scenario_id = ${mapping.singlewire_scenario_id}`,
  )
  if (!row) throw new Error('The trigger was deleted while it was being added')
  return row
}

export async function deleteMapping(tx: Tx, customerId: number, id: number): Promise<void> {
  await tables(tx)
    .deleteFrom('scenario_mappings')
    .where('customer_id', '=', customerId)
    .where('id', '=', id)
    .execute()
}
