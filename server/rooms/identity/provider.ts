import type { JWK } from 'jose'
import type { Configuration, errors, KoaContextWithOIDC, default as OidcProvider } from 'oidc-provider'
import { Provider } from 'oidc-provider/lib/provider.js'
import { whyNotSignedIn } from '#domain/access/sessions'
import type { Facts } from '#server/facts'
import type { Changes } from '#server/platform/changes/index'
import type { Clock } from '#server/platform/clock'
import { Html } from '#server/platform/http/html'
import type { Log } from '#server/platform/log'
import type { Secrets } from '#server/platform/secrets'
import type { Db } from '#server/platform/store/index'
import {
  accountStateOf,
  findUser,
  fullNameOf,
  personOf,
  tellPersonChanged,
  type UserRow,
} from '#server/rooms/users/index'
import { oidcAdapter } from './adapter.ts'
import { signingAlgorithm } from './keys.ts'
import { askSignOutPage, errorPage, signOutPage } from './pages.ts'
import { recordSignInLater } from './sign-in-events.ts'
import { nameSession } from './store/sign-ins.ts'
import { rememberedVisitor } from './visitor.ts'
import { findImpersonation } from './store/impersonations.ts'

export const clientId = 'skywarden-web'
export const identityPath = '/identity'
export const tokenScopes = 'openid profile email'

const accessTokenSeconds = 10 * 60
export const impersonationSeconds = 30 * 60
/** How long a session lasts without a visit; each visit renews it. */
export const sessionSeconds = 14 * 24 * 60 * 60
/** How long a person may take to sign in. */
const interactionSeconds = 60 * 60

export interface ProviderDeps {
  readonly db: Db
  readonly clock: Clock
  readonly secrets: Secrets
  readonly baseUrl: string
  readonly log: Log
  readonly changes: Pick<Changes<Facts>, 'commit'>
}

export function issuerOf(baseUrl: string): string {
  return `${baseUrl}${identityPath}`
}

/** The audience of access tokens. */
export function audienceOf(baseUrl: string): string {
  return `${baseUrl}/api`
}

export function claimsOf(row: UserRow) {
  const person = personOf(row)
  return { sub: row.id, name: fullNameOf(row), email: row.email, Role: person.role }
}

/** Grants access without asking for consent, because the web app is our own. */
async function grantForOurselves(db: Db, ctx: KoaContextWithOIDC, audience: string) {
  const { provider, session, client, result } = ctx.oidc
  if (!session?.accountId || !client) return undefined
  if (typeof result?.['signInId'] === 'number') await nameSession(db, result['signInId'], session.uid)
  const known = session.grantIdFor(client.clientId)
  const existing = known && (await provider.Grant.find(known))
  if (existing) return existing
  return createGrant(provider, session.accountId, audience)
}

export async function createGrant(provider: OidcProvider, accountId: string, audience: string) {
  const grant = new provider.Grant({ clientId, accountId })
  grant.addOIDCScope(tokenScopes)
  grant.addResourceScope(audience, 'api')
  await grant.save()
  return grant
}

function cookieNames(https: boolean) {
  const prefix = https ? '__Host-skywarden' : 'skywarden'
  return { session: `${prefix}-session`, interaction: 'skywarden-interaction', resume: 'skywarden-resume' }
}

/** Whether our web app requested the sign-out, which no other site could do because it lacks the person's ID token. */
function isOwnRequest({ oidc }: KoaContextWithOIDC): boolean {
  const hint = oidc.entities.IdTokenHint?.payload as { sub?: string } | undefined
  return hint?.sub !== undefined && hint.sub === oidc.session?.accountId
}

