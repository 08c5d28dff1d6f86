/**
 * The addresses that every visit requests first. Separate, because a browser needs them before the rest of
 * the contract has loaded.
 */
export const firstPaths = {
  /** Signs in with the browser's identity cookie, and renews the token, in one request. */
  renewal: '/identity/renewal',
  currentUser: '/api/user/current',
  locations: '/api/location',
  live: '/api/live',
} as const

/** The renewal's reply if the identity provider does not know this browser, by OpenID Connect's name for the reason. */
export interface RenewalRefused {
  readonly error: string
}
