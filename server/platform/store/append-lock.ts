import { sql } from 'kysely'
import type { Tx } from './index.ts'

/** The logs that are appended to by one transaction at a time. Any numbers that nothing else locks. */
const locks = { strikes: 7_266_002, facts: 7_266_003, products: 7_266_004 } as const

/** A process that stops in the middle of a transaction must not hold the others up for longer than a lease lasts. */
const idleForMs = 4000

/**
 * Waits until nobody else appends, until the transaction ends: a position that commits after a later one would be
 * skipped by whoever has read that one.
 */
export async function lockForAppend(tx: Tx, log: keyof typeof locks): Promise<void> {
  await sql`
    select set_config('idle_in_transaction_session_timeout', ${String(idleForMs)}, true),
      pg_advisory_xact_lock(${sql.lit(locks[log])})`.execute(tx)
}

/** The same for a transaction that is waited for by other means. */
export async function letGoWhenIdle(tx: Tx): Promise<void> {
  await sql`select set_config('idle_in_transaction_session_timeout', ${String(idleForMs)}, true)`.execute(tx)
}
