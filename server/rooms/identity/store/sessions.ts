import { sql } from 'kysely'
import type { Db, Tx } from '#server/platform/store/index'

/** Marks a session that began at a customer's identity provider. */
export const singleSignOnMethod = 'sso'

/**
 * Marks a revoked grant. Tokens carry their own signature, so this record is needed to reject the grant's tokens until
 * they expire.
 */
const revokedGrant = 'RevokedGrant'

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
}

/** Sign-in happens before a customer is known, so every function here spans all customers. */
const tables = (db: Db) => db.withTables<Tables>()

const asJson = (payload: object) => JSON.stringify(payload) as unknown as Record<string, unknown>

// Sessions

export interface SessionState {
  /** Whether the session began at a customer's identity provider. */
  readonly isFromProvider: boolean
}

/** Finds an open session, unless the grant of the token that names it was revoked. One query covers both. */
export function findOpenSession(
  db: Db,
  sessionId: string,
  now: Date,
  grantId: string | null = null,
): Promise<SessionState | undefined> {
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
    .where('consumed_at', 'is', null)
    .where(eb =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('oidc_records as revoked')
            .select('revoked.id')
            .where('revoked.model', '=', revokedGrant)
            .where('revoked.id', '=', grantId),
        ),
      ),
    )
    .executeTakeFirst()
}

/**
 * Ends sessions. They stay on record for a while, because a request in progress saves its session when it is done and
 * would otherwise bring a deleted one back.
 */
function ending(db: Db) {
  return (
    tables(db)
      .updateTable('oidc_records')
      // The previous version of the software checks only whether sessions have expired.
      .set({ consumed_at: sql<Date>`now()`, expires_at: sql<Date>`now()` })
      .where('model', '=', 'Session')
      .where('consumed_at', 'is', null)
  )
}

/** Locks sign-ins: none of these people can get a new session until the transaction ends. */
export async function lockSignIns(tx: Tx, accountIds: readonly string[]): Promise<void> {
  for (const id of accountIds.toSorted())
    await sql`select pg_advisory_xact_lock(hashtext(${`sign-ins of ${id}`}))`.execute(tx)
}

/** Signs a person out everywhere, or everywhere except one session; also ends their unfinished sign-ins. */
export async function endSessions(tx: Tx, accountId: string, except: string | null): Promise<void> {
  await lockSignIns(tx, [accountId])
  const sessions = ending(tx).where('account_id', '=', accountId)
  await (except === null ? sessions : sessions.where('uid', '<>', except)).execute()
  await tables(tx)
    .deleteFrom('oidc_records')
    .where('account_id', '=', accountId)
    .where('model', 'in', ['Grant', 'AuthorizationCode', 'Interaction'])
    .execute()
}

/** Ends one session of a person. Returns false if the person has no such session. */
export async function endOneSession(tx: Tx, accountId: string, sessionId: string): Promise<boolean> {
  const result = await ending(tx)
    .where('account_id', '=', accountId)
    .where('uid', '=', sessionId)
    .executeTakeFirst()
  return result.numUpdatedRows > 0n
}

/** Ends sessions and sign-ins that began at an identity provider; those that began with a password stay. */
export async function endSessionsFromProvider(tx: Tx, accountIds: readonly string[]): Promise<number> {
  if (accountIds.length === 0) return 0
  await lockSignIns(tx, accountIds)
  await tables(tx)
    .deleteFrom('oidc_records')
    .where('account_id', 'in', accountIds)
    .where('model', '=', 'Interaction')
    .where(sql<boolean>`payload->'result'->'login'->'amr' @> ${JSON.stringify([singleSignOnMethod])}::jsonb`)
    .execute()
  const result = await ending(tx)
    .where('account_id', 'in', accountIds)
    .where(sql<boolean>`payload->'amr' @> ${JSON.stringify([singleSignOnMethod])}::jsonb`)
    .executeTakeFirst()
  return Number(result.numUpdatedRows)
}

/** Ends a session, even if its cookie's value has changed. */
export async function endSession(db: Db, sessionId: string): Promise<void> {
  await ending(db).where('uid', '=', sessionId).execute()
}

/** A browser's session: the value of its cookie, and the ID that stays the same when that value changes. */
export interface CookieSession {
  readonly id: string
  readonly uid: string
}

