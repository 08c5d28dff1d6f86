import type { FastifyReply, FastifyRequest } from 'fastify'
import type Provider from 'oidc-provider'
import { SessionNotFound } from 'oidc-provider/lib/helpers/errors.js'
import { later, minuteMs } from '#server/platform/clock'
import type { Db, Tx } from '#server/platform/store/index'
import { nameOfPassword } from './passwords.ts'
import { findPasswordHash } from './store/accounts.ts'
import { factorsOf, isOn } from './store/second-factors.ts'
import { beginSession, findRecord, lockSignIns, takeRecord, type CookieSession } from './store/sessions.ts'

/** A sign-in that is finished on the sign-in page: a person has proven their identity. */
export interface FinishedSignIn {
  readonly accountId: string
  readonly amr: string[]
  readonly signInId: number
  /** Identifies the password that was entered, if one was. */
  readonly password?: string | undefined
}

/** What the provider stores about a sign-in. The previous version of the software stored no `password`. */
interface KeptSignIn {
  readonly login?: Pick<FinishedSignIn, 'accountId' | 'amr'> & { readonly remember: true }
  readonly password?: string | undefined
}

/**
 * Passes a finished sign-in to the provider. Returns where the browser goes next; undefined if the sign-in had already
 * ended.
 */
export async function leaveToProvider(
  provider: Provider,
  request: FastifyRequest,
  reply: FastifyReply,
  { accountId, amr, ...more }: FinishedSignIn,
): Promise<string | undefined> {
  const login = { accountId, amr, remember: true }
  try {
    return await provider.interactionResult(request.raw, reply.raw, { login, ...more })
  } catch (error) {
    if (error instanceof SessionNotFound) return undefined
    throw error
  }
}

/** After this long, the provider has saved what it knows about the session, or something has failed. */
const fillInMs = 5 * minuteMs

/**
 * Whether a sign-in is still valid. A new password, or newly enabled two-step verification, ends a sign-in that began
 * with only the password.
 */
async function isStillProven(tx: Tx, { login, password }: Required<KeptSignIn>): Promise<boolean> {
  const { accountId, amr } = login
  if (password !== undefined && password !== nameOfPassword(await findPasswordHash(tx, accountId)))
    return false
  return amr.join() !== 'pwd' || !isOn(await factorsOf(tx, accountId))
}

/**
 * Takes a finished sign-in from the sign-in page, and begins the resulting session. If someone signs the person out at
 * the same time, either there is nothing left to take or this new session is ended too. Returns false if the sign-in is
 * no longer valid.
 */
export function takeSignIn(db: Db, uid: string, session: CookieSession, now: Date): Promise<boolean> {
  return db.transaction().execute(async tx => {
    const found = await findRecord(tx, 'Interaction', { id: uid }, now)
    const { login, password } = (found?.payload['result'] ?? {}) as KeptSignIn
    if (login) await lockSignIns(tx, [login.accountId])
    if (!(await takeRecord(tx, 'Interaction', uid))) return false
    if (!login) return true // the sign-in failed or was abandoned
    if (!(await isStillProven(tx, { login, password }))) return false
    await beginSession(tx, login.accountId, session, later(now, fillInMs))
    return true
  })
}
