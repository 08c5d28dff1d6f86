import { sql } from 'kysely'
import type { Db, Tx } from './index.ts'

/**
 * The logs that only one transaction at a time appends to, and the columns with their entries' positions. The locks are
 * arbitrary numbers that no other lock uses. Each log's store decides what to keep and who may fall behind.
 */
const logs = {
  strikes: {
    lock: 7_266_002,
    positions: ['strikes.position', 'customer_strikes.position', 'coverage_spans.position'],
  },
  facts: { lock: 7_266_003, positions: ['facts.number'] },
  products: { lock: 7_266_004, positions: ['products.position'] },
} as const

/** A process that stops in the middle of a transaction must not block the others for longer than a lease. */
const idleForMs = 4000

/**
 * Waits for the append lock and holds it until the transaction ends. Otherwise, a reader that has passed a position
 * would skip a lower one that commits later.
 */
export async function lockForAppend(tx: Tx, log: keyof typeof logs): Promise<void> {
  await sql`
    select set_config('idle_in_transaction_session_timeout', ${String(idleForMs)}, true),
      pg_advisory_xact_lock(${sql.lit(logs[log].lock)})`.execute(tx)
}

/** Limits idle time in the same way, for a transaction whose waiting is limited by other means. */
export async function letGoWhenIdle(tx: Tx): Promise<void> {
  await sql`select set_config('idle_in_transaction_session_timeout', ${String(idleForMs)}, true)`.execute(tx)
}

/** Returns the position of a log's newest entry: every entry up to it can be read. */
export async function newestPosition(db: Db, log: keyof typeof logs): Promise<number> {
  const newest = logs[log].positions.map(column => {
    const [table = ''] = column.split('.')
    return sql`(select max(${sql.ref(column)}) from ${sql.table(table)})`
  })
  const { rows } = await sql<{
    newest: number | null
  }>`select greatest(${sql.join(newest)}) as newest`.execute(db)
  return rows[0]?.newest ?? 0
}

/** Reads a log to its end. `readNext` returns at most `most` entries after those already handled. */
export async function* batchesToEnd<Entry>(
  most: number,
  readNext: () => Promise<Entry[]>,
): AsyncGenerator<Entry[]> {
  for (;;) {
    const entries = await readNext()
    yield entries
    if (entries.length < most) return
  }
}
