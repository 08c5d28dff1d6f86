import { sendFirstRequests } from './first-requests.ts'
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

/** Starts this, and the page's first requests, while the app is still loading. The later sign-in reports any failure. */
export function askWhoIsHereAhead(page: string): void {
  if (!asksWhoIsHere(page) || remembered.needsHardLogin()) return
  asked = renew(({ token }) => {
    if (remembered.acting() === null) sendFirstRequests(page, token)
  })
  asked.catch(() => {})
}
