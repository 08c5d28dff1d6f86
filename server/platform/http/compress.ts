import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { promisify } from 'node:util'
import { constants, deflateRawSync, gzip, gzipSync } from 'node:zlib'

const compress = promisify(gzip)
/** A smaller response fits into one packet without compression. */
const leastBytes = 1400
const isText = /^(application\/json|text\/csv)/
const gzipTaken = /\bgzip\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))/i

export const takesGzip = ({ headers }: FastifyRequest) => gzipTaken.test(headers['accept-encoding'] ?? '')

/**
 * Lists of strikes and forecasts shrink to a sixth, which matters on a phone in a field. Callers are identified by a
 * token in a header, never by a cookie. Another site therefore cannot request responses that contain its own text and
 * learn secrets from their size (BREACH).
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

interface Ready {
  readonly plain: Buffer
  readonly gzipped: Buffer
}

/** Prepares a document that is the same for every caller, plain and compressed: built and compressed once. */
export function madeReady(text: string): Ready {
  const plain = Buffer.from(text)
  return { plain, gzipped: gzipSync(plain) }
}

export function sendReady(request: FastifyRequest, reply: FastifyReply, { plain, gzipped }: Ready) {
  reply.header('vary', 'accept-encoding')
  return takesGzip(request) ? reply.header('content-encoding', 'gzip').send(gzipped) : reply.send(plain)
}

/** The gzip header (RFC 1952): deflate, no name, no time. A live stream has no end and therefore no checksum. */
export const gzipBeginning = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff])

/**
 * Returns a self-contained chunk of any gzip stream, which refers to no earlier data and ends on a byte boundary. An
 * event for many clients is therefore compressed once for all of them, and a stream needs no compressor state.
 */
export function gzipPiece(bytes: Buffer): Buffer {
  return deflateRawSync(bytes, { level: constants.Z_BEST_SPEED, finishFlush: constants.Z_FULL_FLUSH })
}
