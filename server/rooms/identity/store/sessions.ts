import { sql, type Selectable } from 'kysely'
import type { Db, Tx } from '#server/platform/store/index'

/** Marks a session that began at a customer's identity provider. */
export const singleSignOnMethod = 'sso'

type Tables = {
  oidc_records: {
    model: string
    id: string
    payload: Record<string, unknown>
    grant_id: string | null
    uid: string | null
    account_id: string | null
    consumed_at: Date | null
    expires_at: Date | null
  }
  impersonations: {
    grant_id: string
    actor_id: string
    user_id: string
    reason: string
    started_at: Date
    expires_at: Date
    ended_at: Date | null
    /** The session of the person who acts; none for those that began before it was stored. */
    actor_session_id: string | null
  }
}
export type ImpersonationRow = Selectable<Tables['impersonations']>

/** Sign-in happens before a customer is known, so every function here spans all customers. */
const tables = (db: Db) => db.withTables<Tables>()

// Sessions

export interface SessionState {
  /** Whether it began at a customer's identity provider. */
  readonly isFromProvider: boolean
}

export function findOpenSession(db: Db, sessionId: string, now: Date): Promise<SessionState | undefined> {
  return tables(db)
    .selectFrom('oidc_records')
    .select(
      sql<boolean>`coalesce(payload->'amr' @> ${JSON.stringify([singleSignOnMethod])}::jsonb, false)`.as(
        'isFromProvider',
      ),
    )
    .where('model', '=', 'Session')
    .where('uid', '=', sessionId)
    .where('expires_at', '>', now)
    .executeTakeFirst()
}

/** Signs a person out everywhere, or everywhere else. */
export async function endSessions(tx: Tx, accountId: string, except: string | null): Promise<void> {
  let query = tables(tx)
    .deleteFrom('oidc_records')
    .where('account_id', '=', accountId)
    .where('model', 'in', ['Session', 'Grant', 'AuthorizationCode'])
  if (except !== null) {
    query = query.where(eb => eb.or([eb('model', '<>', 'Session'), eb('uid', '<>', except)]))
  }
  await query.execute()
}

/** Returns false if the person has no such session. */
export async function endOneSession(tx: Tx, accountId: string, sessionId: string): Promise<boolean> {
  const result = await tables(tx)
    .deleteFrom('oidc_records')
    .where('model', '=', 'Session')
    .where('account_id', '=', accountId)
    .where('uid', '=', sessionId)
    .executeTakeFirst()
  return result.numDeletedRows > 0n
}

/** Ends sessions that began at an identity provider; those that began with a password stay. */
export async function endSessionsFromProvider(tx: Tx, accountIds: readonly string[]): Promise<number> {
  if (accountIds.length === 0) return 0
  const result = await tables(tx)
    .deleteFrom('oidc_records')
    .where('model', '=', 'Session')
    .where('account_id', 'in', accountIds)
    .where(sql<boolean>`payload->'amr' @> ${JSON.stringify([singleSignOnMethod])}::jsonb`)
    .executeTakeFirst()
  return Number(result.numDeletedRows)
}

// Impersonation

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

/** Returns false if it had already ended. */
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

/** Ends impersonations whose time is over. Of concurrent callers, only the first gets each. */
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
            .where('oidc_records.expires_at', '>', now),
        ),
      ),
    )
    .returningAll()
    .execute()
}

/** Both by and of a person; the audit log keeps what was done. */
export async function deleteImpersonationsOf(tx: Tx, userId: string): Promise<void> {
  await tables(tx)
    .deleteFrom('impersonations')
    .where(eb => eb.or([eb('actor_id', '=', userId), eb('user_id', '=', userId)]))
    .execute()
}

// The OpenID Connect provider's records

export interface OidcRecord {
  readonly payload: Record<string, unknown>
  readonly consumedAt: Date | null
}

export async function saveRecord(
  db: Db,
  model: string,
  id: string,
  payload: Record<string, unknown>,
  expiresAt: Date | null,
): Promise<void> {
  const text = (value: unknown) => (typeof value === 'string' ? value : null)
  const row = {
    payload: JSON.stringify(payload) as unknown as Record<string, unknown>,
    grant_id: text(payload['grantId']),
    uid: text(payload['uid']),
    account_id: text(payload['accountId']),
    expires_at: expiresAt,
  }
  await tables(db)
    .insertInto('oidc_records')
    .values({ model, id, ...row, consumed_at: null })
    .onConflict(conflict => conflict.columns(['model', 'id']).doUpdateSet(row))
    .execute()
}

export function findRecord(
  db: Db,
  model: string,
  by: { id: string } | { uid: string },
  now: Date,
): Promise<OidcRecord | undefined> {
  const query = tables(db)
    .selectFrom('oidc_records')
    .select(['payload', 'consumed_at as consumedAt'])
    .where('model', '=', model)
    .where(eb => eb.or([eb('expires_at', 'is', null), eb('expires_at', '>', now)]))
  return ('id' in by ? query.where('id', '=', by.id) : query.where('uid', '=', by.uid))
    .limit(1)
    .executeTakeFirst()
}

export async function consumeRecord(db: Db, model: string, id: string, now: Date): Promise<void> {
  await tables(db)
    .updateTable('oidc_records')
    .set({ consumed_at: now })
    .where('model', '=', model)
    .where('id', '=', id)
    .execute()
}

export async function deleteRecord(db: Db, model: string, id: string): Promise<void> {
  await tables(db).deleteFrom('oidc_records').where('model', '=', model).where('id', '=', id).execute()
}

/** Tokens carry their own signature: those of a revoked grant are rejected by this record until they expire. */
const revokedGrant = 'RevokedGrant'

export async function revokeGrant(db: Db, grantId: string, until: Date): Promise<void> {
  await tables(db).deleteFrom('oidc_records').where('grant_id', '=', grantId).execute()
  await saveRecord(db, revokedGrant, grantId, {}, until)
}

export async function isGrantRevoked(db: Db, grantId: string): Promise<boolean> {
  const row = await tables(db)
    .selectFrom('oidc_records')
    .select('id')
    .where('model', '=', revokedGrant)
    .where('id', '=', grantId)
    .executeTakeFirst()
  return row !== undefined
}

/** Sessions stay on record longer, which distinguishes an expired one from one that was ended. */
export async function deleteExpiredRecords(db: Db, now: Date, sessionsBefore: Date): Promise<void> {
  await tables(db)
    .deleteFrom('oidc_records')
    .where('expires_at', '<', now)
    .where(eb =>
      eb.or([
        eb('model', '<>', 'Session'),
        eb('account_id', 'is', null),
        eb('expires_at', '<', sessionsBefore),
      ]),
    )
    .execute()
}
