import type { Holder } from '#domain/access/may'
import type { Member } from '#domain/access/people'
import type { Scope } from '#server/platform/store/index'

/** The person behind a request. Their customer comes from here and never from what they sent. */
export interface Caller extends Holder, Member {
  readonly id: string
  readonly fullName: string
  readonly email: string | null
  /** The sign-in session behind the token; none while support staff act as this person. */
  readonly sessionId: string | null
  /** Support staff acting as this person, if that is who really sits there. */
  readonly impersonator: Impersonator | null
}

export interface Impersonator {
  readonly id: string
  readonly fullName: string
  readonly grantId: string
  readonly until: Date
}

/** Whose rows a caller may be shown at all: Super Admin everybody's, everybody else those of the own customer. */
export function reachOf(caller: Caller): Scope {
  return caller.role === 'SuperAdmin' ? 'system' : caller.customerId
}

/** Finds the person behind a bearer token; nothing if the token is not, or no longer, good. */
export type Authenticate = (token: string, now: Date) => Promise<Caller | undefined>

const scheme = 'bearer '

export function bearerToken(header: string | undefined): string | undefined {
  if (header === undefined || header.slice(0, scheme.length).toLowerCase() !== scheme) return undefined
  return header.slice(scheme.length).trim() || undefined
}
