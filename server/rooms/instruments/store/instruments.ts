import type { ColumnType, Generated, Insertable, Selectable, Updateable } from 'kysely'
import type { Calibration } from '#contract/devices/instruments'
import type { FieldMapping } from '#domain/instruments/mapping'
import type { MakeId } from '#domain/instruments/makes'
import type { Db, Scope, Tx } from '#server/platform/store/index'

type InstrumentTable = {
  id: Generated<number>
  customer_id: number
  make: MakeId
  name: string
  latitude: number
  longitude: number
  time_zone: string
  elevation_feet: number | null
  organization_location_id: number | null
  station_id: number | null
  sender_id: string
  key_hash: string
  key_changed_at: Date
  address: string | null
  serial: string | null
  sealed_api_key: string | null
  wind_height_feet: number | null
  raises_delays: boolean
  calibration: ColumnType<Calibration[], string, string>
  mapping: ColumnType<FieldMapping[], string, string>
  version: Generated<number>
  created_at: Date
  updated_at: Date
}
type Tables = {
  instruments: InstrumentTable
  // Read only: the locations room owns the table.
  organization_locations: { id: number; name: string }
}
export type InstrumentRow = Selectable<InstrumentTable> & { readonly location_name: string | null }
type NewInstrument = Insertable<InstrumentTable>

const tables = (db: Db) => db.withTables<Tables>()

function instrumentsIn(db: Db, scope: Scope) {
  const query = tables(db)
    .selectFrom('instruments')
    .leftJoin('organization_locations', 'organization_locations.id', 'instruments.organization_location_id')
    .selectAll('instruments')
    .select('organization_locations.name as location_name')
  return scope === 'system' ? query : query.where('instruments.customer_id', '=', scope)
}

export function listInstrumentRows(db: Db, scope: Scope): Promise<InstrumentRow[]> {
  return instrumentsIn(db, scope).orderBy('instruments.name').orderBy('instruments.id').execute()
}

export function findInstrument(db: Db, scope: Scope, id: number): Promise<InstrumentRow | undefined> {
  return instrumentsIn(db, scope).where('instruments.id', '=', id).executeTakeFirst()
}

/** Finds an instrument by its sender's ID or by the hash of its key. */
export function findSender(
  db: Db,
  _scope: 'system',
  shown: { readonly senderId: string } | { readonly keyHash: string },
): Promise<InstrumentRow | undefined> {
  const all = instrumentsIn(db, 'system')
  return 'senderId' in shown
    ? all.where('sender_id', '=', shown.senderId).executeTakeFirst()
    : all.where('key_hash', '=', shown.keyHash).executeTakeFirst()
}

/** Locks an instrument: no one else can change it until the transaction ends. */
export function holdInstrument(tx: Tx, scope: Scope, id: number): Promise<InstrumentRow | undefined> {
  return instrumentsIn(tx, scope).where('instruments.id', '=', id).forUpdate('instruments').executeTakeFirst()
}

export async function countInstruments(tx: Tx, customerId: number): Promise<number> {
  const { count } = await tables(tx)
    .selectFrom('instruments')
    .select(eb => eb.fn.countAll<number>().as('count'))
    .where('customer_id', '=', customerId)
    .executeTakeFirstOrThrow()
  return count
}

export async function insertInstrument(tx: Tx, row: NewInstrument): Promise<number> {
  const { id } = await tables(tx)
    .insertInto('instruments')
    .values(row)
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export async function updateInstrumentRow(
  tx: Tx,
  customerId: number,
  id: number,
  change: Omit<Updateable<InstrumentTable>, 'customer_id' | 'created_at'>,
): Promise<void> {
  await tables(tx)
    .updateTable('instruments')
    .set(change)
    .where('customer_id', '=', customerId)
    .where('id', '=', id)
    .execute()
}

export async function deleteInstrument(tx: Tx, customerId: number, id: number): Promise<void> {
  await tables(tx)
    .deleteFrom('instruments')
    .where('customer_id', '=', customerId)
    .where('id', '=', id)
    .execute()
}
