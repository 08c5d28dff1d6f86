import { remembered } from './remembered.ts'
import { renew } from './renewal.ts'
import type { SignedIn } from './store.ts'

/** Public pages, and pages that carry their own code. */
const needsNobody = /^\/(callback|impersonation|public)(\/|$)/i

export function asksWhoIsHere(path: string): boolean {
  return !needsNobody.test(path)
}

let asked: Promise<SignedIn> | undefined

/** Asks the identity provider, with its cookie, who is using this browser. Once per page load. */
export function askWhoIsHere(): Promise<SignedIn> {
  asked ??= renew()
  return asked
}

/** Starts this while the app is still loading. The later sign-in reports any failure. */
export function askWhoIsHereAhead(path: string): void {
  if (asksWhoIsHere(path) && !remembered.needsHardLogin()) askWhoIsHere().catch(() => {})
}
