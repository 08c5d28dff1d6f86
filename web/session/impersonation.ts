import { clientId, manager } from './manager.ts'
import { makeProofKey } from './pkce.ts'
import { remembered } from './remembered.ts'
import { asksForPage, fail, goToSignInPage } from './sign-in.ts'
import { readSession, setSession, type SignedIn } from './store.ts'
import { tokenClaims } from './token-claims.ts'
import { userInfo } from '#contract/identity'
import * as z from 'zod/mini'

const tokenReply = z.object({ access_token: z.string(), expires_in: z.optional(z.number()) })
const longestActingSeconds = 30 * 60

/** Before the code is asked for: the challenge to send; the verifier waits in this tab for the exchange. */
export async function prepareImpersonation(): Promise<string> {
  const { verifier, challenge } = await makeProofKey()
  remembered.saveVerifier(verifier)
  return challenge
}

async function exchangeCode(code: string): Promise<z.output<typeof tokenReply>> {
  const endpoint = await manager.metadataService.getTokenEndpoint()
  if (!endpoint) throw new Error('The identity provider names no token endpoint')
  const response = await fetch(endpoint, {
    method: 'POST',
    body: new URLSearchParams({
      client_id: clientId,
      grant_type: 'authorization_code',
      code,
      redirect_uri: `${location.origin}/impersonation`,
      code_verifier: remembered.takeVerifier() ?? '',
    }),
  })
  if (!response.ok) throw new Error(`Token exchange failed: ${statusText(response)}`)
  return tokenReply.parse(await response.json())
}

async function readUserInfo(token: string): Promise<z.output<typeof userInfo.reply>> {
  const response = await fetch(userInfo.path, { headers: { authorization: `Bearer ${token}` } })
  if (!response.ok) throw new Error(`Failed to get user info: ${statusText(response)}`)
  return userInfo.reply.parse(await response.json())
}

function statusText(response: Response): string {
  return response.statusText || String(response.status)
}

let endTimer: ReturnType<typeof setTimeout> | undefined

async function startActing(code: string): Promise<void> {
  const token = await exchangeCode(code)
  const person = { ...tokenClaims(token.access_token), ...(await readUserInfo(token.access_token)) }
  const seconds = token.expires_in ?? longestActingSeconds
  manager.stopSilentRenew()
  const acting: SignedIn = {
    state: 'signed-in',
    token: token.access_token,
    expires: Date.now() + seconds * 1000,
    subject: person.sub,
    name: person.name,
    acting: true,
  }
  setSession(acting)
  endTimer = setTimeout(() => void returnToSelf('acting-ended'), seconds * 1000)
}

const started = new Map<string, Promise<void>>()

/** Completes an impersonation at /impersonation. React may ask twice; the code counts once. */
export function completeImpersonation(code: string): Promise<void> {
  const running = started.get(code) ?? startActing(code)
  started.set(code, running)
  return running
}

/** Drops the acting token first: whatever fails after that, nobody goes on acting as the person. */
export async function returnToSelf(notice?: 'acting-ended'): Promise<void> {
  const session = readSession()
  if (session.state !== 'signed-in' || !session.acting) return
  clearTimeout(endTimer)
  setSession({ state: 'loading' })
  try {
    await manager.signinSilent()
    manager.startSilentRenew()
    const own = readSession()
    if (notice && own.state === 'signed-in') setSession({ ...own, notice })
  } catch (error) {
    if (asksForPage(error)) await goToSignInPage()
    else fail(error)
  }
}
