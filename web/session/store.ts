export interface SignedIn {
  readonly state: 'signed-in'
  readonly token: string
  /** Milliseconds since the epoch. */
  readonly expires: number
  readonly subject: string
  readonly name: string
  /** Set while support staff impersonate this person. */
  readonly acting: boolean
  /** A notice that the shell shows the person once. */
  readonly notice?: 'acting-ended'
}

export type BrowserSession =
  | { readonly state: 'unknown' }
  | { readonly state: 'loading' }
  | { readonly state: 'failed'; readonly because: string }
  /** No one is signed in, on a page that does not require a sign-in. */
  | { readonly state: 'visitor' }
  | SignedIn

// The token is held only in this variable, never in storage or a URL.
let current: BrowserSession = { state: 'unknown' }
const listeners = new Set<() => void>()

export function readSession(): BrowserSession {
  return current
}

export function setSession(next: BrowserSession): void {
  current = next
  for (const listener of listeners) listener()
}

export function onSessionChange(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Changes exactly when the identity changes, so that data fetched for one identity is never shown to another. */
export function identityOf(session: BrowserSession): string {
  return session.state === 'signed-in' ? `${session.subject} ${session.acting ? 'acting' : 'own'}` : ''
}
