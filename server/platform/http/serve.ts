import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { isReading, type Answer, type Call } from '#contract/call'
import { decideAccess } from '#domain/access/may'
import { bearerToken, type ApiTokenScope, type Caller } from './caller.ts'
import { hasTag } from './headers.ts'
import { readInput } from './input.ts'
import { notAllowed, Problem, signInNeeded, spelledFor } from './problems.ts'
import type { FileReply, MediaReply } from '#contract/shapes'
import { openStream, type OpenStream } from './stream.ts'
import type { Ask, Door } from './ask.ts'
import { actOnce, repeatedHeader } from './repeats.ts'

/** A reply with a message for the caller. */
export class WithMessage<Data> {
  readonly data: Data
  readonly message: string

  constructor(data: Data, message: string) {
    this.data = data
    this.message = message
  }
}

/** A reply that sets a cookie. Only for GET calls: a stored reply that is repeated would not set it. */
export class WithCookie<Data> {
  readonly data: Data
  readonly cookie: string

  constructor(data: Data, cookie: string) {
    this.data = data
    this.cookie = cookie
  }
}

export type Handler<C extends Call> = (
  ask: Ask<C>,
) => Promise<Answer<C> | WithMessage<Answer<C>> | WithCookie<Answer<C>>>

/** Checks a machine's key before reading anything else in its request; throws if the key is invalid. */
export type AdmitMachine = (token: string | undefined, now: Date) => Promise<void>

/** A call with the function that answers it or opens its stream. */
export type Served =
  | { readonly call: Call; readonly handler: Handler<Call>; readonly admit?: AdmitMachine | undefined }
  | { readonly call: Call; readonly open: OpenStream<Call>; readonly admit?: undefined }

export function serve<C extends Call>(call: C, handler: Handler<C>, admitMachine?: AdmitMachine): Served {
  return { call, handler, admit: admitMachine }
}

export function stream<C extends Call & { streams: true }>(call: C, open: OpenStream<C>): Served {
  return { call, open: open as unknown as OpenStream<Call> }
}

const callers = new WeakMap<FastifyRequest, Caller>()

/**
 * Records what a signed-in person or a token attempted without permission. Unauthenticated clients are only counted.
 */
export function logRefusal(request: FastifyRequest, { status, message }: Problem) {
  const caller = callers.get(request)
  if (!caller || (status !== 403 && status !== 429)) return
  const { call } = request.routeOptions.config as { call?: string }
  const { id: personId, customerId, apiToken, impersonator } = caller
  const actor = {
    ...(apiToken && { tokenId: apiToken.id }),
    ...(impersonator && { actorId: impersonator.id }),
  }
  const about = { call, personId, customerId, ...actor, address: request.ip, because: message }
  request.log.warn({ ...about, requestId: request.id }, 'Call refused')
}

/**
 * Admits a request or throws. Checks authentication, permission and rate limit, in this order, before any body is read.
 */
async function admit(served: Served, request: FastifyRequest, door: Door): Promise<void> {
  const { call } = served
  const token = bearerToken(request.headers.authorization)
  if (call.machines) {
    await door.limits.countMachine(request)
    await served.admit?.(token, door.clock.now()).catch(async (error: unknown) => {
      await door.limits.count(request, undefined) // clients that guess keys are counted by address
      throw error
    })
    return
  }
  const beforeGuess = () => door.limits.checkAddress(request)
  const caller =
    token === undefined ? undefined : await door.authenticate(token, door.clock.now(), beforeGuess)
  if (caller) callers.set(request, caller)
  await door.limits.count(request, caller)
  if (call.who === 'anyone') return
  if (!caller) throw signInNeeded()
  if (call.who !== 'signed-in' && !decideAccess(caller, call.who).allowed) throw notAllowed()
  if (call.whileActingAs === 'refused' && caller.impersonator) {
    throw notAllowed('Only the person themselves may do this, not support staff acting as them.')
  }
  if (caller.apiToken) assertInScope(call, caller.apiToken)
}

/**
 * Throws if a token is out of scope. No token can do what only the person may: change their password, sessions or
 * tokens.
 */
function assertInScope(call: Call, { mayRead, calls }: ApiTokenScope) {
  if (call.whileActingAs === 'refused')
    throw notAllowed('Only the person themselves may do this, not a token.')
  if (!(mayRead && isReading(call)) && !calls.includes(call.name))
    throw notAllowed(`This token may not make the call ${call.name}.`)
}

