import type { FastifyInstance, FastifyRequest } from 'fastify'
import { promisify } from 'node:util'
import { constants, deflateRawSync, gzip, gzipSync } from 'node:zlib'

const compress = promisify(gzip)
/** Below this an answer fits into one packet anyway. */
const leastBytes = 1400
const isText = /^(application\/json|text\/csv)/
const gzipTaken = /\bgzip\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))/i

export const takesGzip = ({ headers }: FastifyRequest) => gzipTaken.test(headers['accept-encoding'] ?? '')

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
    if (!takesGzip(request)) return payload
    reply.header('content-encoding', 'gzip').removeHeader('content-length')
    return compress(payload, { level: constants.Z_BEST_SPEED })
  })
}

/** A document that is the same for everybody, both ways: made and compressed once. */
export function madeReady(text: string): { readonly plain: Buffer; readonly gzipped: Buffer } {
  const plain = Buffer.from(text)
  return { plain, gzipped: gzipSync(plain) }
}

/** What a gzip stream begins with (RFC 1952): deflated, without name and time. A live stream has no end, and no checksum. */
export const gzipBeginning = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff])

/**
 * A piece of any gzip stream: it refers to nothing before it and ends with a whole byte. What many listen to is then
 * compressed once for all of them, and a stream needs no memory of its own.
 */
export function gzipPiece(bytes: Buffer): Buffer {
  return deflateRawSync(bytes, { level: constants.Z_BEST_SPEED, finishFlush: constants.Z_FULL_FLUSH })
}
