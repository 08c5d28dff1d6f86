import { remembered } from './remembered.ts'
import { renew } from './renewal.ts'
import type { SignedIn } from './store.ts'

/** Pages for anyone, and those that bring a code of their own along. */
const needsNobody = /^\/(callback|impersonation|public)(\/|$)/i

export function asksWhoIsHere(path: string): boolean {
  return !needsNobody.test(path)
}

let asked: Promise<SignedIn> | undefined

/** Asks the identity provider, by its cookie, who uses this browser: once for each load of the page. */
export function askWhoIsHere(): Promise<SignedIn> {
  asked ??= renew()
  return asked
}

/** Begins with it while the application is still being fetched; what fails is told by whoever signs in. */
export function askWhoIsHereAhead(path: string): void {
  if (asksWhoIsHere(path) && !remembered.needsHardLogin()) askWhoIsHere().catch(() => {})
}
