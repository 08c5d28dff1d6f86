import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Provider } from 'oidc-provider/lib/provider.js'

export interface TestOpenId {
  readonly issuer: string
  readonly clientId: string
  readonly clientSecret: string
  /** The next person who signs in there. */
  person: { sub: string; email?: string; email_verified?: boolean; given_name?: string; family_name?: string }
  close(): Promise<void>
}

/** A real OpenID Connect provider, whose people need no password. */
export async function startOpenId(
  redirectUris: readonly string[],
  /** Whether the address is returned only from the userinfo endpoint, as the specification allows. */
  hidesEmail = false,
): Promise<TestOpenId> {
  const server: Server = createServer()
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const running: TestOpenId = {
    issuer,
    clientId: 'skywarden',
    clientSecret: 'a secret between the two of them',
    person: {
      sub: 'ann',
      email: 'ann@school.org',
      email_verified: true,
      given_name: 'Ann',
      family_name: 'Lee',
    },
    async close() {
      server.closeAllConnections()
      await new Promise(resolve => server.close(resolve))
    },
  }
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: running.clientId,
        client_secret: running.clientSecret,
        redirect_uris: [...redirectUris],
        response_types: ['code'],
        grant_types: ['authorization_code'],
      },
    ],
    scopes: ['openid', 'email', 'profile'],
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['given_name', 'family_name'] },
    conformIdTokenClaims: hidesEmail,
    ttl: {
      Interaction: 600,
      Grant: 600,
      Session: 600,
      AccessToken: 600,
      IdToken: 600,
      AuthorizationCode: 60,
    },
    cookies: { keys: ['a key of the test'] },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_ctx, { uid }) => `/interaction/${uid}` },
    findAccount: (_ctx, id) => ({ accountId: id, claims: async () => ({ ...running.person, sub: id }) }),
    async loadExistingGrant(ctx) {
      const { session, client, provider: self } = ctx.oidc
      if (!session?.accountId || !client) return undefined
      const grant = new self.Grant({ clientId: client.clientId, accountId: session.accountId })
      grant.addOIDCScope('openid email profile')
      await grant.save()
      return grant
    },
  })
  const callback = provider.callback()
  server.on('request', (request, reply) => {
    if (request.url?.startsWith('/interaction/'))
      void provider.interactionFinished(request, reply, {
        login: { accountId: running.person.sub, remember: false },
      })
    else void callback(request, reply)
  })
  return running
}
