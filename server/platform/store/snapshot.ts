import type { Db, Tx } from './index.ts'

/**
 * Reads many pages as of one moment. Without it, a row that commits late would be missing from a page that was already
 * read, while the row that follows it is not.
 */
export function readSnapshot<Result>(db: Db, read: (tx: Tx) => Promise<Result>): Promise<Result> {
  return db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute(read)
}
