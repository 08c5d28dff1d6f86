import type { SignedIn } from './store.ts'
import * as oauth from 'oauth4webapi'

const issuer = `${location.origin}/identity`

/** Our own provider's endpoints. Discovery would cost a round trip before anything can be shown. */
export const provider = {
  issuer,
  authorization_endpoint: `${issuer}/auth`,
  token_endpoint: `${issuer}/token`,
  end_session_endpoint: `${issuer}/session/end`,
} satisfies oauth.AuthorizationServer

const tenYearsSeconds = 10 * 365 * 24 * 60 * 60

export const client = {
  client_id: 'skywarden-web',
  id_token_signed_response_alg: 'ES256',
  // Lifetimes start when a token arrives, so a device with a wrong clock can also sign in.
  [oauth.clockTolerance]: tenYearsSeconds,
} satisfies oauth.Client

const redirectUri = `${location.origin}/callback`
const silentRedirectUri = `${location.origin}/silentrenew`
const requestTimeoutMs = 10_000

/** Someone signed in, but the provider does not identify them. */
export class NoProfile extends Error {
  override readonly name = 'NoProfile'
}

/** Proves at the end of a sign-in that this tab started it. */
interface Attempt {
  readonly state: string
  readonly nonce: string
  readonly verifier: string
}

/** A proof key (RFC 7636, S256). The verifier stays in this tab, the challenge goes to the server. */
export async function makeProofKey(): Promise<{ verifier: string; challenge: string }> {
  const verifier = oauth.generateRandomCodeVerifier()
  return { verifier, challenge: await oauth.calculatePKCECodeChallenge(verifier) }
}

async function startAttempt(
  redirectTo: string,
  prompt?: 'none' | 'login',
): Promise<{ attempt: Attempt; url: URL }> {
  const { verifier, challenge } = await makeProofKey()
  const attempt = { state: oauth.generateRandomState(), nonce: oauth.generateRandomNonce(), verifier }
  const url = new URL(provider.authorization_endpoint)
  url.search = new URLSearchParams({
    client_id: client.client_id,
    redirect_uri: redirectTo,
    response_type: 'code',
    scope: 'openid profile email',
    state: attempt.state,
    nonce: attempt.nonce,
    code_challenge: challenge,
    code_challenge_method: 'S256',
    ...(prompt && { prompt }),
  }).toString()
  return { attempt, url }
}

// Sign-out sends it to identify the session to end.
let idToken: string | undefined

async function exchangeCode(attempt: Attempt, redirectedTo: string, returned: URL): Promise<SignedIn> {
  const parameters = oauth.validateAuthResponse(provider, client, returned, attempt.state)
  const response = await oauth.authorizationCodeGrantRequest(
    provider,
    client,
    oauth.None(),
    parameters,
    redirectedTo,
    attempt.verifier,
    // The provider shares this page's origin, whose scheme is the operator's choice.
    { [oauth.allowInsecureRequests]: true, signal: AbortSignal.timeout(requestTimeoutMs) },
  )
  const reply = await oauth.processAuthorizationCodeResponse(provider, client, response, {
    expectedNonce: attempt.nonce,
  })
  const claims = oauth.getValidatedIdTokenClaims(reply)
  if (!claims || reply.expires_in === undefined) throw new NoProfile('The identity provider sent no profile')
  idToken = reply.id_token
  return {
    state: 'signed-in',
    token: reply.access_token,
    expires: Date.now() + reply.expires_in * 1000,
    subject: claims.sub,
    name: typeof claims['name'] === 'string' ? claims['name'] : '',
    acting: false,
  }
}

/**
 * Signs in with the provider's cookie. The provider has the same origin, so a plain request can read the redirect
 * URL with its code, and no hidden frame is needed.
 */
export async function signInSilently(): Promise<SignedIn> {
  const { attempt, url } = await startAttempt(silentRedirectUri, 'none')
  const response = await fetch(url, { signal: AbortSignal.timeout(requestTimeoutMs) })
  return exchangeCode(attempt, silentRedirectUri, new URL(response.url))
}

// One entry per attempt: after Back and Forward, an older sign-in page in this tab still completes.
const attemptKey = (state: string) => `auth:attempt:${state}`

/** Redirects to the sign-in page and replaces the current history entry, so Back does not loop. */
export async function redirectToSignIn(prompt?: 'login'): Promise<void> {
  const { attempt, url } = await startAttempt(redirectUri, prompt)
  sessionStorage.setItem(attemptKey(attempt.state), JSON.stringify(attempt))
  location.replace(url)
}

/** Completes the sign-in that redirected to this URL. */
export function completeRedirect(): Promise<SignedIn> {
  const returned = new URL(location.href)
  const key = attemptKey(returned.searchParams.get('state') ?? '')
  const stored = sessionStorage.getItem(key)
  if (stored === null) return Promise.reject(new Error('This sign-in was not started in this tab'))
  sessionStorage.removeItem(key)
  return exchangeCode(JSON.parse(stored) as Attempt, redirectUri, returned)
}

export function redirectToSignOut(): void {
  const url = new URL(provider.end_session_endpoint)
  url.search = new URLSearchParams({
    ...(idToken === undefined ? { client_id: client.client_id } : { id_token_hint: idToken }),
    post_logout_redirect_uri: `${location.origin}/`,
  }).toString()
  location.assign(url)
}

/** The provider recognizes no one in this browser. Only its sign-in page can help. */
const needsPage = ['login_required', 'interaction_required', 'consent_required', 'account_selection_required']

export function asksForPage(error: unknown): boolean {
  return error instanceof oauth.AuthorizationResponseError && needsPage.includes(error.error)
}
