import { randomBytes } from 'node:crypto'
import { isNextSignature, passkeyChallengeMs } from '#domain/access/passkeys'
import { later } from '#server/platform/clock'
import type { Db } from '#server/platform/store/index'
import type { RelyingParty } from './relying-party.ts'
import {
  holdPasskey,
  saveChallenge,
  saveUse,
  spendChallenge,
  type ChallengePurpose,
  type PasskeyRow,
} from './store/passkeys.ts'

/** Loaded on first use: loading it would slow every startup, and few sign-ins need it. */
const library = () => import('@simplewebauthn/server')
const helpers = () => import('@simplewebauthn/server/helpers')

/** ES256, EdDSA and RS256: every authenticator in use supports at least one of them. */
const algorithms = [-7, -8, -257]

/**
 * The user handle by which the browser finds a passkey: derived from the person's ID, it reveals nothing about them.
 */
export const userHandleOf = (userId: string) =>
  Buffer.from(userId.replaceAll('-', ''), 'hex').toString('base64url')

/** What a challenge is for, and the only sign-in or person that may answer it. */
export interface Errand {
  readonly purpose: ChallengePurpose
  readonly boundTo: string
}

async function newChallenge(db: Db, { purpose, boundTo }: Errand, now: Date): Promise<string> {
  const challenge = randomBytes(32).toString('base64url')
  const expires_at = later(now, passkeyChallengeMs)
  await saveChallenge(db, { purpose, bound_to: boundTo, challenge, expires_at })
  return challenge
}

const described = ({ credential_id, transports }: PasskeyRow) => ({
  type: 'public-key',
  id: credential_id,
  transports,
})

interface Owner {
  readonly id: string
  readonly userName: string
  readonly fullName: string
}

/** Options for `navigator.credentials.create`. Passkeys that the person already has are excluded. */
export async function creationOptions(
  db: Db,
  party: RelyingParty,
  owner: Owner,
  existing: readonly PasskeyRow[],
  now: Date,
) {
  return {
    rp: { id: party.id, name: 'Skywarden' },
    user: { id: userHandleOf(owner.id), name: owner.userName, displayName: owner.fullName },
    challenge: await newChallenge(db, { purpose: 'add', boundTo: owner.id }, now),
    pubKeyCredParams: algorithms.map(alg => ({ type: 'public-key', alg })),
    timeout: passkeyChallengeMs,
    excludeCredentials: existing.map(described),
    authenticatorSelection: {
      residentKey: 'required',
      requireResidentKey: true,
      userVerification: 'required',
    },
    attestation: 'none',
    extensions: { credProps: true },
  }
}

/** Options for `navigator.credentials.get`. Without a list, the browser offers every passkey it has for this server. */
export async function requestOptions(
  db: Db,
  party: RelyingParty,
  errand: Errand,
  allowed: readonly PasskeyRow[],
  now: Date,
) {
  return {
    rpId: party.id,
    challenge: await newChallenge(db, errand, now),
    timeout: passkeyChallengeMs,
    userVerification: 'required',
    allowCredentials: allowed.map(described),
  }
}

/** A new passkey, as the browser created it. */
export interface NewCredential {
  readonly id: string
  readonly clientDataJSON: string
  readonly attestationObject: string
  readonly transports: readonly string[]
}

export type NewPasskey = Pick<PasskeyRow, 'credential_id' | 'host' | 'public_key' | 'counter' | 'transports'>

export type CreationCheck =
  | { readonly kind: 'valid'; readonly passkey: NewPasskey }
  | { readonly kind: 'expired' }
  | { readonly kind: 'invalid'; readonly because: string }

/**
 * Whether an authenticator's certificates were sent. We neither request nor read them, because checking them would mean
 * downloading from addresses that they name.
 */
async function hasCertificates(attestationObject: string): Promise<boolean> {
  const { decodeAttestationObject, isoBase64URL } = await helpers()
  const decoded = decodeAttestationObject(isoBase64URL.toBuffer(attestationObject))
  const format = decoded.get('fmt')
  const isSelfSigned = format === 'packed' && decoded.get('attStmt').get('x5c') === undefined
  return format !== 'none' && !isSelfSigned
}

