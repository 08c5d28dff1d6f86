import type { Generated, Insertable, Selectable } from 'kysely'
import type { Db, Tx } from '#server/platform/store/index'

type StoredMessageTable = {
  id: Generated<number>
  customer_id: number
  title: string
  message: string
  version: Generated<number>
  created_at: Date
  updated_at: Date
}
type Tables = { stored_messages: StoredMessageTable }
export type StoredMessageRow = Selectable<StoredMessageTable>

const tables = (db: Db) => db.withTables<Tables>()

export function listStoredMessageRows(db: Db, customerId: number): Promise<StoredMessageRow[]> {
  return tables(db)
    .selectFrom('stored_messages')
    .selectAll()
    .where('customer_id', '=', customerId)
    .orderBy(eb => eb.fn('lower', ['title']))
    .execute()
}

/** Locks a message: no one else can change it until the transaction ends. */
export function holdStoredMessage(
  tx: Tx,
  customerId: number,
  id: number,
): Promise<StoredMessageRow | undefined> {
  return tables(tx)
    .selectFrom('stored_messages')
    .selectAll()
    .where('customer_id', '=', customerId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
}

export function insertStoredMessage(tx: Tx, row: Insertable<StoredMessageTable>): Promise<StoredMessageRow> {
  return tables(tx).insertInto('stored_messages').values(row).returningAll().executeTakeFirstOrThrow()
}

export function updateStoredMessageRow(
  tx: Tx,
  customerId: number,
  id: number,
  change: Pick<StoredMessageRow, 'title' | 'message' | 'updated_at'>,
): Promise<StoredMessageRow> {
  return tables(tx)
    .updateTable('stored_messages')
    .set(change)
    .where('customer_id', '=', customerId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

export async function deleteStoredMessageRow(tx: Tx, customerId: number, id: number): Promise<void> {
  await tables(tx)
    .deleteFrom('stored_messages')
    .where('customer_id', '=', customerId)
    .where('id', '=', id)
    .execute()
}
