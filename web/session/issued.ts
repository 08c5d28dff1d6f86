import type { SignedIn } from './store.ts'
import { tokenClaims } from './token-claims.ts'

/** Someone signed in, but the provider does not identify them. */
export class NoProfile extends Error {
  override readonly name = 'NoProfile'
}

/** What the token endpoint issued. The server checks with each request whether it is genuine. */
export interface Issued {
  readonly access_token?: unknown
  readonly id_token?: unknown
  readonly expires_in?: unknown
}

// Sent on sign-out to identify the session to end.
let latestIdToken: string | undefined

export const idToken = (): string | undefined => latestIdToken

/** Lifetimes start when a token arrives, so a device with a wrong clock can also sign in. */
export function signedInBy({ access_token: token, id_token: id, expires_in: seconds }: Issued): SignedIn {
  const { sub, name } = tokenClaims(typeof id === 'string' ? id : '')
  if (typeof token !== 'string' || typeof seconds !== 'number' || typeof sub !== 'string')
    throw new NoProfile('The identity provider sent no profile')
  latestIdToken = String(id)
  return {
    state: 'signed-in',
    token,
    expires: Date.now() + seconds * 1000,
    subject: sub,
    name: typeof name === 'string' ? name : '',
    acting: false,
  }
}
