import { createHash, randomInt } from 'node:crypto'
import { hourMs, later } from '#server/platform/clock'
import { tooMany } from '#server/platform/http/problems'
import type { Secrets } from '#server/platform/secrets'
import type { Db, Tx } from '#server/platform/store/index'
import type { UserRow } from '#server/rooms/users/index'
import type { LinkDeps } from './account-links.ts'
import { holdPassword } from './current-password.ts'
import { changeFactors, type FactorChange, type NoteAct } from './change-factors.ts'
import { notifyOwner, twoStepNews } from './notify-owner.ts'
import { claimTry } from './sign-in.ts'
import { forgetFailures } from './store/accounts.ts'
import {
  countAddition,
  findSecondFactor,
  isOn,
  replaceRecoveryCodes,
  saveNewSecret,
  useRecoveryCode,
  useStep,
} from './store/second-factors.ts'
import { endSessions } from './store/sessions.ts'
import { base32, newSecret, otpAuthUri, stepOfCode } from './totp.ts'

export interface SecondFactorDeps {
  readonly db: Db
  readonly secrets: Secrets
}

/**
 * Letters and digits that cannot be mistaken for each other. Sixteen of them have more combinations than anyone can
 * try.
 */
const codeAlphabet = 'abcdefghjkmnpqrstuvwxyz23456789'
const codeLength = 16
const recoveryCodeCount = 10

/** The maximum number of additions, because the owner is emailed about each one. */
const mostAdditionsPerHour = 20
const tryAgainSeconds = 600

function newRecoveryCode(): string {
  const text = Array.from({ length: codeLength }, () => codeAlphabet.charAt(randomInt(codeAlphabet.length)))
  return text.join('').replaceAll(/(.{4})(?=.)/g, '$1-')
}

/** Recovery codes are random enough that a fast hash suffices. */
function hashRecoveryCode(typed: string): string {
  const plain = typed.toLowerCase().replaceAll(/[^a-z0-9]/g, '')
  return createHash('sha256').update(plain).digest('hex')
}

/** Replaces all recovery codes and returns the new ones, which are shown only this once. */
export async function makeRecoveryCodes(tx: Tx, userId: string): Promise<string[]> {
  const codes = Array.from({ length: recoveryCodeCount }, newRecoveryCode)
  await replaceRecoveryCodes(tx, userId, codes.map(hashRecoveryCode))
  return codes
}

/** Counts a factor or new recovery codes as an addition; throws after too many. */
export async function claimAddition(tx: Tx, userId: string, now: Date): Promise<void> {
  const count = await countAddition(tx, userId, later(now, -hourMs), now)
  if (count > mostAdditionsPerHour) throw tooMany(tryAgainSeconds)
}

/**
 * Called after a person's first factor was added: returns the recovery codes, and signs the person out elsewhere,
 * because the password alone was enough there.
 */
export async function beginTwoSteps(
  tx: Tx,
  row: UserRow,
  { by }: FactorChange,
  note: NoteAct,
): Promise<string[]> {
  await note('two-step verification turned on')
  await endSessions(tx, row.id, by === 'system' ? null : by.sessionId)
  return makeRecoveryCodes(tx, row.id)
}

/**
 * Creates a secret for the person's app, valid once it is confirmed; undefined if they already have one. `password`
 * identifies the password that they entered.
 */
export async function beginSetUp(
  { db, secrets }: SecondFactorDeps,
  row: UserRow,
  password: string,
  now: Date,
) {
  const secret = newSecret()
  const sealed_secret = secrets.seal(secret.toString('base64'))
  const isNew = await db.transaction().execute(async tx => {
    await holdPassword(tx, row.id, password)
    return saveNewSecret(tx, { user_id: row.id, sealed_secret, created_at: now })
  })
  return isNew ? { secret: base32(secret), uri: otpAuthUri(secret, row.user_name, 'Skywarden') } : undefined
}

/** The time step of a code from a person's app: the active app, or the one being set up. */
async function stepTyped(
  { db, secrets }: SecondFactorDeps,
  { userId, isSetUp }: { readonly userId: string; readonly isSetUp: boolean },
  typed: string,
  now: Date,
): Promise<number | undefined> {
  const factor = await findSecondFactor(db, userId)
  if (!factor || (factor.confirmed_at !== null) !== isSetUp) return undefined
  const secret = Buffer.from(secrets.open(factor.sealed_secret), 'base64')
  return stepOfCode(secret, typed, factor.last_step, now)
}

/**
 * Claims an attempt, so that guessing a code or trying passkeys is slowed down as much as guessing a password. Throws
 * after too many attempts.
 */
export async function claimCode(db: Db, userId: string, now: Date): Promise<() => Promise<void>> {
  const key = `code ${userId}`
  const seconds = await claimTry(db, key, now)
  if (seconds > 0) throw tooMany(seconds)
  return () => forgetFailures(db, key)
}

/** Activates the person's app. Returns the recovery codes if it is the first factor; undefined if the code is wrong. */
export async function confirmSetUp(
  deps: SecondFactorDeps & Pick<LinkDeps, 'changes' | 'queueEmail'>,
  row: UserRow,
  typed: string,
  doing: FactorChange,
): Promise<string[] | undefined> {
  const { now } = doing
  const forgive = await claimCode(deps.db, row.id, now)
  const step = await stepTyped(deps, { userId: row.id, isSetUp: false }, typed, now)
  if (step === undefined) return undefined
  const codes = await changeFactors(deps, row, doing, async (tx, before, note) => {
    if (before.hasApp || !(await useStep(tx, row.id, step, now))) return undefined
    await claimAddition(tx, row.id, now)
    const what = 'An authenticator app was set up for your Skywarden account.'
    await notifyOwner(deps.queueEmail, tx, row, twoStepNews(what), now)
    await note('authenticator app added')
    return isOn(before) ? [] : beginTwoSteps(tx, row, doing, note)
  })
  await forgive()
  return codes
}

/**
 * Takes the second step of a sign-in with a code. Returns which kind of code it was, or undefined if the code is wrong.
 */
export async function takeSecondStep(
  deps: SecondFactorDeps,
  userId: string,
  typed: string,
  now: Date,
): Promise<'app' | 'recovery code' | undefined> {
  const { db } = deps
  const forgive = await claimCode(db, userId, now)
  const step = await stepTyped(deps, { userId, isSetUp: true }, typed, now)
  const taken = await db.transaction().execute(async tx => {
    if (step !== undefined) return (await useStep(tx, userId, step, now)) ? 'app' : undefined
    return (await useRecoveryCode(tx, userId, hashRecoveryCode(typed), now)) ? 'recovery code' : undefined
  })
  if (taken !== undefined) await forgive()
  return taken
}
