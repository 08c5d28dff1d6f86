import type { Selectable } from 'kysely'
import type { Db, Tx } from '#server/platform/store/index'
import { countPasskeys, deleteChallenge, deletePasskeysOf } from './passkeys.ts'

type Tables = {
  second_factors: {
    user_id: string
    sealed_secret: string
    created_at: Date
    confirmed_at: Date | null
    last_step: number
  }
  recovery_codes: { user_id: string; code_hash: string; used_at: Date | null }
  factor_additions: { user_id: string; at: Date }
  // Only this setting is written here; everything else belongs to the customers room.
  customers: { id: number; requires_second_factor: boolean }
}
export type SecondFactorRow = Selectable<Tables['second_factors']>

/** Signing in happens before a customer is known, so these functions span all customers. */
const tables = (db: Db) => db.withTables<Tables>()

export function findSecondFactor(db: Db, userId: string): Promise<SecondFactorRow | undefined> {
  return tables(db).selectFrom('second_factors').selectAll().where('user_id', '=', userId).executeTakeFirst()
}

/** The ways in which a person can take the second step, other than recovery codes. */
export interface Factors {
  readonly hasApp: boolean
  readonly passkeys: number
}

export async function factorsOf(db: Db, userId: string): Promise<Factors> {
  const app = await findSecondFactor(db, userId)
  return { hasApp: app !== undefined && app.confirmed_at !== null, passkeys: await countPasskeys(db, userId) }
}

export const isOn = ({ hasApp, passkeys }: Factors): boolean => hasApp || passkeys > 0

/** Saves a new secret. Never replaces one that is in use, which stays until the new one is confirmed. */
export async function saveNewSecret(
  tx: Tx,
  row: Pick<SecondFactorRow, 'user_id' | 'sealed_secret' | 'created_at'>,
): Promise<boolean> {
  const result = await tables(tx)
    .insertInto('second_factors')
    .values({ ...row, confirmed_at: null, last_step: 0 })
    .onConflict(conflict =>
      conflict
        .column('user_id')
        .doUpdateSet({ sealed_secret: row.sealed_secret, created_at: row.created_at, last_step: 0 })
        .where('second_factors.confirmed_at', 'is', null),
    )
    .executeTakeFirst()
  return (result.numInsertedOrUpdatedRows ?? 0n) > 0n
}

/** Uses up a code; the first one confirms the secret. Returns false if this or a later code was already used. */
export async function useStep(tx: Tx, userId: string, step: number, now: Date): Promise<boolean> {
  const result = await tables(tx)
    .updateTable('second_factors')
    .set(eb => ({ last_step: step, confirmed_at: eb.fn.coalesce('confirmed_at', eb.val(now)) }))
    .where('user_id', '=', userId)
    .where('last_step', '<', step)
    .executeTakeFirst()
  return result.numUpdatedRows > 0n
}

/** Removes a person's authenticator app. Returns false if none was set up. */
export async function deleteApp(tx: Tx, userId: string): Promise<boolean> {
  const rows = await tables(tx)
    .deleteFrom('second_factors')
    .where('user_id', '=', userId)
    .returning('confirmed_at')
    .execute()
  return rows.some(({ confirmed_at }) => confirmed_at !== null)
}

/** Removes an app and a passkey whose setup has begun but was not completed. */
export async function deleteUnconfirmedFactors(tx: Tx, userId: string): Promise<void> {
  await tables(tx)
    .deleteFrom('second_factors')
    .where('user_id', '=', userId)
    .where('confirmed_at', 'is', null)
    .execute()
  await deleteChallenge(tx, 'add', userId)
}

/**
 * Records that a factor was added. Returns how many the person has added since a given time, including this one and any
 * removed again.
 */
export async function countAddition(tx: Tx, userId: string, since: Date, now: Date): Promise<number> {
  await tables(tx).insertInto('factor_additions').values({ user_id: userId, at: now }).execute()
  const { count } = await tables(tx)
    .selectFrom('factor_additions')
    .select(eb => eb.fn.countAll<number>().as('count'))
    .where('user_id', '=', userId)
    .where('at', '>', since)
    .executeTakeFirstOrThrow()
  return count
}

export async function deleteAdditionsBefore(db: Db, before: Date): Promise<void> {
  await tables(db).deleteFrom('factor_additions').where('at', '<', before).execute()
}

export async function deleteRecoveryCodes(tx: Tx, userId: string): Promise<void> {
  await tables(tx).deleteFrom('recovery_codes').where('user_id', '=', userId).execute()
}

/** Removes a person's app, passkeys and recovery codes. Returns false if there was no app and no passkey. */
export async function deleteSecondFactor(tx: Tx, userId: string): Promise<boolean> {
  await deleteRecoveryCodes(tx, userId)
  const hadApp = await deleteApp(tx, userId)
  const passkeys = await deletePasskeysOf(tx, userId)
  return hadApp || passkeys > 0
}

export async function replaceRecoveryCodes(tx: Tx, userId: string, hashes: readonly string[]): Promise<void> {
  await tables(tx).deleteFrom('recovery_codes').where('user_id', '=', userId).execute()
  await tables(tx)
    .insertInto('recovery_codes')
    .values(hashes.map(code_hash => ({ user_id: userId, code_hash, used_at: null })))
    .execute()
}

/** Uses up a recovery code. Returns false if there is no such code, or if it was already used. */
export async function useRecoveryCode(tx: Tx, userId: string, hash: string, now: Date): Promise<boolean> {
  const result = await tables(tx)
    .updateTable('recovery_codes')
    .set({ used_at: now })
    .where('user_id', '=', userId)
    .where('code_hash', '=', hash)
    .where('used_at', 'is', null)
    .executeTakeFirst()
  return result.numUpdatedRows > 0n
}

export async function countRecoveryCodes(db: Db, userId: string): Promise<number> {
  const { count } = await tables(db)
    .selectFrom('recovery_codes')
    .select(eb => eb.fn.countAll<number>().as('count'))
    .where('user_id', '=', userId)
    .where('used_at', 'is', null)
    .executeTakeFirstOrThrow()
  return count
}

export async function saveRequirement(tx: Tx, customerId: number, isRequired: boolean): Promise<void> {
  await tables(tx)
    .updateTable('customers')
    .set({ requires_second_factor: isRequired })
    .where('id', '=', customerId)
    .execute()
}
