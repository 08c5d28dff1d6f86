import { sql, type Generated, type Insertable, type Selectable } from 'kysely'
import type { Entry, PersonOfCustomer } from '#server/platform/personal-data'
import type { Db, Tx } from '#server/platform/store/index'
import type { UserRow } from '#server/rooms/users/index'

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
type Tables = {
  api_tokens: TokenTable
  api_token_creations: { customer_id: number; user_id: string; at: Date }
}
export type ApiTokenRow = Selectable<TokenTable>

const tables = (db: Db) => db.withTables<Tables>()

export function insertToken(tx: Tx, row: Insertable<TokenTable>): Promise<ApiTokenRow> {
  return tables(tx).insertInto('api_tokens').values(row).returningAll().executeTakeFirstOrThrow()
}

/** A customer's tokens, newest first; expired ones stay in the list until they are deleted. */
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

export async function insertCreation(tx: Tx, customerId: number, userId: string, at: Date): Promise<void> {
  await tables(tx)
    .insertInto('api_token_creations')
    .values({ customer_id: customerId, user_id: userId, at })
    .execute()
}

/** How many tokens were created for a person, including revoked ones. */
export async function countCreationsSince(
  db: Db,
  customerId: number,
  userId: string,
  since: Date,
): Promise<number> {
  const { count } = await tables(db)
    .selectFrom('api_token_creations')
    .select(eb => eb.fn.countAll<number>().as('count'))
    .where('customer_id', '=', customerId)
    .where('user_id', '=', userId)
    .where('at', '>', since)
    .executeTakeFirstOrThrow()
  return count
}

export async function deleteCreationsBefore(db: Db, _scope: 'system', before: Date): Promise<void> {
  await tables(db).deleteFrom('api_token_creations').where('at', '<', before).execute()
}

export async function deleteToken(tx: Tx, customerId: number, id: number): Promise<void> {
  await tables(tx)
    .deleteFrom('api_tokens')
    .where('customer_id', '=', customerId)
    .where('id', '=', id)
    .execute()
}

/** Ends a person's tokens as if they had expired, so that they stay in the list. Returns their names. */
export async function endTokensOf(
  tx: Tx,
  { customer_id: customerId, id }: Pick<UserRow, 'customer_id' | 'id'>,
  now: Date,
): Promise<string[]> {
  const ended = await tables(tx)
    .updateTable('api_tokens')
    .set({ expires_at: now })
    .where('customer_id', '=', customerId)
    .where('user_id', '=', id)
    .where('expires_at', '>', now)
    .returning('name')
    .execute()
  return ended.map(({ name }) => name)
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

/** A person's tokens as shown to them, without the hash. */
export async function describeTokensOf(db: Db, { id, customerId }: PersonOfCustomer): Promise<Entry[]> {
  const { rows } = await sql<Entry>`
    select name, may_read as "mayRead", calls, created_at as created, created_by as "createdBy",
      expires_at as expires, last_used_at as "lastUsed"
    from api_tokens where customer_id = ${customerId} and user_id = ${id} order by id`.execute(db)
  return rows
}
