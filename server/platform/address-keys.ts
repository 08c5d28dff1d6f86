import { createHmac, timingSafeEqual } from 'node:crypto'
import { hourMs, secondMs } from './clock.ts'
import { notAllowed } from './http/problems.ts'

/** A key is good for an hour at least. All end together, so that an address stays the same from one answer to the next. */
const goodForMs = hourMs
const endTogetherMs = 3 * hourMs

/** Keys for addresses of pictures, since an image on a page cannot show a token. */
export interface AddressKeys {
  /** A key that is good for one thing and some hours. */
  keyFor(subject: string, now: Date): { readonly expires: string; readonly key: string }
  /** Throws unless the key is the right one, and still good. */
  check(subject: string, shown: { readonly expires: string; readonly key: string }, now: Date): void
}

/** `what` is what an address leads to, in words for whoever has a bad one. */
export function createAddressKeys(secret: Buffer, what: string): AddressKeys {
  const signed = (subject: string, expires: string) =>
    createHmac('sha256', secret).update(`${subject} ${expires}`).digest('base64url')

  return {
    keyFor(subject, now) {
      const endMs = Math.ceil((now.getTime() + goodForMs) / endTogetherMs) * endTogetherMs
      const expires = String(endMs / secondMs)
      return { expires, key: signed(subject, expires) }
    },
    check(subject, { expires, key }, now) {
      const right = Buffer.from(signed(subject, expires))
      const shown = Buffer.from(key)
      if (right.length !== shown.length || !timingSafeEqual(right, shown))
        throw notAllowed(`This ${what} address is not valid. Please reload the page.`)
      if (Number(expires) * secondMs < now.getTime())
        throw notAllowed(`This ${what} address has expired. Please reload the page.`)
    },
  }
}