function configuration(deps: ProviderDeps, keys: readonly JWK[]): Configuration {
  const { db, clock, secrets, baseUrl } = deps
  const audience = audienceOf(baseUrl)
  const cookie = { httpOnly: true, sameSite: 'lax', signed: true, overwrite: true } as const
  const page = (ctx: KoaContextWithOIDC, body: string, policy?: string) => {
    if (policy) ctx.set('content-security-policy', policy)
    ctx.type = 'html'
    ctx.body = body
  }

  return {
    adapter: oidcAdapter(db, clock),
    jwks: { keys },
    clients: [
      {
        client_id: clientId,
        token_endpoint_auth_method: 'none',
        grant_types: ['authorization_code'],
        response_types: ['code'],
        redirect_uris: [`${baseUrl}/callback`, `${baseUrl}/silentrenew`],
        post_logout_redirect_uris: [`${baseUrl}/`],
        id_token_signed_response_alg: signingAlgorithm,
      },
    ],
    responseTypes: ['code'],
    scopes: ['openid', 'profile', 'email'],
    claims: { openid: ['sub'], profile: ['name', 'Role'], email: ['email'] },
    pkce: { required: () => true },
    enabledJWA: { idTokenSigningAlgValues: [signingAlgorithm] },
    cookies: {
      names: cookieNames(baseUrl.startsWith('https:')),
      keys: [secrets.keyFor('identity cookies').toString('base64url')],
      long: cookie,
      short: cookie,
    },
    routes: { authorization: '/auth', token: '/token', end_session: '/session/end', jwks: '/jwks' },
    discovery: { userinfo_endpoint: `${issuerOf(baseUrl)}/me` },
    clientBasedCORS: (_ctx, origin) => origin === new URL(baseUrl).origin,
    ttl: {
      AccessToken: (_ctx, token) => (token.sessionUid ? accessTokenSeconds : impersonationSeconds),
      AuthorizationCode: 60,
      IdToken: accessTokenSeconds,
      Interaction: interactionSeconds,
      Grant: sessionSeconds,
      // A session without a person only serves a sign-in in progress, and anyone can start any number of those.
      Session: (_ctx, { accountId }) => (accountId === undefined ? interactionSeconds : sessionSeconds),
    },
    interactions: { url: (_ctx, interaction) => `${identityPath}/sign-in/${interaction.uid}` },
    loadExistingGrant: ctx => grantForOurselves(db, ctx, audience),
    async findAccount(_ctx, id) {
      const row = await findUser(db, 'system', id)
      return row && whyNotSignedIn(accountStateOf(row)) === null
        ? { accountId: id, claims: async () => claimsOf(row) }
        : undefined
    },
    async extraTokenClaims(_ctx, token) {
      if (!('grantId' in token)) return undefined
      if (token.sessionUid) return { sid: token.sessionUid, gid: token.grantId }
      const impersonation = token.grantId && (await findImpersonation(db, token.grantId))
      return impersonation
        ? {
            act: { sub: impersonation.actor_id },
            grant: impersonation.grant_id,
            gid: impersonation.grant_id,
          }
        : undefined
    },
    renderError: (ctx, out) => page(ctx, errorPage(out.error_description ?? out.error)),
    features: {
      devInteractions: { enabled: false },
      userinfo: { enabled: false },
      pushedAuthorizationRequests: { enabled: false },
      dPoP: { enabled: false },
      rpInitiatedLogout: {
        enabled: true,
        logoutSource: (ctx, form) => {
          const nonce = crypto.randomUUID()
          const policy = `default-src 'none'; style-src 'self'; img-src 'self'; script-src 'nonce-${nonce}'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'`
          page(
            ctx,
            isOwnRequest(ctx) ? signOutPage(new Html(form), nonce) : askSignOutPage(new Html(form)),
            policy,
          )
        },
        postLogoutSuccessSource: ctx => ctx.redirect('/'),
      },
      resourceIndicators: {
        enabled: true,
        defaultResource: () => audience,
        useGrantedResource: () => true,
        getResourceServerInfo: () => ({
          scope: 'api',
          audience,
          accessTokenFormat: 'jwt',
          jwt: { sign: { alg: signingAlgorithm } },
        }),
      },
    },
  }
}

/** Errors for a browser that is not signed in, as at the start of every visit. */
const usualErrors: ReadonlySet<string> = new Set(['login_required', 'interaction_required'])

/**
 * Closes the pages that are still open in the browser's other tabs. Runs in the background, because the session has
 * already ended.
 */
function closePagesLater({ db, changes, log }: ProviderDeps, userId: string): void {
  const close = async () => {
    const row = await findUser(db, 'system', userId)
    if (row) await changes.commit(async (_tx, appendFact) => tellPersonChanged(appendFact, row))
  }
  close().catch((error: unknown) => log.error({ err: error }, 'could not close the pages of a session'))
}

/** Records sign-outs, and logs what the provider refused. */
function watch(provider: OidcProvider, deps: ProviderDeps): void {
  const { log, clock } = deps
  const refused = (ctx: KoaContextWithOIDC, err: errors.OIDCProviderError) => {
    if (usualErrors.has(err.error)) return
    const detail = err.error_detail ?? err.message
    log.warn({ error: err.error, detail, ...rememberedVisitor(ctx.req) }, 'a sign-in request was refused')
  }
  provider.on('authorization.error', refused)
  provider.on('grant.error', refused)
  provider.on('end_session.error', refused)
  provider.on('server_error', (ctx, err) =>
    log.error({ err, ...rememberedVisitor(ctx.req) }, 'a sign-in request failed'),
  )
  provider.on('end_session.success', ctx => {
    const { session } = ctx.oidc
    if (!session?.accountId) return
    const event = { kind: 'signed out', userId: session.accountId, sessionId: session.uid } as const
    recordSignInLater(deps, { ...event, visitor: rememberedVisitor(ctx.req) }, clock.now())
    closePagesLater(deps, session.accountId)
  })
}

export function createProvider(deps: ProviderDeps, keys: readonly JWK[]): OidcProvider {
  const provider = new Provider(issuerOf(deps.baseUrl), configuration(deps, keys))
  // We set the request's protocol and host from BASE_URL before each request.
  provider.proxy = true
  watch(provider, deps)
  return provider
}
