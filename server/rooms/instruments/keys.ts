import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'

/** Crockford's alphabet: no letter looks like a digit or another letter, so keys can be typed from a screen. */
const alphabet = '0123456789abcdefghjkmnpqrstvwxyz'
/** Twenty characters are a hundred bits. */
const keyLength = 20
const senderIdLength = 8

function randomText(length: number): string {
  // 256 is a multiple of 32, so every character is equally likely.
  return Array.from(randomBytes(length), byte => alphabet[byte % alphabet.length]).join('')
}

export const makeKey = () => randomText(keyLength)
export const makeSenderId = () => randomText(senderIdLength)

/**
 * Restores a key as it was created from how it was typed: capital letters, dashes, or letters that look like digits.
 */
export function typed(text: string): string {
  return text.trim().toLowerCase().replace(/[\s-]/g, '').replaceAll('o', '0').replace(/[il]/g, '1')
}

export const hashTypedKey = (key: string) => createHash('sha256').update(typed(key)).digest('hex')

/** Whether a key has this hash, compared in constant time. */
export function isKey(key: string, keyHash: string): boolean {
  const [shown, right] = [Buffer.from(hashTypedKey(key)), Buffer.from(keyHash)]
  return shown.length === right.length && timingSafeEqual(shown, right)
}
