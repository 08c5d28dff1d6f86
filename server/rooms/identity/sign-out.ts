import type { Db, Tx } from '#server/platform/store/index'
import { endImpersonationsBy } from './end-impersonations.ts'
import { verifyPassword } from './passwords.ts'
import { findPasswordHash } from './store/accounts.ts'
import { endSessions } from './store/sessions.ts'

/** Ends a person's sessions and their impersonations of others. */
export async function signOutEverywhere(tx: Tx, userId: string, now: Date): Promise<void> {
  await endSessions(tx, userId, null)
  await endImpersonationsBy(tx, userId, now)
}

export async function hasPassword(db: Db, userId: string, password: string): Promise<boolean> {
  const hash = await findPasswordHash(db, userId)
  return hash !== undefined && verifyPassword(password, hash)
}
