import { badInput, Problem, tooMany } from '#server/platform/http/problems'
import type { Db, Tx } from '#server/platform/store/index'
import { nameOfPassword, verifyPassword } from './passwords.ts'
import { claimTry } from './sign-in.ts'
import { findPasswordHash, forgetFailures, holdPasswordHash } from './store/accounts.ts'

export type PasswordCheck =
  /** `password` identifies the correct password. */
  { readonly kind: 'right'; readonly password: string } | { readonly kind: 'wrong'; readonly fault: string }

/** Checks the person's current password. Throws after too many attempts. */
export async function checkCurrentPassword(
  db: Db,
  userId: string,
  typed: string,
  now: Date,
): Promise<PasswordCheck> {
  if (typed === '') return { kind: 'wrong', fault: 'is required' }
  const key = `change ${userId}`
  const seconds = await claimTry(db, key, now)
  if (seconds > 0) throw tooMany(seconds)
  const hash = await findPasswordHash(db, userId)
  if (!(await verifyPassword(typed, hash))) return { kind: 'wrong', fault: 'is incorrect' }
  await forgetFailures(db, key)
  return { kind: 'right', password: nameOfPassword(hash) }
}

/**
 * Throws unless this is the person's password: someone who finds an open browser must not be able to take over the
 * account. Returns what identifies the password.
 */
export async function confirmPassword(db: Db, userId: string, typed: string, now: Date): Promise<string> {
  const check = await checkCurrentPassword(db, userId, typed, now)
  if (check.kind === 'wrong') throw badInput({ CurrentPassword: [check.fault] })
  return check.password
}

/**
 * Throws if the person's password is no longer the one that was checked before the transaction, and locks it until the
 * transaction ends. Otherwise someone with a stolen password could undo the one that its owner has just set.
 */
export async function holdPassword(tx: Tx, userId: string, password: string): Promise<void> {
  if (nameOfPassword(await holdPasswordHash(tx, userId)) !== password)
    throw new Problem(409, 'Your password was changed in the meantime. Enter the new one and try again.')
}
