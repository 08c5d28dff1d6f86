import type { Selectable } from 'kysely'
import type { Db, Tx } from '#server/platform/store/index'

type RecordingTable = { text_hash: string; sha256: string; wav: Buffer<ArrayBuffer>; created_at: Date }
type Tables = { recordings: RecordingTable }
export type RecordingRow = Selectable<RecordingTable>

const tables = (db: Db) => db.withTables<Tables>()

/**
 * Finds a recording of a text. A recording belongs to no customer, because it reveals nothing to a caller who already
 * has the text.
 */
export function findRecordingOf(db: Db, textHash: string): Promise<Pick<RecordingRow, 'sha256'> | undefined> {
  return tables(db)
    .selectFrom('recordings')
    .select('sha256')
    .where('text_hash', '=', textHash)
    .executeTakeFirst()
}

export function findRecording(db: Db, sha256: string): Promise<RecordingRow | undefined> {
  return tables(db).selectFrom('recordings').selectAll().where('sha256', '=', sha256).executeTakeFirst()
}

/** Saves a recording, unless one already exists: two concurrent recordings of a text are identical. */
export async function saveRecording(tx: Tx, row: RecordingRow): Promise<void> {
  await tables(tx)
    .insertInto('recordings')
    .values(row)
    .onConflict(conflict => conflict.doNothing())
    .execute()
}

export async function deleteRecordingsBefore(db: Db, before: Date): Promise<void> {
  await tables(db).deleteFrom('recordings').where('created_at', '<', before).execute()
}
