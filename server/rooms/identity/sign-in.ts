import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { maySignIn } from '#domain/access/roles'
import { secondsToWait } from '#domain/access/sign-in-delay'
import type { Db } from '#server/platform/store/index'
import { findUserForSignIn, personOf } from '#server/rooms/users/index'
import { verifyPassword } from './passwords.ts'
import { countFailure, findFailures, findPasswordHash, forgetFailures } from './store.ts'

export type SignInResult =
  | { readonly kind: 'welcome'; readonly userId: string }
  | { readonly kind: 'wrong' }
  | { readonly kind: 'wait'; readonly seconds: number }

export interface SignInTry {
  readonly userName: string
  readonly password: string
  readonly address: string
  /** What the browser showed from an earlier sign-in on this device, if anything. */
  readonly deviceProof: string | undefined
  readonly now: Date
}

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
 * Checks a user name and a password. Tries are counted before they are checked, so that many at once gain nothing.
 * A device that was signed in before is counted for itself: strangers who guess make each other wait, not the owner.
 */
export async function trySignIn(db: Db, deviceKey: Buffer, attempt: SignInTry): Promise<SignInResult> {
  const { now } = attempt
  const row = await findUserForSignIn(db, attempt.userName)
  const account = row?.id ?? attempt.userName.trim().toLowerCase().slice(0, 256)
  const device = row && provenDevice(attempt.deviceProof, row.id, deviceKey)
  const ownKey = device ? `device ${device}` : `account ${account}`
  const addressKey = `address ${attempt.address}`

  const ownWait = secondsToWait(await findFailures(db, ownKey), now)
  const seconds = device ? ownWait : Math.max(ownWait, await addressWait(db, addressKey, now))
  if (seconds > 0) return { kind: 'wait', seconds }

  await countFailure(db, ownKey, now)
  const hash = row && (await findPasswordHash(db, row.id))
  const right = await verifyPassword(attempt.password, hash)
  if (!right || !row || !row.is_active || !maySignIn(personOf(row).role)) {
    // Kept when others sign in well from the same address, or a guesser would use an own account to start afresh.
    await countFailure(db, addressKey, now)
    return { kind: 'wrong' }
  }
  await forgetFailures(db, ownKey)
  return { kind: 'welcome', userId: row.id }
}

async function addressWait(db: Db, key: string, now: Date): Promise<number> {
  const failures = await findFailures(db, key)
  return secondsToWait(failures && { ...failures, count: failures.count - addressHandicap }, now)
}
