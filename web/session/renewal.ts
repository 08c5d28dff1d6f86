import { signedInBy, type Issued } from './issued.ts'
import { remembered } from './remembered.ts'
import { setSession, type SignedIn } from './store.ts'
import { houseHeader } from '#contract/call'
import { firstPaths, type RenewalRefused } from '#contract/first-paths'

const renewalLeadMs = 60_000
const requestTimeoutMs = 10_000

/** The provider does not recognize anyone in this browser, or requires an interactive sign-in. */
class SilentlyRefused extends Error {
  override readonly name = 'SilentlyRefused'
}

/** Whether only the provider's sign-in page can help. */
const needsPage = ['login_required', 'interaction_required', 'consent_required', 'account_selection_required']

export function asksForPage(error: unknown): boolean {
  return error instanceof SilentlyRefused && needsPage.includes(error.message)
}

/** Signs in with the provider's cookie. The server starts and completes the sign-in itself, in one round trip. */
async function signInSilently(): Promise<SignedIn> {
  const response = await fetch(firstPaths.renewal, {
    method: 'POST',
    signal: AbortSignal.timeout(requestTimeoutMs),
  })
  // A 404 from a server of the previous version, during an upgrade, means that it only signs in by redirect. A 404 from
  // a proxy whose server is down must not replace a page that no one is watching.
  if (response.status === 404 && response.headers.has(houseHeader))
    throw new SilentlyRefused('login_required')
  if (!response.ok) throw new Error(`The sign-in service responded with ${response.status}`)
  const reply = (await response.json()) as Issued & Partial<RenewalRefused>
  if (reply.error !== undefined) throw new SilentlyRefused(reply.error)
  return signedInBy(reply)
}

let timer: ReturnType<typeof setTimeout> | undefined
let renewing: Promise<SignedIn> | undefined

/** Gets a new token with the identity provider's cookie. Concurrent requests share it. */
export function renew(beforeAdopting?: (own: SignedIn) => void): Promise<SignedIn> {
  renewing ??= signInSilently()
    .then(own => {
      beforeAdopting?.(own)
      return adopt(own)
    })
    .finally(() => (renewing = undefined))
  return renewing
}

/** Switches to the person's own identity. Does not show that identity while an impersonation is being resumed. */
export function adopt(own: SignedIn): SignedIn {
  stopRenewal()
  // A failed renewal is not final, because the next request finds the token expired and renews it.
  timer = setTimeout(() => void renew().catch(() => {}), own.expires - renewalLeadMs - Date.now())
  if (remembered.acting() === null) setSession(own)
  return own
}

export function stopRenewal(): void {
  clearTimeout(timer)
}
