import { createHash, randomInt } from 'node:crypto'
import { recordAudit, type AuditEntry } from '#server/platform/audit'
import { tooMany } from '#server/platform/http/problems'
import type { Secrets } from '#server/platform/secrets'
import type { Db, Tx } from '#server/platform/store/index'
import { personAuditName, type UserRow } from '#server/rooms/users/index'
import { claimTry } from './sign-in.ts'
import { forgetFailures } from './store/accounts.ts'
import {
  findSecondFactor,
  replaceRecoveryCodes,
  saveNewSecret,
  useRecoveryCode,
  useStep,
} from './store/second-factors.ts'
import { base32, newSecret, otpAuthUri, stepOfCode } from './totp.ts'

export interface SecondFactorDeps {
  readonly db: Db
  readonly secrets: Secrets
}

type Doing = Pick<AuditEntry, 'by' | 'requestId'>

/** Letters and digits that are not mistaken for each other. Sixteen of them are more than anyone can try. */
const codeAlphabet = 'abcdefghjkmnpqrstuvwxyz23456789'
const codeLength = 16
const recoveryCodeCount = 10

function newRecoveryCode(): string {
  const text = Array.from({ length: codeLength }, () => codeAlphabet.charAt(randomInt(codeAlphabet.length)))
  return text.join('').replaceAll(/(.{4})(?=.)/g, '$1-')
}

/** Random enough that a fast hash protects it. */
function hashRecoveryCode(typed: string): string {
  const plain = typed.toLowerCase().replaceAll(/[^a-z0-9]/g, '')
  return createHash('sha256').update(plain).digest('hex')
}

/** Replaces all recovery codes; they are shown this once. */
export async function makeRecoveryCodes(tx: Tx, userId: string): Promise<string[]> {
  const codes = Array.from({ length: recoveryCodeCount }, newRecoveryCode)
  await replaceRecoveryCodes(tx, userId, codes.map(hashRecoveryCode))
  return codes
}

/** A new secret for the person's app, which counts once it is confirmed; undefined if they have one. */
export async function beginSetUp({ db, secrets }: SecondFactorDeps, row: UserRow, now: Date) {
  const secret = newSecret()
  const sealed_secret = secrets.seal(secret.toString('base64'))
  const isNew = await db
    .transaction()
    .execute(tx => saveNewSecret(tx, { user_id: row.id, sealed_secret, created_at: now }))
  return isNew ? { secret: base32(secret), uri: otpAuthUri(secret, row.user_name, 'Skywarden') } : undefined
}

async function stepTyped({ db, secrets }: SecondFactorDeps, userId: string, typed: string, now: Date) {
  const factor = await findSecondFactor(db, userId)
  if (!factor) return undefined
  const secret = Buffer.from(secrets.open(factor.sealed_secret), 'base64')
  return stepOfCode(secret, typed, factor.last_step, now)
}

/** Guessing a code is as slow as guessing a password. Throws after too many tries. */
async function claimCode(db: Db, userId: string, now: Date): Promise<() => Promise<void>> {
  const key = `code ${userId}`
  const seconds = await claimTry(db, key, now)
  if (seconds > 0) throw tooMany(seconds)
  return () => forgetFailures(db, key)
}

/** Turns two-step verification on. Returns the recovery codes, or undefined if the code is wrong. */
export async function confirmSetUp(
  deps: SecondFactorDeps,
  row: UserRow,
  typed: string,
  doing: Doing,
  now: Date,
): Promise<string[] | undefined> {
  const forgive = await claimCode(deps.db, row.id, now)
  const step = await stepTyped(deps, row.id, typed, now)
  if (step === undefined) return undefined
  const codes = await deps.db.transaction().execute(async tx => {
    if (!(await useStep(tx, row.id, step, now))) return undefined
    const act = { ...doing, customerId: row.customer_id, target: personAuditName(row) }
    await recordAudit(tx, { ...act, action: 'two-step verification turned on' }, now)
    return makeRecoveryCodes(tx, row.id)
  })
  await forgive()
  return codes
}

/** How the second step of a sign-in was taken; undefined if the code is wrong. */
export async function takeSecondStep(
  deps: SecondFactorDeps,
  userId: string,
  typed: string,
  now: Date,
): Promise<'app' | 'recovery code' | undefined> {
  const { db } = deps
  const forgive = await claimCode(db, userId, now)
  const step = await stepTyped(deps, userId, typed, now)
  const taken = await db.transaction().execute(async tx => {
    if (step !== undefined) return (await useStep(tx, userId, step, now)) ? 'app' : undefined
    return (await useRecoveryCode(tx, userId, hashRecoveryCode(typed), now)) ? 'recovery code' : undefined
  })
  if (taken !== undefined) await forgive()
  return taken
}
