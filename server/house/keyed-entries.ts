import { sql } from 'kysely'
import { recordAudit } from '#server/platform/audit'
import { hourMs } from '#server/platform/clock'
import { appliedAt } from '#server/platform/store/migrate'
import type { Db } from '#server/platform/store/index'
import { findKeyedFrom, keyedFromAction, unkeyedActs } from '#server/platform/verify-audit'
import { unkeyedEvidence } from '#server/rooms/lightning/index'

const migration = '0046-keyed-chains.sql'

/** How long the previous version, which writes entries without a code, may still be running alongside this one. */
const handoverMs = hourMs

/** Returns how long ago this database was upgraded to have codes. */
export async function keyableForMs(db: Db, now: Date): Promise<number> {
  const at = await appliedAt(db, migration)
  return at === null ? 0 : now.getTime() - at.getTime()
}

/**
 * Records once which entries have no code. From then on, any other entry without one is forged. A new database has none
 * and starts immediately; an upgraded one starts when the previous version may no longer run alongside.
 */
export async function beginKeyedEntries(db: Db, now: Date): Promise<void> {
  if ((await findKeyedFrom(db)) !== null) return
  const [audit, evidence] = [await unkeyedActs(db), await unkeyedEvidence(db)]
  const isNew = audit.entries + evidence.entries === 0
  if (!isNew && (await keyableForMs(db, now)) < handoverMs) return
  await db.transaction().execute(async tx => {
    await sql`select pg_advisory_xact_lock(hashtext('keyed entries'))`.execute(tx)
    if ((await findKeyedFrom(tx)) !== null) return
    const act = { by: 'system', customerId: null, action: keyedFromAction, target: 'audit log' } as const
    await recordAudit(tx, { ...act, after: { audit, evidence } }, now)
  })
}
