import { createHash, randomBytes } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest, InjectOptions } from 'fastify'
import { firstPaths, type RenewalRefused } from '#contract/first-paths'
import { assertOwnOrigin } from '#server/rooms/identity/own-origin'
import { clientId, identityPath, tokenScopes } from '#server/rooms/identity/provider'

/**
 * Signs a browser in with its identity cookie, in one request instead of three: the redirect and the exchange of the
 * code happen here, through the provider's endpoints, so all of the provider's rules apply and the code never leaves
 * the server.
 */
export function mountRenewal(app: FastifyInstance, baseUrl: string): void {
  app.post(firstPaths.renewal, async (request, reply) => {
    assertOwnOrigin(request, baseUrl)
    const ask = (options: InjectOptions) => app.inject(asBrowser(request, options))
    const redirectUri = `${baseUrl}/silentrenew`
    const verifier = randomBytes(32).toString('base64url')

    const query = new URLSearchParams({
      client_id: clientId,
      redirect_uri: redirectUri,
      response_type: 'code',
      scope: tokenScopes,
      prompt: 'none',
      code_challenge: createHash('sha256').update(verifier).digest('base64url'),
      code_challenge_method: 'S256',
    })
    const asked = await ask({ url: `${identityPath}/auth?${query.toString()}` })
    const cookies = asked.headers['set-cookie']
    if (cookies !== undefined) reply.header('set-cookie', cookies)
    const { location } = asked.headers
    if (location === undefined) return pass(reply, asked)
    const answer = new URL(location).searchParams
    const code = answer.get('code')
    if (code === null) return { error: answer.get('error') ?? 'server_error' } satisfies RenewalRefused

    const form = { client_id: clientId, grant_type: 'authorization_code', redirect_uri: redirectUri }
    const payload = new URLSearchParams({ ...form, code, code_verifier: verifier }).toString()
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    return pass(reply, await ask({ method: 'POST', url: `${identityPath}/token`, headers, payload }))
  })
}

/** Passes on the browser's properties, because limits and sign-in records count the browser, not this server. */
function asBrowser(request: FastifyRequest, options: InjectOptions): InjectOptions {
  const { cookie = '', 'user-agent': userAgent = '' } = request.headers
  return {
    ...options,
    remoteAddress: request.ip,
    headers: { ...options.headers, cookie, 'user-agent': userAgent },
  }
}

interface Passed {
  readonly statusCode: number
  readonly headers: Readonly<Record<string, unknown>>
  readonly payload: string
}

function pass(reply: FastifyReply, { statusCode, headers, payload }: Passed): FastifyReply {
  const retryAfter = headers['retry-after']
  if (typeof retryAfter === 'string') reply.header('retry-after', retryAfter)
  return reply.code(statusCode).type(String(headers['content-type'])).send(payload)
}
