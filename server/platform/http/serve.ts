import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Answer, Call, Input } from '#contract/call'
import { decideAccess } from '#domain/access/may'
import type { Clock } from '#server/platform/clock'
import { bearerToken, type Authenticate, type Caller } from './caller.ts'
import { readInput } from './input.ts'
import type { Limits } from './limits.ts'
import { notAllowed, signInNeeded } from './problems.ts'

/** Everything a handler is given: who asks, what for, and the time. */
export interface Ask<C extends Call> {
  readonly caller: C['who'] extends 'anyone' ? Caller | undefined : Caller
  readonly params: Input<C, 'params'>
  readonly query: Input<C, 'query'>
  readonly body: Input<C, 'body'>
  readonly now: Date
  readonly requestId: string
  readonly address: string
}

/** An answer with a sentence for the person who asked. */
export class Told<Data> {
  readonly data: Data
  readonly message: string

  constructor(data: Data, message: string) {
    this.data = data
    this.message = message
  }
}

export type Handler<C extends Call> = (ask: Ask<C>) => Promise<Answer<C> | Told<Answer<C>>>

/** A call with the function that answers it. */
export interface Served {
  readonly call: Call
  readonly handler: Handler<Call>
}

export function serve<C extends Call>(call: C, handler: Handler<C>): Served {
  return { call, handler }
}

export interface Door {
  readonly authenticate: Authenticate
  readonly limits: Limits
  readonly clock: Clock
}

/** Lets a request in, or throws: who are you, may you, and are you asking too often. In this order, before any body is read. */
async function admit(call: Call, request: FastifyRequest, door: Door): Promise<Caller | undefined> {
  const token = bearerToken(request.headers.authorization)
  const caller = token === undefined ? undefined : await door.authenticate(token, door.clock.now())
  await door.limits.count(request, caller)
  if (call.who === 'anyone') return caller
  if (!caller) throw signInNeeded()
  if (call.who !== 'signed-in' && !decideAccess(caller, call.who).allowed) throw notAllowed()
  if (call.whileActingAs === 'refused' && caller.impersonator) {
    throw notAllowed('Only the person themselves may do this, not support staff acting as them.')
  }
  return caller
}

const callers = new WeakMap<FastifyRequest, Caller>()

async function answer(served: Served, request: FastifyRequest, reply: FastifyReply, door: Door) {
  const { call, handler } = served
  const input = readInput(call, request)
  const result = await handler({
    ...input,
    caller: callers.get(request),
    now: door.clock.now(),
    requestId: request.id,
    address: request.ip,
  } as Ask<Call>)
  const told = result instanceof Told
  const data = call.reply.parse(told ? result.data : result)
  if (call.bare) return reply.send(data)
  return reply.send(told ? { data, message: result.message } : { data })
}

export function mountCall(app: FastifyInstance, served: Served, door: Door) {
  const { call } = served
  app.route({
    method: call.method,
    url: call.path.replace(/\{(\w+)\}/g, ':$1'),
    config: { call: call.name },
    onRequest: async request => {
      const caller = await admit(call, request, door)
      if (caller) callers.set(request, caller)
    },
    handler: (request, reply) => answer(served, request, reply, door),
  })
}
