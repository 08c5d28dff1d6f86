import { returnToSelf } from './impersonation.ts'
import { asksForPage, renew } from './renewal.ts'
import { goToSignInPage } from './sign-in.ts'
import { readSession } from './store.ts'

const marginMs = 5000

/** No one is signed in, or the sign-in has ended. The page is being redirected to the sign-in page. */
export class SignedOut extends Error {
  override readonly name = 'SignedOut'
}

/** Returns a currently valid token. A laptop that slept past the renewal gets a new one here instead of a 401. */
export async function freshToken(): Promise<string> {
  const session = readSession()
  if (session.state !== 'signed-in') throw new SignedOut('nobody is signed in')
  if (session.expires - Date.now() > marginMs) return session.token
  if (session.acting) {
    await returnToSelf('acting-ended')
    throw new SignedOut('the time to act as another person has ended')
  }
  try {
    await renew()
  } catch (error) {
    if (!asksForPage(error)) throw error
    await goToSignInPage()
  }
  const renewed = readSession()
  if (renewed.state !== 'signed-in') throw new SignedOut('the session has ended')
  return renewed.token
}
