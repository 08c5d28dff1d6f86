import type { Log } from '#server/platform/log'
import type { Db } from '#server/platform/store/index'
import { checkUse, requestOptions, type Assertion, type UseCheck } from './passkeys.ts'
import type { RelyingParty } from './relying-party.ts'
import { claimCode } from './second-factor.ts'
import { claimAttempt, type Attempt } from './sign-in.ts'
import { findPasskey, listPasskeys, spendChallenge, type PasskeyRow } from './store/passkeys.ts'

interface Deps {
  readonly db: Db
  readonly log: Log
  readonly party: RelyingParty
}

/** The answer came too late, or its challenge had already been answered. */
interface TooLate {
  readonly kind: 'too late'
}
const tooLate: TooLate = { kind: 'too late' }

/** A failure that the passkey's owner should be notified of. */
type Failed = { readonly kind: 'wrong'; readonly userId: string | undefined; readonly because: string }

export type PasskeySignInResult =
  | { readonly kind: 'welcome'; readonly userId: string }
  | { readonly kind: 'wait'; readonly seconds: number }
  | TooLate
  | Failed

/** These texts are for the person's own audit log; the server's log records exactly what did not match. */
const notVerified = 'The passkey could not be verified.'
const isACopy = 'The passkey may have been copied: its counter went backward.'

function failed({ log }: Deps, passkey: PasskeyRow, check: UseCheck & { kind: 'invalid' }): Failed {
  const { user_id: userId, id } = passkey
  const { because, isCopy } = check
  log.warn({ person: userId, passkey: id, because }, 'a passkey was refused')
  return { kind: 'wrong', userId, because: isCopy ? isACopy : notVerified }
}

/** What the browser needs to sign in with a passkey alone. Reveals nothing about any account. */
export function signInOptions({ db, party }: Deps, uid: string, now: Date) {
  return requestOptions(db, party, { purpose: 'sign in', boundTo: uid }, [], now)
}

/** What the browser needs for the second step of a person whose password was correct. */
export async function secondStepOptions({ db, party }: Deps, uid: string, userId: string, now: Date) {
  const own = await listPasskeys(db, userId)
  return requestOptions(db, party, { purpose: 'second step', boundTo: uid }, own, now)
}

/**
 * Checks a sign-in with a passkey alone, which covers both steps: possession of the device, and whatever unlocks it.
 * Whether the person may sign in is decided last.
 */
export async function tryPasskey(
  deps: Deps & { readonly deviceKey: Buffer },
  uid: string,
  answer: Assertion,
  attempt: Attempt,
): Promise<PasskeySignInResult> {
  const { db, party, deviceKey } = deps
  const { now } = attempt
  const challenge = await spendChallenge(db, 'sign in', uid, now)
  if (challenge === undefined) return tooLate
  const passkey = await findPasskey(db, answer.id)
  const claimed = { way: 'passkey', name: answer.id, userId: passkey?.user_id }
  const claim = await claimAttempt(db, deviceKey, claimed, attempt)
  if (!('forgive' in claim)) return { kind: 'wait', seconds: claim.seconds }
  if (!passkey) return { kind: 'wrong', userId: undefined, because: 'The passkey is unknown.' }
  // Without a known person, the passkey must identify them.
  const check: UseCheck =
    answer.userHandle === undefined
      ? { kind: 'invalid', because: 'It does not identify a person' }
      : await checkUse(db, party, passkey, { challenge, answer }, now)
  if (check.kind === 'invalid') return failed(deps, passkey, check)
  await claim.forgive()
  return { kind: 'welcome', userId: passkey.user_id }
}

/** Takes the second step with a passkey, after the password. Throws after too many attempts. */
export async function takeSecondStepByPasskey(
  deps: Deps,
  uid: string,
  userId: string,
  answer: Assertion,
  now: Date,
): Promise<{ readonly kind: 'taken' } | TooLate | Failed> {
  const { db, party } = deps
  const challenge = await spendChallenge(db, 'second step', uid, now)
  if (challenge === undefined) return tooLate
  const forgive = await claimCode(db, userId, now)
  const passkey = await findPasskey(db, answer.id)
  if (passkey?.user_id !== userId)
    return { kind: 'wrong', userId, because: 'The passkey does not belong to this account.' }
  const check = await checkUse(db, party, passkey, { challenge, answer }, now)
  if (check.kind === 'invalid') return failed(deps, passkey, check)
  await forgive()
  return { kind: 'taken' }
}
