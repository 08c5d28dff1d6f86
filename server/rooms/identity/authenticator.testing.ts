import { createHash, generateKeyPairSync, randomBytes, sign, type KeyObject } from 'node:crypto'

const sha256 = (data: string | Uint8Array) => createHash('sha256').update(data).digest()
const encoded = (data: Uint8Array) => Buffer.from(data).toString('base64url')

const userPresent = 0x01
const userVerified = 0x04
const hasCredential = 0x40

/** Deliberate errors for an authenticator or a browser to make. */
export interface Misdeeds {
  readonly origin?: string
  readonly rpId?: string
  readonly challenge?: string
  readonly isUserVerified?: boolean
  readonly counter?: number
  readonly userHandle?: string | null
  /** Signs with a key other than the passkey's. */
  readonly isForged?: boolean
  readonly type?: string
}

interface Options {
  readonly challenge: string
  readonly rp?: { readonly id: string }
  readonly rpId?: string
  readonly user?: { readonly id: string }
}

/** The public key in CBOR, as COSE encodes a P-256 key. */
function coseKey(key: KeyObject): Buffer {
  const { x = '', y = '' } = key.export({ format: 'jwk' })
  const point = (text: string) => Buffer.from(text, 'base64url')
  return Buffer.concat([
    Buffer.from('a5010203262001215820', 'hex'),
    point(x),
    Buffer.from('225820', 'hex'),
    point(y),
  ])
}

/** `{fmt, attStmt: {}, authData}` in CBOR, with an empty statement unless one is given. */
function attestation(
  authData: Buffer,
  format = 'none',
  statement: Uint8Array = Buffer.from('a0', 'hex'),
): Buffer {
  const text = (value: string) => Buffer.concat([Buffer.from([0x60 + value.length]), Buffer.from(value)])
  const length = Buffer.alloc(2)
  length.writeUInt16BE(authData.length)
  return Buffer.concat([
    Buffer.from('a3', 'hex'),
    text('fmt'),
    text(format),
    text('attStmt'),
    statement,
    text('authData'),
    Buffer.from('59', 'hex'),
    length,
    authData,
  ])
}

const newKeys = () => generateKeyPairSync('ec', { namedCurve: 'P-256' })

/** A software browser that supports passkeys: creates passkeys and signs with them. */
export class TestAuthenticator {
  readonly id = encoded(randomBytes(32))
  readonly #origin: string
  readonly #keys = newKeys()
  #userHandle = ''
  #counter = 0

  constructor(origin: string) {
    this.#origin = origin
  }

  #clientData(type: string, options: Options, misdeeds: Misdeeds): Buffer {
    const { origin = this.#origin, challenge = options.challenge } = misdeeds
    return Buffer.from(JSON.stringify({ type: misdeeds.type ?? type, challenge, origin, crossOrigin: false }))
  }

  #authData(options: Options, misdeeds: Misdeeds, more = Buffer.alloc(0)): Buffer {
    const { rpId = options.rp?.id ?? options.rpId ?? '', isUserVerified = true } = misdeeds
    const flags = userPresent + (isUserVerified ? userVerified : 0) + (more.length > 0 ? hasCredential : 0)
    const counter = Buffer.alloc(4)
    counter.writeUInt32BE(misdeeds.counter ?? this.#counter)
    return Buffer.concat([sha256(rpId), Buffer.from([flags]), counter, more])
  }

  /** The result of `navigator.credentials.create`, as the contract expects it. */
  create(
    sent: Record<string, unknown>,
    misdeeds: Misdeeds = {},
    { format, statement }: { format?: string; statement?: Uint8Array } = {},
  ) {
    const options = sent as unknown as Options
    this.#userHandle = options.user?.id ?? ''
    const id = Buffer.from(this.id, 'base64url')
    const attested = [Buffer.alloc(16), Buffer.from([0, id.length]), id, coseKey(this.#keys.publicKey)]
    const authData = this.#authData(options, misdeeds, Buffer.concat(attested))
    return {
      id: this.id,
      clientDataJSON: encoded(this.#clientData('webauthn.create', options, misdeeds)),
      attestationObject: encoded(attestation(authData, format, statement)),
      transports: ['internal'],
    }
  }

  /** Like `create`, with a signature by the passkey itself. */
  createSelfSigned(sent: Record<string, unknown>) {
    const { clientDataJSON, attestationObject } = this.create(sent)
    // The part to be signed is at the end and has the same length as it would without a statement.
    const plain = Buffer.from(attestationObject, 'base64url')
    const authData = plain.subarray(plain.indexOf('authData') + 'authData'.length + 3)
    const signed = Buffer.concat([authData, sha256(Buffer.from(clientDataJSON, 'base64url'))])
    const signature = sign('sha256', signed, this.#keys.privateKey)
    const statement = Buffer.concat([
      Buffer.from('a263616c672663736967', 'hex'), // {alg: -7, sig: ...}
      Buffer.from([0x58, signature.length]),
      signature,
    ])
    return this.create(sent, {}, { format: 'packed', statement })
  }

  /** The result of `navigator.credentials.get`, as text. Each signature increases the counter by one. */
  answer(sent: Record<string, unknown>, misdeeds: Misdeeds = {}): string {
    this.#counter += 1
    const options = sent as unknown as Options
    const authenticatorData = this.#authData(options, misdeeds)
    const clientData = this.#clientData('webauthn.get', options, misdeeds)
    const { privateKey } = misdeeds.isForged ? newKeys() : this.#keys
    const { userHandle = this.#userHandle } = misdeeds
    return JSON.stringify({
      id: this.id,
      rawId: this.id,
      type: 'public-key',
      authenticatorAttachment: 'platform',
      clientExtensionResults: {},
      response: {
        clientDataJSON: encoded(clientData),
        authenticatorData: encoded(authenticatorData),
        signature: encoded(
          sign('sha256', Buffer.concat([authenticatorData, sha256(clientData)]), privateKey),
        ),
        ...(userHandle !== null && { userHandle }),
      },
    })
  }
}
