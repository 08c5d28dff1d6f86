import { type ColumnType, type Generated, type Selectable } from 'kysely'
import type { Area } from '#domain/geo/area'
import type { Db, Tx } from '#server/platform/store/index'

type FeedKeyTable = {
  id: Generated<number>
  name: string
  key_hash: string
  proves_absence: boolean
  area: ColumnType<Area, string>
  stale_after_seconds: number
  position_error_miles: number
  license: string | null
  created_at: Date
  last_used_at: Date | null
}
type Tables = { feed_keys: FeedKeyTable }
export type FeedKeyRow = Selectable<FeedKeyTable>

const tables = (db: Db) => db.withTables<Tables>()

export function listFeedKeyRows(db: Db, _scope: 'system'): Promise<FeedKeyRow[]> {
  return tables(db).selectFrom('feed_keys').selectAll().orderBy('id').execute()
}

export function insertFeedKey(tx: Tx, key: Omit<FeedKeyRow, 'id' | 'last_used_at'>): Promise<FeedKeyRow> {
  return tables(tx)
    .insertInto('feed_keys')
    .values({ ...key, area: JSON.stringify(key.area), last_used_at: null })
    .returningAll()
    .executeTakeFirstOrThrow()
}

export async function deleteFeedKeyRow(tx: Tx, id: number): Promise<FeedKeyRow | undefined> {
  return tables(tx).deleteFrom('feed_keys').where('id', '=', id).returningAll().executeTakeFirst()
}

export async function useFeedKey(db: Db, keyHash: string, now: Date): Promise<FeedKeyRow | undefined> {
  return tables(db)
    .updateTable('feed_keys')
    .set({ last_used_at: now })
    .where('key_hash', '=', keyHash)
    .returningAll()
    .executeTakeFirst()
}
