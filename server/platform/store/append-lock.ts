import { sql } from 'kysely'
import type { Tx } from './index.ts'

/** The logs that only one transaction at a time appends to. Arbitrary numbers that nothing else locks. */
const locks = { strikes: 7_266_002, facts: 7_266_003, products: 7_266_004 } as const

/** A process that stops in the middle of a transaction must not block the others for longer than a lease. */
const idleForMs = 4000

/**
 * Waits for the append lock and holds it until the transaction ends: a reader that has passed a position would skip a
 * lower one that commits later.
 */
export async function lockForAppend(tx: Tx, log: keyof typeof locks): Promise<void> {
  await sql`
    select set_config('idle_in_transaction_session_timeout', ${String(idleForMs)}, true),
      pg_advisory_xact_lock(${sql.lit(locks[log])})`.execute(tx)
}

/** The same for a transaction whose waiting is limited by other means. */
export async function letGoWhenIdle(tx: Tx): Promise<void> {
  await sql`select set_config('idle_in_transaction_session_timeout', ${String(idleForMs)}, true)`.execute(tx)
}
