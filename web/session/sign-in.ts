import { manager } from './manager.ts'
import { remembered } from './remembered.ts'
import { readSession, setSession } from './store.ts'
import { endImpersonation } from '#contract/identity'
import { ErrorResponse } from 'oidc-client-ts'

/** The identity provider knows nobody in this browser: only its sign-in page can help. */
const needsPage = ['login_required', 'interaction_required', 'consent_required', 'account_selection_required']

export function asksForPage(error: unknown): boolean {
  return error instanceof ErrorResponse && needsPage.includes(error.error ?? '')
}

let leaving = false

export async function goToSignInPage(): Promise<void> {
  if (leaving) return
  leaving = true
  // Whoever signs in next in this tab may be somebody else.
  remembered.clearActing()
  remembered.savePath(location.pathname + location.search + location.hash)
  setSession({ state: 'loading' })
  try {
    // In place of this page, which shows nothing: Back must not lead to the sign-in page over and over.
    await manager.signinRedirect({
      redirectMethod: 'replace',
      ...(remembered.needsHardLogin() && { prompt: 'login' }),
    })
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
  completing ??= manager.signinRedirectCallback().then(user => {
    remembered.clearHardLogin()
    return user.profile?.sub ? remembered.takePath() : '/Unauthorized'
  })
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
  try {
    await manager.signoutRedirect()
  } catch (error) {
    leaving = false
    fail(error)
  }
}

export function fail(error: unknown): void {
  setSession({ state: 'failed', because: error instanceof Error ? error.message : String(error) })
}