/**
 * Gives a person a browser session. The provider fills it in later. Only this function creates sessions, under the lock
 * of the person's sign-ins, because a session that was ended in the meantime must not come back.
 */
export async function beginSession(
  tx: Tx,
  accountId: string,
  { id, uid }: CookieSession,
  filledInUntil: Date,
): Promise<void> {
  const row = { uid, account_id: accountId, expires_at: filledInUntil }
  const payload = asJson({}) // no cookie names it yet
  await tables(tx)
    .insertInto('oidc_records')
    .values({ model: 'Session', id, payload, grant_id: null, consumed_at: null, ...row })
    .onConflict(conflict =>
      conflict
        .columns(['model', 'id'])
        .doUpdateSet({ account_id: accountId })
        .where('oidc_records.consumed_at', 'is', null),
    )
    .execute()
}

/** Saves a person's session, under its new cookie value if it has one. A session that has ended stays ended. */
export async function saveSession(
  db: Db,
  ids: { readonly id: string; readonly formerId: string },
  accountId: string,
  payload: Record<string, unknown>,
  expiresAt: Date | null,
): Promise<void> {
  await tables(db)
    .updateTable('oidc_records')
    .set({ id: ids.id, payload: asJson(payload), expires_at: expiresAt })
    .where('model', '=', 'Session')
    .where('id', 'in', [ids.id, ids.formerId])
    .where('account_id', '=', accountId)
    .where('consumed_at', 'is', null)
    .execute()
}

// The OpenID Connect provider's records

export interface OidcRecord {
  readonly payload: Record<string, unknown>
  readonly consumedAt: Date | null
}

/** The person to whom a record belongs. A sign-in in progress belongs to them once they have proven their identity. */
function accountIn({ accountId, result }: Record<string, unknown>): unknown {
  const { login } = (result ?? {}) as { readonly login?: { readonly accountId?: unknown } }
  return accountId ?? login?.accountId
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
    payload: asJson(payload),
    grant_id: text(payload['grantId']),
    uid: text(payload['uid']),
    account_id: text(accountIn(payload)),
    expires_at: expiresAt,
  }
  await tables(db)
    .insertInto('oidc_records')
    .values({ model, id, ...row, consumed_at: null })
    .onConflict(conflict =>
      conflict.columns(['model', 'id']).doUpdateSet(row).where('oidc_records.consumed_at', 'is', null),
    )
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
  const found = 'id' in by ? query.where('id', '=', by.id) : query.where('uid', '=', by.uid)
  // A used code can still be found, so that a second use is noticed; an ended session cannot.
  return (model === 'Session' ? found.where('consumed_at', 'is', null) : found).limit(1).executeTakeFirst()
}

/** Uses up a record: of concurrent callers, only one gets true. */
export async function consumeRecord(db: Db, model: string, id: string, now: Date): Promise<boolean> {
  const result = await tables(db)
    .updateTable('oidc_records')
    .set({ consumed_at: now })
    .where('model', '=', model)
    .where('id', '=', id)
    .where('consumed_at', 'is', null)
    .executeTakeFirst()
  return result.numUpdatedRows > 0n
}

/** Takes a record: of concurrent callers, only one gets its contents. */
export async function takeRecord(
  db: Db,
  model: string,
  id: string,
): Promise<Record<string, unknown> | undefined> {
  const row = await tables(db)
    .deleteFrom('oidc_records')
    .where('model', '=', model)
    .where('id', '=', id)
    .returning('payload')
    .executeTakeFirst()
  return row?.payload
}

export async function deleteRecord(db: Db, model: string, id: string): Promise<void> {
  await tables(db).deleteFrom('oidc_records').where('model', '=', model).where('id', '=', id).execute()
}

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

/**
 * Deletes expired records. Sessions stay on record longer, so that an expired session can be told from an ended one.
 */
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

/** Deletes ended sessions after an hour, when every request that was in progress when they ended is over. */
export async function deleteEndedSessions(db: Db): Promise<void> {
  await tables(db)
    .deleteFrom('oidc_records')
    .where('model', '=', 'Session')
    .where('consumed_at', '<', sql<Date>`now() - interval '1 hour'`)
    .execute()
}
