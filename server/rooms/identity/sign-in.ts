import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { whyNotSignedIn } from '#domain/access/sessions'
import { secondsToWait, type Failures } from '#domain/access/sign-in-delay'
import type { Db, Tx } from '#server/platform/store/index'
import { accountStateOf, findUserForSignIn, type UserRow } from '#server/rooms/users/index'
import { nameOfPassword, verifyPassword } from './passwords.ts'
import type { SignOnChoice, SingleSignOn } from './single-sign-on.ts'
import { findPasswordHash, forgetFailures, holdFailures, saveFailures } from './store/accounts.ts'

/** Why a person who has proven their identity is not signed in. */
export type SignInRefusal =
  | { readonly kind: 'wrong'; readonly userId: string | undefined }
  | { readonly kind: 'inactive'; readonly userId: string }
  /** Their proof is not accepted: the organization requires its identity provider. */
  | { readonly kind: 'provider'; readonly choice: SignOnChoice; readonly userId: string }

export type SignInResult =
  | SignInRefusal
  /** `password` identifies the correct password. */
  | { readonly kind: 'welcome'; readonly userId: string; readonly password: string }
  | { readonly kind: 'published' }
  | { readonly kind: 'wait'; readonly seconds: number }

export interface Attempt {
  readonly address: string
  /** The cookie from an earlier sign-in on this device, if any. */
  readonly deviceProof: string | undefined
  readonly now: Date
}

export interface SignInTry extends Attempt {
  readonly userName: string
  readonly password: string
  /** The public demo password, which never signs anyone in here. */
  readonly published: string | undefined
}

export type PasswordRules = Pick<SingleSignOn, 'insteadOfPassword'>

/** Proves that a device was signed in to this account before. */
export function makeDeviceProof(userId: string, key: Buffer): string {
  const device = randomBytes(16).toString('base64url')
  return `${device}.${deviceMark(device, userId, key)}`
}

function deviceMark(device: string, userId: string, key: Buffer): string {
  return createHmac('sha256', key).update(`${device} ${userId}`).digest('base64url')
}

function provenDevice(proof: string | undefined, userId: string, key: Buffer): string | undefined {
  const [device, mark] = proof?.split('.') ?? []
  if (!device || !mark) return undefined
  const [given, expected] = [Buffer.from(mark), Buffer.from(deviceMark(device, userId, key))]
  return given.length === expected.length && timingSafeEqual(given, expected) ? device : undefined
}

/** One IP address may serve a whole school, so it gets more attempts than one account. */
const addressHandicap = 15

/**
 * Claims an attempt under a key. It is recorded as a failure until it succeeds. Returns 0, or the seconds to wait.
 * Checking and recording are one step, so that concurrent attempts gain nothing.
 */
export function claimTry(db: Db, key: string, now: Date): Promise<number> {
  return db.transaction().execute(tx => claim(tx, key, now))
}

async function claim(tx: Tx, key: string, now: Date): Promise<number> {
  const failures = await holdFailures(tx, key, now)
  const seconds = secondsToWait(failures, now)
  if (seconds === 0) await saveFailures(tx, key, { count: failures.count + 1, lastAt: now })
  return seconds
}

interface Claimed {
  readonly seconds: number
  /** The address's failures before this attempt. */
  readonly addressBefore?: Failures
}

/**
 * Claims an attempt under both the account's and the address's keys. A device that was signed in before has its own
 * count: people who guess passwords make each other wait, but not the owner.
 */
function claimSignIn(db: Db, ownKey: string, addressKey: string | undefined, now: Date): Promise<Claimed> {
  return db.transaction().execute(async tx => {
    // Always locked in this order, which prevents deadlocks between concurrent attempts.
    const addressBefore = addressKey === undefined ? undefined : await holdFailures(tx, addressKey, now)
    const addressSeconds = addressBefore
      ? secondsToWait({ ...addressBefore, count: addressBefore.count - addressHandicap }, now)
      : 0
    if (addressSeconds > 0) return { seconds: addressSeconds }
    const seconds = await claim(tx, ownKey, now)
    if (seconds > 0 || !addressBefore || addressKey === undefined) return { seconds }
    await saveFailures(tx, addressKey, { count: addressBefore.count + 1, lastAt: now })
    return { seconds, addressBefore }
  })
}

export type Claim =
  | { readonly seconds: number }
  /** An admitted attempt; call `forgive` if it succeeds. */
  | { readonly seconds: 0; forgive(): Promise<void> }

/**
 * Claims an attempt to sign in by some method, such as `account` or `passkey`, together with what identifies the
 * account.
 */
export async function claimAttempt(
  db: Db,
  deviceKey: Buffer,
  { way, name, userId }: { readonly way: string; readonly name: string; readonly userId: string | undefined },
  { address, deviceProof, now }: Attempt,
): Promise<Claim> {
  const device = userId === undefined ? undefined : provenDevice(deviceProof, userId, deviceKey)
  const ownKey = device ? `device ${userId} ${device}` : `${way} ${userId ?? name.slice(0, 256)}`
  const addressKey = device ? undefined : `address ${address}`
  const { seconds, addressBefore } = await claimSignIn(db, ownKey, addressKey, now)
  if (seconds > 0) return { seconds }
  return {
    seconds: 0,
    async forgive() {
      await forgetFailures(db, ownKey)
      // Earlier failures from the address are kept; otherwise an attacker could reset them by signing in to their own
      // account.
      if (addressKey !== undefined && addressBefore) await release(db, addressKey, addressBefore)
    },
  }
}

/** Why a person may not sign in even though they have proven their identity; undefined if they may. */
export async function refusalOf(sso: PasswordRules, row: UserRow): Promise<SignInRefusal | undefined> {
  const whyNot = whyNotSignedIn(accountStateOf(row))
  if (whyNot === 'no account') return { kind: 'wrong', userId: row.id }
  if (whyNot === 'inactive organization') return { kind: 'inactive', userId: row.id }
  const choice = await sso.insteadOfPassword(row)
  return choice && { kind: 'provider', choice, userId: row.id }
}

/** Checks a user name and a password. */
export async function trySignIn(
  db: Db,
  deviceKey: Buffer,
  sso: PasswordRules,
  attempt: SignInTry,
): Promise<SignInResult> {
  if (attempt.password === attempt.published) return { kind: 'published' }
  const row = await findUserForSignIn(db, attempt.userName)
  const name = attempt.userName.trim().toLowerCase()
  const claimed = await claimAttempt(db, deviceKey, { way: 'account', name, userId: row?.id }, attempt)
  if (!('forgive' in claimed)) return { kind: 'wait', seconds: claimed.seconds }

  const hash = row && (await findPasswordHash(db, row.id))
  const right = await verifyPassword(attempt.password, hash)
  if (!right || !row) return { kind: 'wrong', userId: row?.id }
  // Checked before failures are cleared, so that this still counts as a failure: otherwise the count would reveal that
  // the password was correct.
  const refusal = await refusalOf(sso, row)
  if (refusal) return refusal
  await claimed.forgive()
  return { kind: 'welcome', userId: row.id, password: nameOfPassword(hash) }
}

/**
 * Removes a successful attempt from its address's failures. If other attempts have failed in the meantime, their
 * waiting time remains.
 */
function release(db: Db, key: string, before: Failures): Promise<void> {
  return db.transaction().execute(async tx => {
    const { count, lastAt } = await holdFailures(tx, key, before.lastAt)
    await saveFailures(tx, key, {
      count: Math.max(0, count - 1),
      lastAt: count === before.count + 1 ? before.lastAt : lastAt,
    })
  })
}
