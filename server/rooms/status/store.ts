import { sql, type ColumnType, type Selectable } from 'kysely'
import type { Db, Tx } from '#server/platform/store/index'

type MemoryTable = { source: string; key: string; value: ColumnType<unknown, string>; kept_until: Date }
type PauseTable = { source: string; paused_by: string; paused_at: Date }
type Tables = { feed_memory: MemoryTable; feed_pauses: PauseTable }
export type PauseRow = Selectable<PauseTable>

const tables = (db: Db) => db.withTables<Tables>()

export async function recallValue(
  db: Db,
  _scope: 'system',
  source: string,
  key: string,
  now: Date,
): Promise<unknown> {
  const row = await tables(db)
    .selectFrom('feed_memory')
    .select('value')
    .where('source', '=', source)
    .where('key', '=', key)
    .where('kept_until', '>', now)
    .executeTakeFirst()
  return row?.value ?? null
}

export async function keepValue(
  db: Db,
  _scope: 'system',
  row: { source: string; key: string; value: unknown; kept_until: Date },
): Promise<void> {
  await tables(db)
    .insertInto('feed_memory')
    .values({ ...row, value: JSON.stringify(row.value) })
    .onConflict(conflict =>
      conflict.columns(['source', 'key']).doUpdateSet({
        value: sql`excluded.value`,
        kept_until: sql`excluded.kept_until`,
      }),
    )
    .execute()
}

export async function deleteMemoryBefore(db: Db, _scope: 'system', before: Date): Promise<void> {
  await tables(db).deleteFrom('feed_memory').where('kept_until', '<', before).execute()
}

export function listPauses(db: Db, _scope: 'system'): Promise<PauseRow[]> {
  return tables(db).selectFrom('feed_pauses').selectAll().orderBy('source').execute()
}

export async function insertPause(tx: Tx, _scope: 'system', pause: PauseRow): Promise<void> {
  await tables(tx)
    .insertInto('feed_pauses')
    .values(pause)
    .onConflict(conflict => conflict.column('source').doNothing())
    .execute()
}

export async function deletePause(tx: Tx, _scope: 'system', source: string): Promise<void> {
  await tables(tx).deleteFrom('feed_pauses').where('source', '=', source).execute()
}
