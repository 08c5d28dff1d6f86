import { alphabet } from './totp.ts'

/** Decodes the secret that a person types into an app, as the app does. */
export function fromBase32(text: string): Buffer {
  const bits = text
    .replaceAll(' ', '')
    .replaceAll(/./g, letter => alphabet.indexOf(letter).toString(2).padStart(5, '0'))
  return Buffer.from(bits.match(/.{8}/g)?.map(byte => parseInt(byte, 2)) ?? [])
}
