import { manager } from './manager.ts'
import { remembered } from './remembered.ts'
import type { User } from 'oidc-client-ts'

/** Pages for anyone, and those that bring a code of their own along. */
const needsNobody = /^\/(callback|impersonation|public)(\/|$)/i

export function asksWhoIsHere(path: string): boolean {
  return !needsNobody.test(path)
}

let asked: Promise<User | null> | undefined

/** Asks the identity provider, by its cookie, who uses this browser: once for each load of the page. */
export function askWhoIsHere(): Promise<User | null> {
  asked ??= manager.signinSilent()
  return asked
}

/** Begins with it while the application is still being fetched; what fails is told by whoever signs in. */
export function askWhoIsHereAhead(path: string): void {
  void manager.clearStaleState()
  if (asksWhoIsHere(path) && !remembered.needsHardLogin()) askWhoIsHere().catch(() => {})
}
