import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { whyNotSignedIn } from '#domain/access/sessions'
import { secondsToWait, type Failures } from '#domain/access/sign-in-delay'
import type { Db, Tx } from '#server/platform/store/index'
import { accountStateOf, findUserForSignIn } from '#server/rooms/users/index'
import { verifyPassword } from './passwords.ts'
import type { SignOnChoice, SingleSignOn } from './single-sign-on.ts'
import { findPasswordHash, forgetFailures, holdFailures, saveFailures } from './store/accounts.ts'

export type SignInResult =
  | { readonly kind: 'welcome'; readonly userId: string }
  | { readonly kind: 'wrong'; readonly userId: string | undefined }
  | { readonly kind: 'published' }
  /** The password was right, and the organization is inactive. */
  | { readonly kind: 'inactive'; readonly userId: string }
  /** The password was right but not usable: the organization requires its identity provider. */
  | { readonly kind: 'provider'; readonly choice: SignOnChoice; readonly userId: string }
  | { readonly kind: 'wait'; readonly seconds: number }

export interface SignInTry {
  readonly userName: string
  readonly password: string
  readonly address: string
  /** The cookie from an earlier sign-in on this device, if any. */
  readonly deviceProof: string | undefined
  /** A public password that opens nothing here. */
  readonly published: string | undefined
  readonly now: Date
}

type PasswordRules = Pick<SingleSignOn, 'insteadOfPassword'>

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

/** One IP address may be a whole school; it gets more tries than one account. */
const addressHandicap = 15

/**
 * Claims a try under a key, recorded as a failure until it succeeds. Returns 0, or the seconds to wait. Checking and
 * recording are one step: concurrent tries gain nothing.
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
  /** The address's failures before this try. */
  readonly addressBefore?: Failures
}

/** A device that was signed in before has its own count: guessing strangers make each other wait, not the owner. */
function claimSignIn(db: Db, ownKey: string, addressKey: string | undefined, now: Date): Promise<Claimed> {
  return db.transaction().execute(async tx => {
    // Always in this order, which prevents deadlocks between concurrent tries.
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

/** Checks a user name and a password. */
export async function trySignIn(
  db: Db,
  deviceKey: Buffer,
  sso: PasswordRules,
  attempt: SignInTry,
): Promise<SignInResult> {
  const { now } = attempt
  if (attempt.password === attempt.published) return { kind: 'published' }
  const row = await findUserForSignIn(db, attempt.userName)
  const account = row?.id ?? attempt.userName.trim().toLowerCase().slice(0, 256)
  const device = row && provenDevice(attempt.deviceProof, row.id, deviceKey)
  const ownKey = device ? `device ${row.id} ${device}` : `account ${account}`
  const addressKey = device ? undefined : `address ${attempt.address}`

  const { seconds, addressBefore } = await claimSignIn(db, ownKey, addressKey, now)
  if (seconds > 0) return { kind: 'wait', seconds }

  const hash = row && (await findPasswordHash(db, row.id))
  const right = await verifyPassword(attempt.password, hash)
  const whyNot = row && whyNotSignedIn(accountStateOf(row))
  if (!right || !row || whyNot === 'no account') return { kind: 'wrong', userId: row?.id }
  if (whyNot === 'inactive organization') return { kind: 'inactive', userId: row.id }
  // Before failures are cleared: this stays a failure, or the count would reveal that the password was right.
  const choice = await sso.insteadOfPassword(row)
  if (choice) return { kind: 'provider', choice, userId: row.id }
  await forgetFailures(db, ownKey)
  // Earlier failures are kept, or a guesser could reset them with their own account.
  if (addressKey !== undefined && addressBefore) await release(db, addressKey, addressBefore)
  return { kind: 'welcome', userId: row.id }
}

/** A successful try is not a failure of its address. If others failed meanwhile, their time stays. */
function release(db: Db, key: string, before: Failures): Promise<void> {
  return db.transaction().execute(async tx => {
    const { count, lastAt } = await holdFailures(tx, key, before.lastAt)
    await saveFailures(tx, key, {
      count: Math.max(0, count - 1),
      lastAt: count === before.count + 1 ? before.lastAt : lastAt,
    })
  })
}
