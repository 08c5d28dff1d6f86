import * as oidc from 'openid-client'
import type { Asserted } from '#domain/access/single-sign-on'
import { hourMs, secondMs, type Clock } from '#server/platform/clock'
import { NotOutside, type Outside } from '#server/platform/outside/index'
import { SignOnRefused } from './refused.ts'

export interface OidcProvider {
  readonly discoveryUrl: string
  readonly clientId: string
  readonly clientSecret: string
  /** Whether an address is accepted only if the provider has verified it. */
  readonly needsVerifiedEmail: boolean
}

export interface OidcRequest {
  readonly state: string
  readonly nonce: string
  readonly verifier: string
  readonly callbackUrl: string
}

/** Why a provider cannot be used, as text for the administrator. */
export class BadDiscovery extends Error {}

export const googleDiscoveryUrl = 'https://accounts.google.com'
const longestAnswerBytes = 512 * 1024
const timeoutSeconds = 10
const keptMs = hourMs
/** A limit, because another provider may be added each time settings are saved. */
const mostKnown = 500

/**
 * Sends the library's requests, which go to customer-supplied URLs, through the guarded client and without redirects.
 */
function fetchOutside(outside: Outside): oidc.CustomFetch {
  return async (url, { method, headers, body }) => {
    const answer = await outside.ask({
      url,
      method: method === 'POST' ? 'POST' : 'GET',
      headers: Object.fromEntries(new Headers(headers)),
      ...(body !== undefined && body !== null && { body: String(body as URLSearchParams | string) }),
      timeoutMs: timeoutSeconds * secondMs,
      maxAnswerBytes: longestAnswerBytes,
    })
    const bodyAllowed = answer.status !== 204 && answer.status !== 304
    return new Response(bodyAllowed ? new Uint8Array(answer.body) : null, {
      status: answer.status,
      headers: { ...(answer.contentType !== null && { 'content-type': answer.contentType }) },
    })
  }
}

export interface OidcClient {
  /** Throws `BadDiscovery` if the provider cannot be used; returns its issuer. */
  check(provider: OidcProvider): Promise<string>
  signInAddress(provider: OidcProvider, request: OidcRequest): Promise<string>
  /** Exchanges the returned code and reads the ID token; throws `SignOnRefused`. */
  read(
    provider: OidcProvider,
    request: OidcRequest,
    query: string,
  ): Promise<Asserted & { readonly provider: string }>
}

export function createOidcClient({ outside, clock }: { outside: Outside; clock: Clock }): OidcClient {
  const known = new Map<string, { readonly configuration: oidc.Configuration; readonly sinceMs: number }>()

  async function discover({
    discoveryUrl,
    clientId,
    clientSecret,
  }: OidcProvider): Promise<oidc.Configuration> {
    const key = JSON.stringify([discoveryUrl, clientId, clientSecret])
    const found = known.get(key)
    if (found && clock.monotonicMs() - found.sinceMs < keptMs) return found.configuration
    try {
      const configuration = await oidc.discovery(new URL(discoveryUrl), clientId, clientSecret, undefined, {
        [oidc.customFetch]: fetchOutside(outside),
        timeout: timeoutSeconds,
        // Unencrypted requests only get here if the operator has allowed a private network.
        execute: discoveryUrl.startsWith('http:') ? [oidc.allowInsecureRequests] : [],
      })
      known.delete(key)
      known.set(key, { configuration, sinceMs: clock.monotonicMs() })
      const [oldest] = known.keys()
      if (known.size > mostKnown && oldest !== undefined) known.delete(oldest)
      return configuration
    } catch (error) {
      if (inChain(error, cause => cause instanceof NotOutside))
        throw new BadDiscovery('The address must be on the public internet and use HTTPS')
      throw new BadDiscovery('The discovery document is not available at this address')
    }
  }

  return {
    async check(provider) {
      const metadata = (await discover(provider)).serverMetadata()
      if (!metadata.authorization_endpoint || !metadata.token_endpoint || !metadata.jwks_uri)
        throw new BadDiscovery('The discovery document does not offer the authorization code flow')
      return metadata.issuer
    },

    async signInAddress(provider, { state, nonce, verifier, callbackUrl }) {
      const url = oidc.buildAuthorizationUrl(await discover(provider), {
        redirect_uri: callbackUrl,
        scope: 'openid email profile',
        state,
        nonce,
        code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
      })
      return url.href
    },

    async read(provider, { state, nonce, verifier, callbackUrl }, query) {
      const configuration = await discover(provider)
      const tokens = await oidc
        .authorizationCodeGrant(configuration, new URL(`${callbackUrl}?${query}`), {
          expectedState: state,
          expectedNonce: nonce,
          pkceCodeVerifier: verifier,
          idTokenExpected: true,
        })
        .catch((error: unknown) => {
          throw new SignOnRefused(wordsFor(error))
        })
      const token = tokens.claims()
      if (!token) throw new SignOnRefused('The identity provider sent no ID token')
      const claims =
        token['email'] === undefined
          ? { ...(await userInfo(configuration, tokens, token.sub)), ...token }
          : token
      const text = (name: string) => {
        const value = claims[name]
        return typeof value === 'string' && value.trim() !== '' ? value.trim() : null
      }
      const verified = claims['email_verified']
      return {
        provider: claims.iss,
        subject: claims.sub,
        email: text('email'),
        isEmailVerified:
          verified === undefined ? !provider.needsVerifiedEmail : verified === true || verified === 'true',
        firstName: text('given_name') ?? text('name'),
        lastName: text('family_name'),
      }
    },
  }
}

/**
 * Reads from the userinfo endpoint. Some providers return the address only there; if it is missing there too, the
 * person has none.
 */
async function userInfo(
  configuration: oidc.Configuration,
  tokens: oidc.TokenEndpointResponse,
  subject: string,
) {
  if (!configuration.serverMetadata().userinfo_endpoint) return {}
  return oidc.fetchUserInfo(configuration, tokens.access_token, subject).catch((error: unknown) => {
    throw new SignOnRefused(wordsFor(error))
  })
}

function inChain(error: unknown, is: (cause: unknown) => boolean): boolean {
  for (let at: unknown = error; at instanceof Error; at = at.cause) if (is(at)) return true
  return false
}

function wordsFor(error: unknown): string {
  if (error instanceof oidc.AuthorizationResponseError)
    return `The identity provider refused to sign the person in (${error.error.slice(0, 60)})`
  if (error instanceof oidc.ResponseBodyError)
    return `The identity provider did not accept our client (${error.error.slice(0, 60)}). Check the client ID and the client secret`
  const because = error instanceof Error ? error.message : String(error)
  return `The identity provider’s response is not valid: ${because.slice(0, 200)}`
}
