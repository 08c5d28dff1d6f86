import { completeRedirect, NoProfile, redirectToSignIn, redirectToSignOut } from './provider.ts'
import { remembered } from './remembered.ts'
import { adopt } from './renewal.ts'
import { readSession, setSession } from './store.ts'
import { endImpersonation } from '#contract/identity'

let leaving = false

export async function goToSignInPage(): Promise<void> {
  if (leaving) return
  leaving = true
  // Whoever signs in next in this tab may be somebody else.
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

/** A 401 says that the token is worth nothing: nothing but a fresh sign-in counts from here on. */
export async function signInHard(): Promise<void> {
  remembered.requireHardLogin()
  await goToSignInPage()
}

let completing: Promise<string> | undefined

/** Completes a sign-in at /callback and says where to go. React may ask twice; the code counts once. */
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

/** Without an answer it ends by itself, when its time is over. */
async function tellOfEnd(token: string): Promise<void> {
  const { method, path } = endImpersonation
  await fetch(path, { method, headers: { authorization: `Bearer ${token}` } }).catch(() => {})
}

export async function signOut(): Promise<void> {
  leaving = true
  const session = readSession()
  remembered.clearActing()
  setSession({ state: 'loading' })
  if (session.state === 'signed-in' && session.acting) await tellOfEnd(session.token)
  redirectToSignOut()
}

export function fail(error: unknown): void {
  setSession({ state: 'failed', because: error instanceof Error ? error.message : String(error) })
}
