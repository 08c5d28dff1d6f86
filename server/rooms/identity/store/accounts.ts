import type { Selectable } from 'kysely'
import { batchesOf } from '#server/platform/store/batches'
import type { Db, Tx } from '#server/platform/store/index'
import { deleteUnconfirmedFactors } from './second-factors.ts'

export type LinkPurpose = 'invite' | 'reset' | 'email'

type Tables = {
  passwords: { user_id: string; hash: string; changed_at: Date }
  signing_keys: { id: string; sealed_jwk: string; created_at: Date }
  account_links: {
    token_hash: string
    user_id: string
    purpose: LinkPurpose
    created_at: Date
    expires_at: Date
    used_at: Date | null
    /** The address that the link confirms. */
    new_email: string | null
  }
  sign_in_failures: { key: string; failures: number; last_failure_at: Date }
}
export type LinkRow = Selectable<Tables['account_links']>

/** Sign-in happens before a customer is known, so every function here spans all customers. */
const tables = (db: Db) => db.withTables<Tables>()

// Passwords

export async function findPasswordHash(db: Db, userId: string): Promise<string | undefined> {
  const row = await tables(db)
    .selectFrom('passwords')
    .select('hash')
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return row?.hash
}

/** The hash of a person's password, locked until the transaction ends; concurrent callers wait for the newest one. */
export async function holdPasswordHash(tx: Tx, userId: string): Promise<string | undefined> {
  const row = await tables(tx)
    .selectFrom('passwords')
    .select('hash')
    .where('user_id', '=', userId)
    .forUpdate()
    .executeTakeFirst()
  return row?.hash
}

/** The people among these who have a password. */
export async function findWithPassword(db: Db, userIds: readonly string[]): Promise<ReadonlySet<string>> {
  if (userIds.length === 0) return new Set()
  const rows = await tables(db)
    .selectFrom('passwords')
    .select('user_id')
    .where('user_id', 'in', userIds)
    .execute()
  return new Set(rows.map(row => row.user_id))
}

/** Saves a password. A passkey or app whose setup began under the old password can no longer be completed. */
export async function savePasswordHash(tx: Tx, userId: string, hash: string, now: Date): Promise<void> {
  await tables(tx)
    .insertInto('passwords')
    .values({ user_id: userId, hash, changed_at: now })
    .onConflict(conflict => conflict.column('user_id').doUpdateSet({ hash, changed_at: now }))
    .execute()
  await deleteUnconfirmedFactors(tx, userId)
}

export async function deletePassword(tx: Tx, userId: string): Promise<void> {
  await tables(tx).deleteFrom('passwords').where('user_id', '=', userId).execute()
}

// Failed sign-ins

/**
 * The failures under a key, locked until the transaction ends, so that concurrent callers wait for the result. Uses a
 * single statement, because between two statements another sign-in could delete the row.
 */
export async function holdFailures(tx: Tx, key: string, now: Date) {
  const row = await tables(tx)
    .insertInto('sign_in_failures')
    .values({ key, failures: 0, last_failure_at: now })
    .onConflict(conflict => conflict.column('key').doUpdateSet({ key }))
    .returningAll()
    .executeTakeFirstOrThrow()
  return { count: row.failures, lastAt: row.last_failure_at }
}

export async function saveFailures(
  tx: Db,
  key: string,
  failures: { count: number; lastAt: Date },
): Promise<void> {
  await tables(tx)
    .updateTable('sign_in_failures')
    .set({ failures: failures.count, last_failure_at: failures.lastAt })
    .where('key', '=', key)
    .execute()
}

export async function forgetFailures(db: Db, key: string): Promise<void> {
  await tables(db).deleteFrom('sign_in_failures').where('key', '=', key).execute()
}

/** Clears a person's failures from every device and address. */
export async function forgetFailuresOf(tx: Tx, userId: string): Promise<void> {
  await tables(tx)
    .deleteFrom('sign_in_failures')
    .where(eb =>
      eb.or([
        eb('key', 'in', [`account ${userId}`, `change ${userId}`, `code ${userId}`, `passkey ${userId}`]),
        eb('key', 'like', `device ${userId} %`),
      ]),
    )
    .execute()
}

export async function forgetFailuresBefore(db: Db, before: Date): Promise<void> {
  await tables(db).deleteFrom('sign_in_failures').where('last_failure_at', '<', before).execute()
}

// Links sent by email

export type NewLink = Omit<LinkRow, 'used_at'>

export async function insertLinks(tx: Tx, links: readonly NewLink[]): Promise<void> {
  for (const some of batchesOf(links)) {
    await tables(tx)
      .insertInto('account_links')
      .values(some.map(link => ({ ...link, used_at: null })))
      .execute()
  }
}

export function findLink(db: Db, tokenHash: string): Promise<LinkRow | undefined> {
  return tables(db)
    .selectFrom('account_links')
    .selectAll()
    .where('token_hash', '=', tokenHash)
    .executeTakeFirst()
}

/** Uses up a link; returns false if it was already used. */
export async function useLink(tx: Tx, tokenHash: string, now: Date): Promise<boolean> {
  const result = await tables(tx)
    .updateTable('account_links')
    .set({ used_at: now })
    .where('token_hash', '=', tokenHash)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirst()
  return result.numUpdatedRows > 0n
}

/** Invalidates a person's links: all of them, or those of one purpose. */
export async function useUpLinksOf(
  tx: Tx,
  userId: string,
  now: Date,
  purpose: LinkPurpose | 'any' = 'any',
): Promise<void> {
  const links = tables(tx)
    .updateTable('account_links')
    .set({ used_at: now })
    .where('user_id', '=', userId)
    .where('used_at', 'is', null)
  await (purpose === 'any' ? links : links.where('purpose', '=', purpose)).execute()
}

export async function deleteLinksOf(tx: Tx, userId: string): Promise<void> {
  await tables(tx).deleteFrom('account_links').where('user_id', '=', userId).execute()
}

// Signing keys

export function listSigningKeys(db: Db) {
  return tables(db).selectFrom('signing_keys').selectAll().orderBy('created_at', 'desc').execute()
}

export async function insertSigningKey(
  db: Db,
  key: { id: string; sealed_jwk: string; created_at: Date },
): Promise<void> {
  await tables(db).insertInto('signing_keys').values(key).execute()
}

export async function deleteSigningKeysBefore(db: Db, before: Date, keep: string): Promise<void> {
  await tables(db)
    .deleteFrom('signing_keys')
    .where('created_at', '<', before)
    .where('id', '<>', keep)
    .execute()
}
