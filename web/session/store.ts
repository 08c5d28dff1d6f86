export interface SignedIn {
  readonly state: 'signed-in'
  readonly token: string
  /** Milliseconds since the epoch. */
  readonly expires: number
  readonly subject: string
  readonly name: string
  /** Set while support staff impersonate this person. */
  readonly acting: boolean
  /** A notice the shell shows the person once. */
  readonly notice?: 'acting-ended'
}

export type Session =
  | { readonly state: 'unknown' }
  | { readonly state: 'loading' }
  | { readonly state: 'failed'; readonly because: string }
  /** No one is signed in, on a page that does not require it. */
  | { readonly state: 'visitor' }
  | SignedIn

// The token is held only in this variable, never in storage or a URL.
let current: Session = { state: 'unknown' }
const listeners = new Set<() => void>()

export function readSession(): Session {
  return current
}

export function setSession(next: Session): void {
  current = next
  for (const listener of listeners) listener()
}

export function onSessionChange(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Changes exactly when someone else signs in, so data fetched for one identity is never shown to another. */
export function identityOf(session: Session): string {
  return session.state === 'signed-in' ? `${session.subject} ${session.acting ? 'acting' : 'own'}` : ''
}
