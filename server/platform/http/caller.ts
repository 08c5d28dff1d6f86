import type { Holder } from '#domain/access/may'
import type { Member } from '#domain/access/people'
import type { Scope } from '#server/platform/store/index'

/** The person behind a request. The customer ID is always taken from here, never from the input. */
export interface Caller extends Holder, Member {
  readonly id: string
  readonly fullName: string
  readonly email: string | null
  /** The sign-in session behind the token; none while support staff act as this person. */
  readonly sessionId: string | null
  /**
   * Set for an administrator without required two-step verification, who has a Customer's rights until it is set up.
   */
  readonly owesSecondFactor?: true
  /** The API token that the request was made with, if any. */
  readonly apiToken?: ApiTokenScope
  /** The support staff member who acts as this person, if any. */
  readonly impersonator: Impersonator | null
}

export interface Impersonator {
  readonly id: string
  readonly fullName: string
  readonly grantId: string
  readonly until: Date
}

/** A token for a script or dashboard, and which of its owner’s rights it has. */
export interface ApiTokenScope {
  readonly id: number
  readonly name: string
  /** Whether it may make all read-only calls. */
  readonly mayRead: boolean
  /** The names of the other calls that it may make. */
  readonly calls: readonly string[]
}

/** Returns whose rows a caller may see: everyone's for a Super Admin, otherwise the caller's own customer's. */
export function reachOf(caller: Caller): Scope {
  return caller.role === 'SuperAdmin' ? 'system' : caller.customerId
}

/**
 * Finds the person behind a bearer token; undefined if the token is invalid or expired. `beforeGuess` is called before
 * the database is searched for a token that may be made up, and throws if the client has guessed too often.
 */
export type Authenticate = (
  token: string,
  now: Date,
  beforeGuess?: () => Promise<void>,
) => Promise<Caller | undefined>

const scheme = 'bearer '

export function bearerToken(header: string | undefined): string | undefined {
  if (header === undefined || header.slice(0, scheme.length).toLowerCase() !== scheme) return undefined
  return header.slice(scheme.length).trim() || undefined
}
