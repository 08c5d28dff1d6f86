import { idToken, NoProfile } from './issued.ts'
import { clientId, signOutEndpoint } from './provider-addresses.ts'
import { remembered } from './remembered.ts'
import { adopt } from './renewal.ts'
import { readSession, setSession } from './store.ts'
import { endImpersonation } from '#contract/people/identity'
import { reloadIfNewer } from '#web/data/health/newer-build.ts'

let leaving = false

export const loadProvider = () => import('./provider.ts')

/**
 * Loads the code for signing in by redirect. A server of another version, such as the previous one after a rollback,
 * does not have this page's code, so its own page is loaded and signs in instead.
 */
async function loadProviderOrReload(): ReturnType<typeof loadProvider> {
  try {
    return await loadProvider()
  } catch (error) {
    // If the server does not respond to this either, a reload would leave an empty screen.
    const isReloading = await reloadIfNewer().catch(() => false)
    if (isReloading) return new Promise(() => {}) // the reload ends this page
    throw error
  }
}

export async function goToSignInPage(): Promise<void> {
  if (leaving) return
  leaving = true
  // The next person who uses this tab to sign in may be someone else.
  remembered.clearActing()
  remembered.savePath(location.pathname + location.search + location.hash)
  setSession({ state: 'loading' })
  try {
    const { redirectToSignIn } = await loadProviderOrReload()
    await redirectToSignIn(remembered.needsHardLogin() ? 'login' : undefined)
  } catch (error) {
    leaving = false
    fail(error)
  }
}

/** After a 401 the token is invalid, and only a new sign-in helps. */
export async function signInHard(): Promise<void> {
  remembered.requireHardLogin()
  await goToSignInPage()
}

let completing: Promise<string> | undefined

/** Completes a sign-in at /callback and returns where to go. React may call this twice, but the code is valid once. */
export function completeSignIn(): Promise<string> {
  completing ??= complete()
  return completing
}

async function complete(): Promise<string> {
  try {
    const { completeRedirect } = await loadProviderOrReload()
    adopt(await completeRedirect())
    remembered.clearHardLogin()
    return remembered.takePath()
  } catch (error) {
    if (error instanceof NoProfile) return '/Unauthorized'
    throw error
  }
}

/** If the server does not respond, the token expires anyway. */
async function notifyOfEnd(token: string): Promise<void> {
  const { method, path } = endImpersonation
  await fetch(path, { method, headers: { authorization: `Bearer ${token}` } }).catch(() => {})
}

export async function signOut(): Promise<void> {
  leaving = true
  const session = readSession()
  remembered.clearActing()
  setSession({ state: 'loading' })
  if (session.state === 'signed-in' && session.acting) await notifyOfEnd(session.token)
  const url = new URL(signOutEndpoint)
  const hint = idToken()
  url.search = new URLSearchParams({
    ...(hint === undefined ? { client_id: clientId } : { id_token_hint: hint }),
    post_logout_redirect_uri: `${location.origin}/`,
  }).toString()
  location.assign(url)
}

export function fail(error: unknown): void {
  setSession({ state: 'failed', because: error instanceof Error ? error.message : String(error) })
}
