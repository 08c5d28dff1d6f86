import type { Generated, Insertable, Selectable } from 'kysely'
import type { Db, Tx } from '#server/platform/store/index'

type TokenTable = {
  id: Generated<number>
  customer_id: number
  user_id: string
  name: string
  token_hash: string
  may_read: boolean
  calls: string[]
  created_at: Date
  created_by: string
  expires_at: Date
  last_used_at: Generated<Date | null>
}
type Tables = { api_tokens: TokenTable }
export type ApiTokenRow = Selectable<TokenTable>

const tables = (db: Db) => db.withTables<Tables>()

export function insertToken(tx: Tx, row: Insertable<TokenTable>): Promise<ApiTokenRow> {
  return tables(tx).insertInto('api_tokens').values(row).returningAll().executeTakeFirstOrThrow()
}

/** Tokens of a customer, the newest first; expired ones stay in the list until they are deleted. */
export function listTokens(db: Db, customerId: number): Promise<ApiTokenRow[]> {
  return tables(db)
    .selectFrom('api_tokens')
    .selectAll()
    .where('customer_id', '=', customerId)
    .orderBy('id', 'desc')
    .execute()
}

export function findToken(db: Db, customerId: number, id: number): Promise<ApiTokenRow | undefined> {
  return tables(db)
    .selectFrom('api_tokens')
    .selectAll()
    .where('customer_id', '=', customerId)
    .where('id', '=', id)
    .executeTakeFirst()
}

export async function countTokensOf(db: Db, customerId: number, userId: string): Promise<number> {
  const { count } = await tables(db)
    .selectFrom('api_tokens')
    .select(eb => eb.fn.countAll<number>().as('count'))
    .where('customer_id', '=', customerId)
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  return count
}

export async function deleteToken(tx: Tx, customerId: number, id: number): Promise<void> {
  await tables(tx)
    .deleteFrom('api_tokens')
    .where('customer_id', '=', customerId)
    .where('id', '=', id)
    .execute()
}

export function findTokenByHash(db: Db, _scope: 'system', hash: string): Promise<ApiTokenRow | undefined> {
  return tables(db).selectFrom('api_tokens').selectAll().where('token_hash', '=', hash).executeTakeFirst()
}

export async function noteUse(db: Db, _scope: 'system', id: number, now: Date): Promise<void> {
  await tables(db).updateTable('api_tokens').set({ last_used_at: now }).where('id', '=', id).execute()
}

export async function deleteTokensExpiredBefore(db: Db, _scope: 'system', before: Date): Promise<void> {
  await tables(db).deleteFrom('api_tokens').where('expires_at', '<', before).execute()
}
