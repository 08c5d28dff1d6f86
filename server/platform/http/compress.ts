import type { FastifyInstance } from 'fastify'
import { promisify } from 'node:util'
import { constants, gzip } from 'node:zlib'

const compress = promisify(gzip)
/** Below this an answer fits into one packet anyway. */
const leastBytes = 1400
const isText = /^(application\/json|text\/csv)/
const takesGzip = /\bgzip\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))/i

/**
 * Lists of strikes and forecasts shrink to a sixth, which counts on a phone in a field. Who is asking is told by a token
 * in a header and never by a cookie, so no other site can have answers made with its own words in them and learn
 * secrets from their size.
 */
export function compressAnswers(app: FastifyInstance): void {
  app.addHook('onSend', async (request, reply, payload) => {
    if (typeof payload !== 'string' || payload.length < leastBytes) return payload
    if (!isText.test(String(reply.getHeader('content-type')))) return payload
    reply.header('vary', 'accept-encoding')
    if (!takesGzip.test(request.headers['accept-encoding'] ?? '')) return payload
    reply.header('content-encoding', 'gzip').removeHeader('content-length')
    return compress(payload, { level: constants.Z_BEST_SPEED })
  })
}
