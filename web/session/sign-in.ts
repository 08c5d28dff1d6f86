import { manager } from './manager.ts'
import { remembered } from './remembered.ts'
import { readSession, setSession } from './store.ts'
import { ErrorResponse } from 'oidc-client-ts'

/** The identity provider knows nobody in this browser: only its sign-in page can help. */
const needsPage = ['login_required', 'interaction_required', 'consent_required', 'account_selection_required']

export function asksForPage(error: unknown): boolean {
  return error instanceof ErrorResponse && needsPage.includes(error.error ?? '')
}

/** On load: through the identity cookie if that is enough, else by the sign-in page. */
export async function signIn(): Promise<void> {
  if (readSession().state !== 'unknown') return
  setSession({ state: 'loading' })
  void manager.clearStaleState()
  if (remembered.needsHardLogin()) return goToSignInPage()
  try {
    await manager.signinSilent()
  } catch (error) {
    if (asksForPage(error)) await goToSignInPage()
    else fail(error)
  }
}

let leaving = false

export async function goToSignInPage(): Promise<void> {
  if (leaving) return
  leaving = true
  remembered.savePath(location.pathname + location.search + location.hash)
  setSession({ state: 'loading' })
  try {
    await manager.signinRedirect(remembered.needsHardLogin() ? { prompt: 'login' } : {})
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

export async function signOut(): Promise<void> {
  leaving = true
  setSession({ state: 'loading' })
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
