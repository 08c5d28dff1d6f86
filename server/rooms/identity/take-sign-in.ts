import type { FastifyReply, FastifyRequest } from 'fastify'
import type Provider from 'oidc-provider'
import { SessionNotFound } from 'oidc-provider/lib/helpers/errors.js'
import { later, minuteMs } from '#server/platform/clock'
import type { Db, Tx } from '#server/platform/store/index'
import { nameOfPassword } from './passwords.ts'
import { findPasswordHash } from './store/accounts.ts'
import { factorsOf, isOn } from './store/second-factors.ts'
import { beginSession, findRecord, lockSignIns, takeRecord, type CookieSession } from './store/sessions.ts'

/** A person has proven who they are; the sign-in page is done. */
export interface FinishedSignIn {
  readonly accountId: string
  readonly amr: string[]
  readonly signInId: number
  /** Names the password that was entered, if one was. */
  readonly password?: string | undefined
}

/** What the provider keeps of it. The version before this one has no `password`. */
interface KeptSignIn {
  readonly login?: Pick<FinishedSignIn, 'accountId' | 'amr'> & { readonly remember: true }
  readonly password?: string | undefined
}

/** Leaves a finished sign-in to the provider. Returns where the browser goes next; undefined if it was over. */
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

/** By then, the provider has saved what it knows about the session, or something has failed. */
const fillInMs = 5 * minuteMs

/** A new password, or two-step verification that was turned on, ends what the password alone began. */
async function isStillProven(tx: Tx, { login, password }: Required<KeptSignIn>): Promise<boolean> {
  const { accountId, amr } = login
  if (password !== undefined && password !== nameOfPassword(await findPasswordHash(tx, accountId)))
    return false
  return amr.join() !== 'pwd' || !isOn(await factorsOf(tx, accountId))
}

/**
 * Takes a finished sign-in from the sign-in page, and begins the session that follows from it. Whoever signs a person
 * out at the same moment comes before, and then there is nothing to take, or after, and ends this session too. Returns
 * false if the sign-in is no longer valid.
 */
export function takeSignIn(db: Db, uid: string, session: CookieSession, now: Date): Promise<boolean> {
  return db.transaction().execute(async tx => {
    const found = await findRecord(tx, 'Interaction', { id: uid }, now)
    const { login, password } = (found?.payload['result'] ?? {}) as KeptSignIn
    if (login) await lockSignIns(tx, [login.accountId])
    if (!(await takeRecord(tx, 'Interaction', uid))) return false
    if (!login) return true // it failed or was given up
    if (!(await isStillProven(tx, { login, password }))) return false
    await beginSession(tx, login.accountId, session, later(now, fillInMs))
    return true
  })
}
