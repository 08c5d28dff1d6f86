import { resumeImpersonating } from './impersonation.ts'
import { asksForPage } from './renewal.ts'
import { remembered } from './remembered.ts'
import { fail, goToSignInPage } from './sign-in.ts'
import { askWhoIsHere } from './silent.ts'
import { readSession, setSession } from './store.ts'

/** Whether a page requires a sign-in or is also open to visitors. */
export type Need = 'required' | 'optional'

/** Signs in on load, with the identity cookie if possible, otherwise through the sign-in page or as a visitor. */
export async function signIn(need: Need): Promise<void> {
  if (readSession().state !== 'unknown') return
  setSession({ state: 'loading' })
  if (remembered.needsHardLogin()) return stayOutside(need)
  try {
    const own = await askWhoIsHere()
    const impersonationId = remembered.acting()
    if (impersonationId !== null) await resumeImpersonating(own, impersonationId)
  } catch (error) {
    // A visitor does not need a working identity provider.
    if (asksForPage(error) || need === 'optional') await stayOutside(need)
    else fail(error)
  }
}

async function stayOutside(need: Need): Promise<void> {
  if (need === 'required') await goToSignInPage()
  else setSession({ state: 'visitor' })
}
