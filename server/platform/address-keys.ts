import { createHmac, timingSafeEqual } from 'node:crypto'
import { hourMs, secondMs } from './clock.ts'
import { notAllowed } from './http/problems.ts'

/** How long a key is valid. */
export interface KeyLife {
  readonly leastMs: number
  /** Keys expire together at multiples of this, which keeps an address the same from one reply to the next. */
  readonly endTogetherMs: number
}

const someHours: KeyLife = { leastMs: hourMs, endTogetherMs: 3 * hourMs }

/** Keys for the addresses of images and files, because an image on a page or a link in an email cannot send a token. */
export interface AddressKeys {
  /** Returns a key that is valid for one target and, by default, for a few hours. */
  keyFor(subject: string, now: Date, life?: KeyLife): { readonly expires: string; readonly key: string }
  /** Throws unless the key is correct and has not expired. */
  check(subject: string, shown: { readonly expires: string; readonly key: string }, now: Date): void
}

/**
 * `what` names the target of the address and `whatNow` what to do next. Both are shown to a person whose key is
 * invalid.
 */
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
