import { resumeImpersonating } from './impersonation.ts'
import { manager } from './manager.ts'
import { remembered } from './remembered.ts'
import { asksForPage, fail, goToSignInPage } from './sign-in.ts'
import { readSession, setSession } from './store.ts'

/** On load: through the identity cookie if that is enough, else by the sign-in page. */
export async function signIn(): Promise<void> {
  if (readSession().state !== 'unknown') return
  setSession({ state: 'loading' })
  void manager.clearStaleState()
  if (remembered.needsHardLogin()) return goToSignInPage()
  try {
    const own = await manager.signinSilent()
    const impersonationId = remembered.acting()
    if (own && impersonationId !== null) await resumeImpersonating(own, impersonationId)
  } catch (error) {
    if (asksForPage(error)) await goToSignInPage()
    else fail(error)
  }
}
