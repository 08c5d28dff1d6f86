import { NoProfile, signedInBy } from './issued.ts'
import { clientId, issuer, tokenEndpoint } from './provider-addresses.ts'
import type { SignedIn } from './store.ts'
import * as oauth from 'oauth4webapi'

// Handles sign-in by redirect. Loaded only when needed, because a browser that is already signed in needs none of this.

const provider = {
  issuer,
  authorization_endpoint: `${issuer}/auth`,
  token_endpoint: tokenEndpoint,
} satisfies oauth.AuthorizationServer

const tenYearsSeconds = 10 * 365 * 24 * 60 * 60

const client = {
  client_id: clientId,
  id_token_signed_response_alg: 'ES256',
  // Lets people sign in on a device with a wrong clock.
  [oauth.clockTolerance]: tenYearsSeconds,
} satisfies oauth.Client

const redirectUri = `${location.origin}/callback`
const requestTimeoutMs = 10_000

/** Proves at the end of a sign-in that this tab started it. */
interface Attempt {
  readonly state: string
  readonly nonce: string
  readonly verifier: string
}

/** Creates a proof key (RFC 7636, S256). The verifier stays in this tab; the challenge goes to the server. */
export async function makeProofKey(): Promise<{ verifier: string; challenge: string }> {
  const verifier = oauth.generateRandomCodeVerifier()
  return { verifier, challenge: await oauth.calculatePKCECodeChallenge(verifier) }
}

async function startAttempt(prompt?: 'login'): Promise<{ attempt: Attempt; url: URL }> {
  const { verifier, challenge } = await makeProofKey()
  const attempt = { state: oauth.generateRandomState(), nonce: oauth.generateRandomNonce(), verifier }
  const url = new URL(provider.authorization_endpoint)
  url.search = new URLSearchParams({
    client_id: client.client_id,
    redirect_uri: redirectUri,
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

async function exchangeCode(attempt: Attempt, returned: URL): Promise<SignedIn> {
  const parameters = oauth.validateAuthResponse(provider, client, returned, attempt.state)
  const response = await oauth.authorizationCodeGrantRequest(
    provider,
    client,
    oauth.None(),
    parameters,
    redirectUri,
    attempt.verifier,
    // The provider shares this page's origin, whose scheme is the operator's choice.
    { [oauth.allowInsecureRequests]: true, signal: AbortSignal.timeout(requestTimeoutMs) },
  )
  const reply = await oauth.processAuthorizationCodeResponse(provider, client, response, {
    expectedNonce: attempt.nonce,
  })
  if (!oauth.getValidatedIdTokenClaims(reply)) throw new NoProfile('The identity provider sent no profile')
  return signedInBy(reply)
}

// One entry per attempt, so that after Back and Forward an older sign-in page in this tab can still complete.
const attemptKey = (state: string) => `auth:attempt:${state}`

/** Redirects to the sign-in page. Replaces the current history entry, so that Back does not loop. */
export async function redirectToSignIn(prompt?: 'login'): Promise<void> {
  const { attempt, url } = await startAttempt(prompt)
  sessionStorage.setItem(attemptKey(attempt.state), JSON.stringify(attempt))
  location.replace(url)
}

/** Completes the sign-in that was redirected to this URL. */
export function completeRedirect(): Promise<SignedIn> {
  const returned = new URL(location.href)
  const key = attemptKey(returned.searchParams.get('state') ?? '')
  const stored = sessionStorage.getItem(key)
  if (stored === null) return Promise.reject(new Error('This sign-in was not started in this tab'))
  sessionStorage.removeItem(key)
  return exchangeCode(JSON.parse(stored) as Attempt, returned)
}
