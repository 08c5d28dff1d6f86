import { signInSilently } from './provider.ts'
import { remembered } from './remembered.ts'
import { setSession, type SignedIn } from './store.ts'

const renewalLeadMs = 60_000

let timer: ReturnType<typeof setTimeout> | undefined
let renewing: Promise<SignedIn> | undefined

/** Gets a new token with the identity provider's cookie. Concurrent requests share it. */
export function renew(): Promise<SignedIn> {
  renewing ??= signInSilently()
    .then(adopt)
    .finally(() => (renewing = undefined))
  return renewing
}

/** Switches to the person's own identity. Does not show it while an impersonation is being resumed. */
export function adopt(own: SignedIn): SignedIn {
  stopRenewal()
  // A failed renewal is recoverable: the next request finds the token expired and renews it.
  timer = setTimeout(() => void renew().catch(() => {}), own.expires - renewalLeadMs - Date.now())
  if (remembered.acting() === null) setSession(own)
  return own
}

export function stopRenewal(): void {
  clearTimeout(timer)
}
