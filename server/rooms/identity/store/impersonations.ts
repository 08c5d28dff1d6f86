import type { Selectable } from 'kysely'
import type { Db, Tx } from '#server/platform/store/index'

type Tables = {
  impersonations: {
    grant_id: string
    actor_id: string
    user_id: string
    reason: string
    started_at: Date
    expires_at: Date
    ended_at: Date | null
    /** The session of the person who impersonates; null for impersonations that began before it was stored. */
    actor_session_id: string | null
  }
  // Only read here, to know whether that session is over.
  oidc_records: {
    model: string
    id: string
    uid: string | null
    consumed_at: Date | null
    expires_at: Date | null
  }
}
export type ImpersonationRow = Selectable<Tables['impersonations']>

/** Support staff act across all customers, so every function here spans all customers. */
const tables = (db: Db) => db.withTables<Tables>()

export async function insertImpersonation(tx: Tx, row: Omit<ImpersonationRow, 'ended_at'>): Promise<void> {
  await tables(tx)
    .insertInto('impersonations')
    .values({ ...row, ended_at: null })
    .execute()
}

export function findImpersonation(db: Db, grantId: string): Promise<ImpersonationRow | undefined> {
  return tables(db)
    .selectFrom('impersonations')
    .selectAll()
    .where('grant_id', '=', grantId)
    .executeTakeFirst()
}

/** Records the end of an impersonation. Returns false if it had already ended. */
export async function finishImpersonation(tx: Tx, grantId: string, now: Date): Promise<boolean> {
  const result = await tables(tx)
    .updateTable('impersonations')
    .set({ ended_at: now })
    .where('grant_id', '=', grantId)
    .where('ended_at', 'is', null)
    .executeTakeFirst()
  return result.numUpdatedRows > 0n
}

export function finishImpersonationsBy(tx: Tx, actorId: string, now: Date): Promise<ImpersonationRow[]> {
  return tables(tx)
    .updateTable('impersonations')
    .set({ ended_at: now })
    .where('actor_id', '=', actorId)
    .where('ended_at', 'is', null)
    .returningAll()
    .execute()
}

export function finishImpersonationsOf(tx: Tx, userId: string, now: Date): Promise<ImpersonationRow[]> {
  return tables(tx)
    .updateTable('impersonations')
    .set({ ended_at: now })
    .where('user_id', '=', userId)
    .where('ended_at', 'is', null)
    .returningAll()
    .execute()
}

/** Ends impersonations whose time is over. Of concurrent callers, only one gets each of them. */
export function finishOverdueImpersonations(tx: Tx, now: Date): Promise<ImpersonationRow[]> {
  return tables(tx)
    .updateTable('impersonations')
    .set({ ended_at: now })
    .where('expires_at', '<=', now)
    .where('ended_at', 'is', null)
    .returningAll()
    .execute()
}

/** Ends impersonations whose actor's session is over. */
export async function finishSignedOutImpersonations(tx: Tx, now: Date): Promise<ImpersonationRow[]> {
  return tables(tx)
    .updateTable('impersonations')
    .set({ ended_at: now })
    .where('ended_at', 'is', null)
    .where('actor_session_id', 'is not', null)
    .where(eb =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('oidc_records')
            .select('id')
            .where('model', '=', 'Session')
            .whereRef('uid', '=', 'impersonations.actor_session_id')
            .where('oidc_records.consumed_at', 'is', null)
            .where('oidc_records.expires_at', '>', now),
        ),
      ),
    )
    .returningAll()
    .execute()
}

/** Deletes impersonations both by and of a person; the audit log keeps what was done. */
export async function deleteImpersonationsOf(tx: Tx, userId: string): Promise<void> {
  await tables(tx)
    .deleteFrom('impersonations')
    .where(eb => eb.or([eb('actor_id', '=', userId), eb('user_id', '=', userId)]))
    .execute()
}