const reasonOf = (error: unknown) => (error instanceof Error ? error.message : String(error))

/** Checks the credential that a browser created for a person who adds a passkey. */
export async function checkCreation(
  db: Db,
  party: RelyingParty,
  userId: string,
  { id, clientDataJSON, attestationObject, transports }: NewCredential,
  now: Date,
): Promise<CreationCheck> {
  const challenge = await spendChallenge(db, 'add', userId, now)
  if (challenge === undefined) return { kind: 'expired' }
  const { verifyRegistrationResponse } = await library()
  try {
    if (await hasCertificates(attestationObject)) return { kind: 'invalid', because: 'It has certificates' }
    const { registrationInfo } = await verifyRegistrationResponse({
      response: {
        id,
        rawId: id,
        type: 'public-key',
        clientExtensionResults: {},
        response: { clientDataJSON, attestationObject },
      },
      expectedChallenge: challenge,
      expectedOrigin: party.origin,
      expectedRPID: party.id,
      requireUserVerification: true,
      supportedAlgorithmIDs: algorithms,
    })
    if (!registrationInfo) return { kind: 'invalid', because: 'Its signature is wrong' }
    const { credential } = registrationInfo
    // The ID in the signed data is the valid one; the ID that came with it must match.
    if (credential.id !== id) return { kind: 'invalid', because: 'It has two IDs' }
    const { publicKey, counter } = credential
    return {
      kind: 'valid',
      passkey: {
        credential_id: id,
        host: party.id,
        public_key: publicKey,
        counter,
        transports: [...new Set(transports)],
      },
    }
  } catch (error) {
    return { kind: 'invalid', because: reasonOf(error) } // the library throws if anything does not match
  }
}

/** A signature by a passkey, as the browser returned it. */
export interface Assertion {
  readonly id: string
  readonly clientDataJSON: string
  readonly authenticatorData: string
  readonly signature: string
  readonly userHandle?: string | undefined
}

export type UseCheck =
  | { readonly kind: 'valid' }
  | { readonly kind: 'invalid'; readonly because: string; readonly isCopy?: true }

/** Checks a signature against the challenge that was used up for it, and records the use. */
export async function checkUse(
  db: Db,
  party: RelyingParty,
  passkey: PasskeyRow,
  { challenge, answer }: { readonly challenge: string; readonly answer: Assertion },
  now: Date,
): Promise<UseCheck> {
  const { id, userHandle, ...response } = answer
  if (userHandle !== undefined && userHandle !== userHandleOf(passkey.user_id))
    return { kind: 'invalid', because: 'It identifies another person' }
  const { verifyAuthenticationResponse } = await library()
  let counter: number
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: { id, rawId: id, type: 'public-key', clientExtensionResults: {}, response },
      expectedChallenge: challenge,
      expectedOrigin: party.origin,
      expectedRPID: party.id,
      requireUserVerification: true,
      credential: {
        id: passkey.credential_id,
        publicKey: new Uint8Array(passkey.public_key),
        // We compare the counters ourselves below, under a lock and after the signature has proven the new value.
        counter: 0,
      },
    })
    if (!verified) return { kind: 'invalid', because: 'Its signature is wrong' }
    counter = authenticationInfo.newCounter
  } catch (error) {
    return { kind: 'invalid', because: reasonOf(error) } // the library throws if anything does not match
  }
  return db.transaction().execute(async tx => {
    const held = await holdPasskey(tx, passkey.id)
    if (!held) return { kind: 'invalid', because: 'It has been removed' }
    if (!isNextSignature(held.counter, counter))
      return { kind: 'invalid', because: `Its counter went from ${held.counter} to ${counter}`, isCopy: true }
    await saveUse(tx, held.id, counter, now)
    return { kind: 'valid' }
  })
}
