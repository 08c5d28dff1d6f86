import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

// Codes of authenticator apps (RFC 6238 over RFC 4226), with the values that every app supports: SHA-1, six digits,
// thirty seconds.
const stepSeconds = 30
const digits = 6
const secretBytes = 20

export const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

export const newSecret = (): Buffer => randomBytes(secretBytes)

/** Encodes a secret as apps accept it when it is typed (RFC 4648, without padding). */
export function base32(bytes: Buffer): string {
  let [text, bits, value] = ['', 0, 0]
  for (const byte of bytes) {
    value = ((value << 8) | byte) & 0xffff
    for (bits += 8; bits >= 5; bits -= 5) text += alphabet.charAt((value >>> (bits - 5)) & 31)
  }
  return bits > 0 ? text + alphabet.charAt((value << (5 - bits)) & 31) : text
}

/** The URL that an app reads from the QR code. */
export function otpAuthUri(secret: Buffer, account: string, issuer: string): string {
  const label = `${encodeURIComponent(issuer)}:${encodeURIComponent(account)}`
  const query = `secret=${base32(secret)}&issuer=${encodeURIComponent(issuer)}`
  return `otpauth://totp/${label}?${query}`
}

export const stepAt = (now: Date): number => Math.floor(now.getTime() / 1000 / stepSeconds)

export function codeAt(secret: Buffer, step: number): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const mac = createHmac('sha1', secret).update(counter).digest()
  const offset = (mac.at(-1) ?? 0) & 15
  const number = (mac.readUInt32BE(offset) & 0x7fffffff) % 10 ** digits
  return String(number).padStart(digits, '0')
}

/** Phones and servers are rarely exactly on time: the codes before and after are accepted too. */
const tolerance = [0, -1, 1]

/** The step to which a code belongs; undefined if the code is wrong or not newer than the last one used. */
export function stepOfCode(secret: Buffer, typed: string, lastStep: number, now: Date): number | undefined {
  const code = typed.replaceAll(/\s/g, '')
  if (!/^\d{6}$/.test(code)) return undefined
  const current = stepAt(now)
  return tolerance
    .map(offset => current + offset)
    .find(step => step > lastStep && timingSafeEqual(Buffer.from(codeAt(secret, step)), Buffer.from(code)))
}
