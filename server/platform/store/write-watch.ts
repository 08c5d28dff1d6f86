import type { LogEvent } from 'kysely'
import { sql, type Kysely } from 'kysely'

/**
 * Errors of a database, or of the system below it, when it can no longer write; any other error is the query's fault.
 */
export const cannotWrite: Readonly<Record<string, string>> = {
  '53100': 'The server’s disk is full.',
  '58030': 'The server’s disk is failing.',
  '25006': 'The server’s database is read-only.',
  ENOSPC: 'The server’s disk is full.',
  EDQUOT: 'The server’s disk is full.',
  EIO: 'The server’s disk is failing.',
  EROFS: 'The server’s disk is read-only.',
}

export interface WriteWatch {
  /** Called with the outcome of every query. */
  readonly observe: (event: LogEvent) => void
  /** Reports that writing works; throws while it does not. */
  check(db: Kysely<unknown>): Promise<string>
}

/** Writes as a growing table would, but to a table that disappears with the transaction. */
async function tryToWrite(db: Kysely<unknown>) {
  await db.transaction().execute(async tx => {
    await sql`create temporary table write_check on commit drop as select repeat('x', 100) from generate_series(1, 200)`.execute(
      tx,
    )
  })
}

/** Tracks whether the database can still write. After a failed write, it reports the failure until a write succeeds. */
export function watchWrites(): WriteWatch {
  let failure: string | undefined
  return {
    observe(event) {
      if (event.level !== 'error') return
      const { code } = event.error as { code?: string }
      failure = cannotWrite[code ?? ''] ?? failure
    },
    async check(db) {
      if (failure !== undefined) {
        const before = failure
        await tryToWrite(db).catch((error: unknown) => {
          throw new Error(`The database cannot write. ${before}`, { cause: error })
        })
        failure = undefined
      }
      const { rows } = await sql<{ readonly: string }>`
        select current_setting('transaction_read_only') as readonly`.execute(db)
      if (rows[0]?.readonly === 'on') throw new Error(`The database cannot write. ${cannotWrite['25006']}`)
      return 'The database accepts writes'
    },
  }
}
