import type { LogEvent } from 'kysely'
import { sql, type Kysely } from 'kysely'

/** What a database, or the system below it, says when it cannot write any more; the rest is the fault of a query. */
const cannotWrite: Readonly<Record<string, string>> = {
  '53100': 'the disk is full',
  '58030': 'the disk fails',
  '25006': 'it is read-only',
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk is full',
  EIO: 'the disk fails',
  EROFS: 'it is read-only',
}

export interface WriteWatch {
  /** Hears of every query how it went. */
  readonly hear: (event: LogEvent) => void
  /** Says that writing works; throws while it does not. */
  check(db: Kysely<unknown>): Promise<string>
}

/** Writes as a table does that grows, into one that is gone with the transaction. */
async function tryToWrite(db: Kysely<unknown>) {
  await db.transaction().execute(async tx => {
    await sql`create temporary table write_check on commit drop as select repeat('x', 100) from generate_series(1, 200)`.execute(
      tx,
    )
  })
}

/** Knows whether the database still writes: a write that failed counts until another one has succeeded. */
export function watchWrites(): WriteWatch {
  let failure: string | undefined
  return {
    hear(event) {
      if (event.level !== 'error') return
      const { code } = event.error as { code?: string }
      failure = cannotWrite[code ?? ''] ?? failure
    },
    async check(db) {
      if (failure !== undefined) {
        const before = failure
        await tryToWrite(db).catch((error: unknown) => {
          throw new Error(`The database cannot write: ${before}`, { cause: error })
        })
        failure = undefined
      }
      const { rows } = await sql<{ readonly: string }>`
        select current_setting('transaction_read_only') as readonly`.execute(db)
      if (rows[0]?.readonly === 'on') throw new Error('The database cannot write: it is read-only')
      return 'The database writes'
    },
  }
}