/** Sends a file. Names of places may contain any characters, so the header has the name both in ASCII and encoded. */
function sendFile(reply: FastifyReply, type: string, { fileName, content }: FileReply) {
  const plain = fileName.replace(/[^\w. -]/g, '_')
  const encoded = encodeURIComponent(fileName).replace(
    /['()*]/g,
    sign => `%${sign.charCodeAt(0).toString(16)}`,
  )
  return reply
    .type(type.startsWith('text/') ? `${type}; charset=utf-8` : type)
    .header('content-disposition', `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`)
    .send(typeof content === 'string' ? content : Readable.from(content, { objectMode: false }))
}

function sendMedia(request: FastifyRequest, reply: FastifyReply, type: string, media: MediaReply) {
  const tag = `"${media.tag}"`
  const kept = `public, max-age=${media.keptSeconds}`
  reply.headers({ etag: tag, 'cache-control': media.isFinal ? `${kept}, immutable` : kept })
  if (media.takenAt) reply.header('last-modified', media.takenAt.toUTCString())
  if (hasTag(request, tag)) return reply.code(304).send()
  return reply.type(type).send(media.bytes)
}

function sendData(request: FastifyRequest, reply: FastifyReply, call: Call, data: unknown) {
  if (call.file) return sendFile(reply, call.file, data as FileReply)
  if (call.media) return sendMedia(request, reply, call.media, data as MediaReply)
  return reply.send(data)
}

/** Returns the reply to a call: in its own format if it has one, otherwise in our envelope. */
function answerBody(call: Call, result: unknown): unknown {
  const reported = result instanceof WithMessage
  const data = call.reply.parse(reported ? result.data : result)
  if (call.file ?? call.media ?? call.bare) return data
  return reported ? { data, message: result.message } : { data }
}

/** An unauthenticated client that requests something that does not exist may be guessing, and is counted by address. */
async function handled(
  served: Served & { handler: Handler<Call> },
  ask: Ask<Call>,
  request: FastifyRequest,
  door: Door,
) {
  try {
    return await served.handler(ask)
  } catch (error) {
    const isGuess = served.call.machines && error instanceof Problem && error.status === 404
    if (isGuess) await door.limits.count(request, undefined)
    throw spelledFor(served.call, error)
  }
}

async function answer(served: Served, request: FastifyRequest, reply: FastifyReply, door: Door) {
  const { call } = served
  const caller = callers.get(request)
  const ask = {
    ...readInput(call, request),
    caller,
    now: door.clock.now(),
    requestId: request.id,
    address: request.ip,
    onClose: (act: () => void) => void (reply.raw.closed ? act() : reply.raw.once('close', act)),
    token: bearerToken(request.headers.authorization),
  } as Ask<Call>
  if ('open' in served) return openStream(served.open, ask, request, reply, door)
  const act = async () => {
    const result = await handled(served, ask, request, door)
    if (!(result instanceof WithCookie)) return { status: 200, body: answerBody(call, result) }
    reply.header('set-cookie', result.cookie)
    return { status: 200, body: answerBody(call, result.data) }
  }
  const answered = await actOnce(door.once, call, request, caller, act)
  if (answered.isRepeated) reply.header(repeatedHeader, 'true')
  return sendData(request, reply.code(answered.status), call, answered.body)
}

/** A page in a frame without an origin is cross-site to us, too. It sends no token and gets no cookie. */
const forOtherSites = {
  'access-control-allow-origin': '*',
  'cross-origin-resource-policy': 'cross-origin',
} as const

export function mountCall(app: FastifyInstance, served: Served, door: Door) {
  const { call } = served
  app.route({
    method: call.method,
    url: call.path.replace(/\{(\w+)\}/g, ':$1'),
    config: { call: call.name },
    ...(call.bodyLimitBytes !== undefined && { bodyLimit: call.bodyLimitBytes }),
    onRequest: async (request, reply) => {
      if (call.onOtherSites) reply.headers(forOtherSites)
      await admit(served, request, door)
    },
    handler: (request, reply) =>
      answer(served, request, reply, door).catch((error: unknown) => {
        throw spelledFor(call, error)
      }),
  })
}
