import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { maySignIn } from '#domain/access/roles'
import { secondsToWait, type Failures } from '#domain/access/sign-in-delay'
import type { Db, Tx } from '#server/platform/store/index'
import { findUserForSignIn, personOf } from '#server/rooms/users/index'
import { verifyPassword } from './passwords.ts'
import type { SignOnChoice, SingleSignOn } from './single-sign-on.ts'
import { findPasswordHash, forgetFailures, holdFailures, saveFailures } from './store.ts'

export type SignInResult =
  | { readonly kind: 'welcome'; readonly userId: string }
  | { readonly kind: 'wrong' }
  | { readonly kind: 'published' }
  /** The password was right, and is of no use: the organization requires its identity provider. */
  | { readonly kind: 'provider'; readonly choice: SignOnChoice }
  | { readonly kind: 'wait'; readonly seconds: number }

export interface SignInTry {
  readonly userName: string
  readonly password: string
  readonly address: string
  /** What the browser showed from an earlier sign-in on this device, if anything. */
  readonly deviceProof: string | undefined
  /** A password that everybody can read, and that opens nothing here. */
  readonly published: string | undefined
  readonly now: Date
}

type PasswordRules = Pick<SingleSignOn, 'insteadOfPassword'>

/** Proof that a device was signed in with this account before. */
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

/** One address may be a whole school, so it gets more tries than one account. */
const addressHandicap = 15

/**
 * Takes a try under a key, counted as a failure until it has proven right: gives 0, or for how many seconds there is
 * none. Looking and counting are one step, so that many tries at once gain nothing.
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
  /** What the address had to answer for before this try. */
  readonly addressBefore?: Failures
}

/** A device that was signed in before is counted for itself: strangers who guess make each other wait, not the owner. */
function claimSignIn(db: Db, ownKey: string, addressKey: string | undefined, now: Date): Promise<Claimed> {
  return db.transaction().execute(async tx => {
    // Always in this order, so that two who try at once never wait for each other.
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
  if (!right || !row || !row.is_active || !maySignIn(personOf(row).role)) return { kind: 'wrong' }
  // Before failures are forgotten: it counts as one, or counting would tell that the password was right.
  const choice = await sso.insteadOfPassword(row)
  if (choice) return { kind: 'provider', choice }
  await forgetFailures(db, ownKey)
  // Earlier failures are kept, or a guesser would use an account of their own to start afresh.
  if (addressKey !== undefined && addressBefore) await release(db, addressKey, addressBefore)
  return { kind: 'welcome', userId: row.id }
}

/** A good try is no failure of its address. Where others failed meanwhile, their time stays. */
function release(db: Db, key: string, before: Failures): Promise<void> {
  return db.transaction().execute(async tx => {
    const { count, lastAt } = await holdFailures(tx, key, before.lastAt)
    await saveFailures(tx, key, {
      count: Math.max(0, count - 1),
      lastAt: count === before.count + 1 ? before.lastAt : lastAt,
    })
  })
}
