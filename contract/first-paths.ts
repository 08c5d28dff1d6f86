/**
 * The paths that every visit requests first. Kept separate because a browser needs them before the rest of the contract
 * has loaded.
 */
export const firstPaths = {
  /** Signs in with the browser's identity cookie, and renews the token, in one request. */
  renewal: '/identity/renewal',
  currentUser: '/api/user/current',
  locations: '/api/location',
  live: '/api/live',
} as const

/**
 * The response to a renewal when the identity provider does not recognize this browser. The reason is an OpenID Connect
 * error name.
 */
export interface RenewalRefused {
  readonly error: string
}
