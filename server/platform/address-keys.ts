import { createHmac, timingSafeEqual } from 'node:crypto'
import { hourMs, secondMs } from './clock.ts'
import { notAllowed } from './http/problems.ts'

/** For how long a key is good. */
export interface KeyLife {
  readonly leastMs: number
  /** Keys end together at multiples of this, so that an address stays the same from one answer to the next. */
  readonly endTogetherMs: number
}

const someHours: KeyLife = { leastMs: hourMs, endTogetherMs: 3 * hourMs }

/** Keys for addresses of pictures and files, since neither an image on a page nor a link in a letter can show a token. */
export interface AddressKeys {
  /** A key that is good for one thing and, unless something else is said, for some hours. */
  keyFor(subject: string, now: Date, life?: KeyLife): { readonly expires: string; readonly key: string }
  /** Throws unless the key is the right one, and still good. */
  check(subject: string, shown: { readonly expires: string; readonly key: string }, now: Date): void
}

/** `what` is what an address leads to, and `whatNow` what to do, in words for whoever has a bad one. */
export function createAddressKeys(
  secret: Buffer,
  what: string,
  whatNow = 'Please reload the page.',
): AddressKeys {
  const signed = (subject: string, expires: string) =>
    createHmac('sha256', secret).update(`${subject} ${expires}`).digest('base64url')

  return {
    keyFor(subject, now, { leastMs, endTogetherMs } = someHours) {
      const endMs = Math.ceil((now.getTime() + leastMs) / endTogetherMs) * endTogetherMs
      const expires = String(endMs / secondMs)
      return { expires, key: signed(subject, expires) }
    },
    check(subject, { expires, key }, now) {
      const right = Buffer.from(signed(subject, expires))
      const shown = Buffer.from(key)
      if (right.length !== shown.length || !timingSafeEqual(right, shown))
        throw notAllowed(`This ${what} address is not valid. ${whatNow}`)
      if (Number(expires) * secondMs < now.getTime())
        throw notAllowed(`This ${what} address has expired. ${whatNow}`)
    },
  }
}
