import { minuteMs } from '#server/platform/clock'
import type { Caller } from '#server/platform/http/caller'
import { Problem } from '#server/platform/http/problems'
import type { Db } from '#server/platform/store/index'
import { confirmPassword } from './current-password.ts'
import { sessionSeconds } from './provider.ts'
import { findPasswordHash } from './store/accounts.ts'
import { listOpenSessions } from './store/sign-ins.ts'

/** A sign-in no older than this still proves the person's identity. */
const freshMs = 10 * minuteMs

/** Throws unless the person proves their identity: with their password, or with a recent sign-in if they have none. */
export async function confirmOwner(db: Db, caller: Caller, password: string, now: Date): Promise<void> {
  if ((await findPasswordHash(db, caller.id)) !== undefined) {
    await confirmPassword(db, caller.id, password, now)
    return
  }
  const sessions = await listOpenSessions(db, caller.id, sessionSeconds, now)
  const current = sessions.find(({ id }) => id === caller.sessionId)
  if (!current || now.getTime() - current.startedAt.getTime() > freshMs)
    throw new Problem(409, 'Sign out and sign in again, then download your data within ten minutes.')
}
