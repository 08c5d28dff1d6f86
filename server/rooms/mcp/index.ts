import type { FastifyInstance, FastifyRequest } from 'fastify'
import { fillPath } from '#contract/call'
import { exerciseWords } from '#domain/lightning/reader-answer'
import type { Clock } from '#server/platform/clock'
import { bearerToken, type Authenticate } from '#server/platform/http/caller'
import { notAllowed, Problem, signInNeeded } from '#server/platform/http/problems'
import type { MountPages } from '#server/platform/http/server'
import { isRehearsal } from '#server/platform/rehearsal/index'
import type { Db } from '#server/platform/store/index'
import { answerRpc } from './rpc.ts'
import type { AskAs } from './tools.ts'

export interface McpDeps {
  readonly db: Db
  readonly clock: Clock
  /** Whether the weather is made up. */
  readonly isSimulated: boolean
  readonly authenticate: Authenticate
  readonly baseUrl: string
  readonly version: string
}

const path = '/mcp'

/** Makes calls with a request's token. */
function askAs(app: FastifyInstance, { headers: { authorization = '' }, ip }: FastifyRequest): AskAs {
  return async (call, params = {}) => {
    const response = await app.inject({
      method: call.method,
      url: fillPath(call.path, params),
      headers: { authorization },
      remoteAddress: ip,
    })
    const body = response.json<{ data?: unknown; responseException?: { message?: string } }>()
    if (response.statusCode !== 200)
      throw new Problem(response.statusCode, body.responseException?.message ?? 'It failed.')
    return body.data
  }
}

/**
 * Serves the Model Context Protocol over streamable HTTP, without sessions: language model programs can read what a
 * token allows. Each tool makes calls of the contract with that token, so its rights, scope and limits apply.
 */
export function createMcp({ db, clock, authenticate, isSimulated, baseUrl, version }: McpDeps): MountPages {
  return (app, limits) => {
    app.post(
      path,
      {
        // Checked before any body is read.
        onRequest: async (request, reply) => {
          const { origin } = request.headers
          // A page on another site must not be able to use a server on this machine by guessing its address.
          if (origin !== undefined && origin !== new URL(baseUrl).origin) throw notAllowed()
          const token = bearerToken(request.headers.authorization)
          const beforeGuess = () => limits.checkAddress(request)
          const caller = token === undefined ? undefined : await authenticate(token, clock.now(), beforeGuess)
          await limits.count(request, caller)
          if (caller) return
          reply.header('www-authenticate', 'Bearer')
          throw signInNeeded()
        },
      },
      async (request, reply) => {
        const exercise = exerciseWords(isSimulated, await isRehearsal(db))
        const answer = await answerRpc(request.body, askAs(app, request), { version, exercise })
        return answer === null ? reply.code(202).send() : reply.send(answer)
      },
    )
    // The server never sends unsolicited messages, and there is no session to end.
    for (const method of ['GET', 'DELETE'] as const)
      app.route({
        method,
        url: path,
        handler: (_request, reply) => reply.code(405).header('allow', 'POST').send(),
      })
  }
}
