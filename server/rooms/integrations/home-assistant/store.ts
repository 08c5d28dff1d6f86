import type { Generated, Selectable } from 'kysely'
import type { Db, Tx } from '#server/platform/store/index'

type KeyTable = {
  id: Generated<number>
  customer_id: number
  key_hash: string
  created_at: Date
  last_used_at: Date | null
}
type Tables = { home_assistant_keys: KeyTable }
export type HomeAssistantKeyRow = Selectable<KeyTable>

const tables = (db: Db) => db.withTables<Tables>()

export function listKeys(db: Db, _scope: 'system'): Promise<HomeAssistantKeyRow[]> {
  return tables(db).selectFrom('home_assistant_keys').selectAll().execute()
}

export function findListenerKey(db: Db, customerId: number): Promise<HomeAssistantKeyRow | undefined> {
  return tables(db)
    .selectFrom('home_assistant_keys')
    .selectAll()
    .where('customer_id', '=', customerId)
    .executeTakeFirst()
}

/** A new key replaces the previous one. */
export function saveKey(
  tx: Tx,
  customerId: number,
  keyHash: string,
  now: Date,
): Promise<HomeAssistantKeyRow> {
  const changed = { key_hash: keyHash, created_at: now, last_used_at: null }
  return tables(tx)
    .insertInto('home_assistant_keys')
    .values({ customer_id: customerId, ...changed })
    .onConflict(conflict => conflict.column('customer_id').doUpdateSet(changed))
    .returningAll()
    .executeTakeFirstOrThrow()
}

export async function noteKeyUse(db: Db, customerId: number, now: Date): Promise<void> {
  await tables(db)
    .updateTable('home_assistant_keys')
    .set({ last_used_at: now })
    .where('customer_id', '=', customerId)
    .execute()
}

export async function deleteKey(tx: Tx, customerId: number): Promise<boolean> {
  const gone = await tables(tx)
    .deleteFrom('home_assistant_keys')
    .where('customer_id', '=', customerId)
    .returning('id')
    .executeTakeFirst()
  return gone !== undefined
}
