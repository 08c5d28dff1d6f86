import { signInSilently } from './provider.ts'
import { remembered } from './remembered.ts'
import { setSession, type SignedIn } from './store.ts'

const renewalLeadMs = 60_000

let timer: ReturnType<typeof setTimeout> | undefined
let renewing: Promise<SignedIn> | undefined

/** Gets a new token by the identity provider's cookie; requests made meanwhile share the same one. */
export function renew(): Promise<SignedIn> {
  renewing ??= signInSilently()
    .then(adopt)
    .finally(() => (renewing = undefined))
  return renewing
}

/** Takes on one's own identity. While an impersonation is being resumed, it is not shown in between. */
export function adopt(own: SignedIn): SignedIn {
  stopRenewal()
  // A failed renewal is not lost: the next request finds the token expired and renews it.
  timer = setTimeout(() => void renew().catch(() => {}), own.expires - renewalLeadMs - Date.now())
  if (remembered.acting() === null) setSession(own)
  return own
}

export function stopRenewal(): void {
  clearTimeout(timer)
}
