import { clientId, tokenEndpoint } from './provider-addresses.ts'
import { remembered } from './remembered.ts'
import { asksForPage, renew, stopRenewal } from './renewal.ts'
import { fail, goToSignInPage, loadProvider } from './sign-in.ts'
import { readSession, setSession, type SignedIn } from './store.ts'
import { tokenClaims } from './token-claims.ts'
import { resumeImpersonation, userInfo } from '#contract/people/identity'
import * as z from 'zod/mini'

const tokenReply = z.object({ access_token: z.string() })
const resumeReply = z.object({ data: resumeImpersonation.reply })
const claimsShape = z.object({ grant: z.string() })

/**
 * Called before requesting the code. Returns the challenge to send; the verifier stays in this tab for the exchange.
 */
export async function prepareImpersonation(): Promise<string> {
  const { makeProofKey } = await loadProvider()
  const { verifier, challenge } = await makeProofKey()
  remembered.saveVerifier(verifier)
  return challenge
}

async function exchangeCode(code: string): Promise<z.output<typeof tokenReply>> {
  if (code === '') throw new Error('The address contains no code')
  const response = await fetch(tokenEndpoint, {
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
  const { access_token: token } = await exchangeCode(code)
  const claims = tokenClaims(token)
  const person = { ...claims, ...(await readUserInfo(token)) }
  // Measured by the server's clock, so resuming an impersonation does not restart its time.
  const seconds = person.act?.secondsLeft ?? 0
  stopRenewal()
  remembered.saveActing(claimsShape.parse(claims).grant)
  const acting: SignedIn = {
    state: 'signed-in',
    token,
    expires: Date.now() + seconds * 1000,
    subject: person.sub,
    name: person.name,
    acting: true,
  }
  setSession(acting)
  endTimer = setTimeout(() => void returnToSelf('acting-ended'), seconds * 1000)
}

const started = new Map<string, Promise<void>>()

/** Completes an impersonation at /impersonation. React may call this twice, but the code is valid once. */
export function completeImpersonation(code: string): Promise<void> {
  const running = started.get(code) ?? startActing(code)
  started.set(code, running)
  return running
}

/** Requests, as the signed-in person, a new code for this tab's impersonation from before a reload. */
async function askToResume(own: SignedIn, impersonationId: string): Promise<string> {
  const response = await fetch(resumeImpersonation.path, {
    method: resumeImpersonation.method,
    headers: { authorization: `Bearer ${own.token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ impersonationId, codeChallenge: await prepareImpersonation() }),
  })
  if (!response.ok) throw new Error(`The impersonation cannot continue: ${statusText(response)}`)
  return resumeReply.parse(await response.json()).data.code
}

/**
 * Resumes an impersonation after a reload. No token survives a reload (decision 6): the tab keeps only its
 * impersonation id, and the server resumes it for the person who started it. On any failure the tab returns to that
 * person's own session.
 */
export async function resumeImpersonating(own: SignedIn, impersonationId: string): Promise<void> {
  try {
    await startActing(await askToResume(own, impersonationId))
  } catch {
    remembered.clearActing()
    setSession({ ...own, notice: 'acting-ended' })
  }
}

/** Drops the impersonation token first, so that the impersonation is over whatever fails afterwards. */
export async function returnToSelf(notice?: 'acting-ended'): Promise<void> {
  const session = readSession()
  if (session.state !== 'signed-in' || !session.acting) return
  clearTimeout(endTimer)
  remembered.clearActing()
  setSession({ state: 'loading' })
  try {
    const own = await renew()
    if (notice) setSession({ ...own, notice })
  } catch (error) {
    if (asksForPage(error)) await goToSignInPage()
    else fail(error)
  }
}
