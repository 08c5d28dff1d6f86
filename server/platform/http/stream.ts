import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Answer, Call } from '#contract/call'
import { bearerToken } from './caller.ts'
import { gzipBeginning, gzipPiece, takesGzip } from './compress.ts'
import { stopping } from './closing.ts'
import type { Ask, Door } from './ask.ts'

/** One event as it is sent. It may go to many clients, and is built and compressed once. */
export interface EventFrame {
  readonly plain: Buffer
  readonly gzipped: Buffer
}

/** Receives a stream's events. */
export interface Sink {
  send(frame: EventFrame): void
  /** Ends the stream if the client has lost its permission; subscribers inside the server always have it. */
  readonly recheck?: () => void
  close(): void
}

/** Starts a stream; the returned function is called when the stream has ended for any reason. */
export type OpenStream<C extends Call> = (ask: Ask<C>, sink: Sink) => () => void

/** A client that is this far behind is disconnected. It then reconnects and gets everything again. */
const mostQueuedBytes = 1024 * 1024
/**
 * How often permissions are rechecked. Someone who loses permission unnoticed may keep receiving for this long, plus a
 * margin.
 */
const recheckMs = 30_000

export function frame<C extends Call>(event: Answer<C>): EventFrame {
  const plain = Buffer.from(`data: ${JSON.stringify(event)}\n\n`)
  let gzipped: Buffer | undefined
  return {
    plain,
    get gzipped() {
      return (gzipped ??= gzipPiece(plain))
    },
  }
}

/** Returns the content of a frame, for subscribers inside the server. */
export function streamEventOf({ plain }: EventFrame): unknown {
  return JSON.parse(plain.toString('utf8').slice('data: '.length))
}

/** How soon a client reopens the stream, at another process or at this one's successor. */
const comeBackMs = 200
const comeBack = Buffer.from(`retry: ${comeBackMs}\nevent: closing\n\n`)

export function openStream<C extends Call>(
  open: OpenStream<C>,
  ask: Ask<C>,
  request: FastifyRequest,
  reply: FastifyReply,
  door: Door,
) {
  if (door.closing.hasBegun()) throw stopping()
  const leave = door.limits.enterStream(request, ask.caller)
  reply.hijack()
  const { raw } = reply
  for (const [name, value] of Object.entries(reply.getHeaders())) {
    if (value !== undefined) raw.setHeader(name, value)
  }
  const isGzipped = takesGzip(request)
  raw.writeHead(200, {
    'content-type': 'text/event-stream',
    'x-accel-buffering': 'no',
    ...(isGzipped && { 'content-encoding': 'gzip' }),
  })
  raw.socket?.setNoDelay(true)
  if (isGzipped) raw.write(gzipBeginning)

  const close = () => raw.destroy()
  const token = bearerToken(request.headers.authorization) ?? ''
  function recheck() {
    door.authenticate(token, door.clock.now()).then(
      caller => caller ?? close(),
      () => close(), // a client whose permission cannot be checked is disconnected, and is checked again when it reconnects
    )
  }
  const end = open(ask, {
    send(framed) {
      if (raw.destroyed) return
      if (raw.writableLength > mostQueuedBytes) close()
      else raw.write(isGzipped ? framed.gzipped : framed.plain)
    },
    recheck,
    close,
  })

  const rechecking = setInterval(recheck, recheckMs)
  const stayOpen = door.closing.onBegin(() => raw.end(isGzipped ? gzipPiece(comeBack) : comeBack))
  raw.once('close', () => {
    stayOpen()
    clearInterval(rechecking)
    leave()
    end()
  })
}
