import type { Generated, Insertable, Selectable } from 'kysely'
import type { CameraKind } from '#domain/cameras/camera-address'
import type { Db, Scope, Tx } from '#server/platform/store/index'

type CameraTable = {
  id: Generated<number>
  customer_id: number
  name: string
  kind: CameraKind
  address: string
  user_name: string | null
  sealed_password: string | null
  version: Generated<number>
  created_at: Date
  updated_at: Date
}
type Tables = {
  cameras: CameraTable
  // Read only for the name: the customers room owns the table.
  customers: { id: number; name: string }
}
export type CameraRow = Selectable<CameraTable> & { readonly customer_name: string }
export type CameraChange = Omit<Insertable<CameraTable>, 'customer_id' | 'created_at'>

const tables = (db: Db) => db.withTables<Tables>()

function camerasIn(db: Db, scope: Scope) {
  const query = tables(db)
    .selectFrom('cameras')
    .innerJoin('customers', 'customers.id', 'cameras.customer_id')
    .selectAll('cameras')
    .select('customers.name as customer_name')
  return scope === 'system' ? query : query.where('cameras.customer_id', '=', scope)
}

export function listCameraRows(db: Db, scope: Scope): Promise<CameraRow[]> {
  return camerasIn(db, scope)
    .orderBy('customers.name')
    .orderBy(eb => eb.fn('lower', ['cameras.name']))
    .execute()
}

export function findCamera(db: Db, scope: Scope, id: number): Promise<CameraRow | undefined> {
  return camerasIn(db, scope).where('cameras.id', '=', id).executeTakeFirst()
}

/** Locks a camera: no one else can change it until the transaction ends. */
export function holdCamera(tx: Tx, scope: Scope, id: number): Promise<CameraRow | undefined> {
  return camerasIn(tx, scope).where('cameras.id', '=', id).forUpdate('cameras').executeTakeFirst()
}

export async function insertCamera(tx: Tx, row: Insertable<CameraTable>): Promise<number> {
  const { id } = await tables(tx).insertInto('cameras').values(row).returning('id').executeTakeFirstOrThrow()
  return id
}

export async function updateCameraRow(
  tx: Tx,
  customerId: number,
  id: number,
  change: CameraChange,
): Promise<void> {
  await tables(tx)
    .updateTable('cameras')
    .set(change)
    .where('customer_id', '=', customerId)
    .where('id', '=', id)
    .execute()
}

export async function deleteCameraRow(tx: Tx, customerId: number, id: number): Promise<void> {
  await tables(tx).deleteFrom('cameras').where('customer_id', '=', customerId).where('id', '=', id).execute()
}
