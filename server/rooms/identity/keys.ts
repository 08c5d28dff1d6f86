import { exportJWK, generateKeyPair, type JWK } from 'jose'
import { randomUUID } from 'node:crypto'
import { dayMs, later } from '#server/platform/clock'
import type { Secrets } from '#server/platform/secrets'
import type { Db } from '#server/platform/store/index'
import { deleteSigningKeysBefore, insertSigningKey, listSigningKeys } from './store/accounts.ts'

export const signingAlgorithm = 'ES256'

/** How long a key signs. Afterward it only verifies, until everything it signed has expired. */
const signsForMs = 90 * dayMs
const verifiesForMs = 30 * dayMs

async function makeKey(db: Db, secrets: Secrets, now: Date): Promise<void> {
  const { privateKey } = await generateKeyPair(signingAlgorithm, { extractable: true })
  const id = randomUUID()
  const jwk: JWK = { ...(await exportJWK(privateKey)), kid: id, alg: signingAlgorithm, use: 'sig' }
  await insertSigningKey(db, { id, sealed_jwk: secrets.seal(JSON.stringify(jwk)), created_at: now })
}

/** Loads every private key that is still valid, the signing key first. */
export async function loadKeys(db: Db, secrets: Secrets): Promise<JWK[]> {
  const rows = await listSigningKeys(db)
  return rows.map(row => JSON.parse(secrets.open(row.sealed_jwk)) as JWK)
}

/**
 * A value that this deployment has encrypted, if it has encrypted any. Only the right master key decrypts the value.
 */
export async function sealedBefore(db: Db): Promise<string | undefined> {
  return (await listSigningKeys(db))[0]?.sealed_jwk
}

/**
 * Creates a new signing key if there is none, if the newest is old, or if the caller forces it. Deletes keys that can
 * no longer be in use.
 */
export async function rotateKeys(db: Db, secrets: Secrets, now: Date, force = false): Promise<void> {
  const [newest] = await listSigningKeys(db)
  if (force || !newest || newest.created_at < later(now, -signsForMs)) await makeKey(db, secrets, now)
  const [current] = await listSigningKeys(db)
  if (current) await deleteSigningKeysBefore(db, later(now, -(signsForMs + verifiesForMs)), current.id)
}
