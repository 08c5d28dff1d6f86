import { maySignIn, type RoleName } from './roles.ts'

/** Everything that determines whether a person may be signed in. */
export interface AccountState {
  readonly isActive: boolean
  readonly role: RoleName
  readonly customerStatus: string
}

const inactiveCustomer = 'INACTIVE'

/**
 * Why a person may not be signed in; null if they may. An inactive organization does not lock out the people
 * who run this server: they can reactivate it.
 */
export function whyNotSignedIn(account: AccountState): 'no account' | 'inactive organization' | null {
  if (!account.isActive || !maySignIn(account.role)) return 'no account'
  const isShut = account.customerStatus === inactiveCustomer && account.role !== 'SuperAdmin'
  return isShut ? 'inactive organization' : null
}

export interface VerificationState {
  readonly role: RoleName
  readonly isRequired: boolean
  readonly hasSecondFactor: boolean
  /** Whether the session began at the organization's identity provider, which verifies people in its own way. */
  readonly isFromProvider: boolean
}

/**
 * Whether an administrator still has to set up two-step verification. Until then they have the rights of a Customer:
 * they must not change anything, but a person in charge of a place must still see its lightning status.
 */
export function owesSecondFactor(state: VerificationState): boolean {
  const isAsked = state.role === 'SuperAdmin' || state.role === 'Admin'
  return isAsked && state.isRequired && !state.hasSecondFactor && !state.isFromProvider
}

const hourMs = 3_600_000

/** The maximum length of a session, even one in use. */
export function longestSessionMs(role: RoleName): number {
  return (role === 'SuperAdmin' ? 12 : 30 * 24) * hourMs
}
