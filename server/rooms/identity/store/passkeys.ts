import type { Generated, Insertable, Selectable } from 'kysely'
import type { Db, Tx } from '#server/platform/store/index'

/** What the browser is asked to sign for. An answer for one purpose is never accepted for another. */
export type ChallengePurpose = 'add' | 'sign in' | 'second step'

type PasskeyTable = {
  id: Generated<number>
  user_id: string
  credential_id: string
  /** The host name of the server for which the passkey was created. */
  host: string
  public_key: Uint8Array
  counter: number
  transports: string[]
  name: string
  created_at: Date
  last_used_at: Generated<Date | null>
}
type Tables = {
  passkeys: PasskeyTable
  passkey_challenges: {
    purpose: ChallengePurpose
    bound_to: string
    challenge: string
    expires_at: Date
  }
}
export type PasskeyRow = Selectable<PasskeyTable>

/** Signing in happens before a customer is known, so every function here spans all customers. */
const tables = (db: Db) => db.withTables<Tables>()

/** A person's passkeys, oldest first. */
export function listPasskeys(db: Db, userId: string): Promise<PasskeyRow[]> {
  return tables(db).selectFrom('passkeys').selectAll().where('user_id', '=', userId).orderBy('id').execute()
}

export function findPasskey(db: Db, credentialId: string): Promise<PasskeyRow | undefined> {
  return tables(db)
    .selectFrom('passkeys')
    .selectAll()
    .where('credential_id', '=', credentialId)
    .executeTakeFirst()
}

export async function countPasskeys(db: Db, userId: string): Promise<number> {
  const { count } = await tables(db)
    .selectFrom('passkeys')
    .select(eb => eb.fn.countAll<number>().as('count'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  return count
}

/** Inserts a passkey. Returns false if someone already has one with this ID. */
export async function insertPasskey(tx: Tx, row: Insertable<PasskeyTable>): Promise<boolean> {
  const result = await tables(tx)
    .insertInto('passkeys')
    .values(row)
    .onConflict(conflict => conflict.column('credential_id').doNothing())
    .executeTakeFirst()
  return (result.numInsertedOrUpdatedRows ?? 0n) > 0n
}

/**
 * Finds a passkey and locks it until the transaction ends. If it is used twice concurrently, the second use sees the
 * first one's counter.
 */
export function holdPasskey(tx: Tx, id: number): Promise<PasskeyRow | undefined> {
  return tables(tx).selectFrom('passkeys').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
}

export async function saveUse(tx: Tx, id: number, counter: number, now: Date): Promise<void> {
  await tables(tx).updateTable('passkeys').set({ counter, last_used_at: now }).where('id', '=', id).execute()
}

/** Deletes a passkey and returns it; undefined if the person has no such passkey. */
export function deletePasskey(tx: Tx, userId: string, id: number): Promise<PasskeyRow | undefined> {
  return tables(tx)
    .deleteFrom('passkeys')
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst()
}

/** Deletes a person's passkeys. Returns how many there were. */
export async function deletePasskeysOf(tx: Tx, userId: string): Promise<number> {
  const result = await tables(tx).deleteFrom('passkeys').where('user_id', '=', userId).executeTakeFirst()
  return Number(result.numDeletedRows)
}

// Challenges

/** Saves a challenge, which replaces an earlier one for the same sign-in or person. */
export async function saveChallenge(db: Db, row: Insertable<Tables['passkey_challenges']>): Promise<void> {
  const { challenge, expires_at } = row
  await tables(db)
    .insertInto('passkey_challenges')
    .values(row)
    .onConflict(conflict => conflict.columns(['purpose', 'bound_to']).doUpdateSet({ challenge, expires_at }))
    .execute()
}

/** Uses up a challenge, so that only one caller gets it. Undefined if it does not exist or has expired. */
export async function spendChallenge(
  db: Db,
  purpose: ChallengePurpose,
  boundTo: string,
  now: Date,
): Promise<string | undefined> {
  const row = await tables(db)
    .deleteFrom('passkey_challenges')
    .where('purpose', '=', purpose)
    .where('bound_to', '=', boundTo)
    .returning(['challenge', 'expires_at'])
    .executeTakeFirst()
  return row && row.expires_at > now ? row.challenge : undefined
}

export async function deleteChallenge(tx: Tx, purpose: ChallengePurpose, boundTo: string): Promise<void> {
  await tables(tx)
    .deleteFrom('passkey_challenges')
    .where('purpose', '=', purpose)
    .where('bound_to', '=', boundTo)
    .execute()
}

export async function deleteExpiredChallenges(db: Db, now: Date): Promise<void> {
  await tables(db).deleteFrom('passkey_challenges').where('expires_at', '<', now).execute()
}
