import { completeRedirect, NoProfile, redirectToSignIn, redirectToSignOut } from './provider.ts'
import { remembered } from './remembered.ts'
import { adopt } from './renewal.ts'
import { readSession, setSession } from './store.ts'
import { endImpersonation } from '#contract/people/identity'

let leaving = false

export async function goToSignInPage(): Promise<void> {
  if (leaving) return
  leaving = true
  // The next person to sign in in this tab may be someone else.
  remembered.clearActing()
  remembered.savePath(location.pathname + location.search + location.hash)
  setSession({ state: 'loading' })
  try {
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
  completing ??= completeRedirect().then(
    own => {
      adopt(own)
      remembered.clearHardLogin()
      return remembered.takePath()
    },
    error => {
      if (error instanceof NoProfile) return '/Unauthorized'
      throw error
    },
  )
  return completing
}

/** Without a response it expires by itself. */
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
  redirectToSignOut()
}

export function fail(error: unknown): void {
  setSession({ state: 'failed', because: error instanceof Error ? error.message : String(error) })
}
