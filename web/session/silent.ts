import { sendFirstRequests } from './first-requests.ts'
import { remembered } from './remembered.ts'
import { renew } from './renewal.ts'
import type { SignedIn } from './store.ts'

/** Pages that need no sign-in: public pages, and pages that complete a sign-in with a code. */
const needsNobody = /^\/(callback|impersonation|public)(\/|$)/i

export function asksWhoIsHere(path: string): boolean {
  return !needsNobody.test(path)
}

let asked: Promise<SignedIn> | undefined

/** Asks the identity provider, using its cookie, who is using this browser. Done once per page load. */
export function askWhoIsHere(): Promise<SignedIn> {
  asked ??= renew()
  return asked
}

/**
 * Starts the renewal, and the page's first requests, while the app is still loading. The later sign-in reports
 * failures.
 */
export function askWhoIsHereAhead(page: string): void {
  if (!asksWhoIsHere(page) || remembered.needsHardLogin()) return
  asked = renew(({ token }) => {
    if (remembered.acting() === null) sendFirstRequests(page, token)
  })
  asked.catch(() => {})
}
