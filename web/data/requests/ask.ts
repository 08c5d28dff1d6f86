import { isAnswerLost, RequestRefused, Unreachable } from './failures.ts'
import { noteWeatherKind } from '#web/data/weather/weather-kind.ts'
import { createIdempotencyKeys } from './idempotency-keys.ts'
import {
  fillPath,
  idempotencyKeyHeader,
  takesIdempotencyKey,
  type Asked,
  type Call,
  type Reply,
} from '#contract/call'
import { takeFirstRequest } from '#web/session/first-requests.ts'
import { freshToken, SignedOut } from '#web/session/fresh-token.ts'
import { returnToSelf } from '#web/session/impersonation.ts'
import { signInHard } from '#web/session/sign-in.ts'
import { readSession } from '#web/session/store.ts'
import * as z from 'zod/mini'

const envelope = z.object({ data: z.unknown() })

const refusal = z.object({
  responseException: z.object({
    message: z.string(),
    errors: z._default(z.record(z.string(), z.array(z.string())), {}),
  }),
  current: z.optional(z.unknown()),
})

interface Parts {
  params?: Record<string, string>
  query?: Record<string, string | undefined>
  body?: unknown
}

/** Makes one API call and returns the response that the contract promises, or throws Refused or Unreachable. */
export function ask<C extends Call>(call: C, input: Asked<C>, signal?: AbortSignal): Promise<Reply<C>> {
  const asked = async (key?: string) =>
    understand(call, await readJson(await responseTo(call, input, signal, key)))
  if (!takesIdempotencyKey(call)) return asked()
  const request = `${call.name} ${JSON.stringify(input)}`
  return onceAtATime(request, () => requestKeys.send(request, asked))
}

const requestKeys = createIdempotencyKeys({
  makeKey: () => crypto.randomUUID(),
  nowMs: () => performance.now(),
  isLost: isAnswerLost,
})

const changing = new Map<string, Promise<unknown>>()

/** A double click sends one request, even though the second click may arrive before the button is disabled. */
function onceAtATime<Answer>(request: string, ask: () => Promise<Answer>): Promise<Answer> {
  const underWay = changing.get(request) as Promise<Answer> | undefined
  if (underWay) return underWay
  const answer = ask().finally(() => changing.delete(request))
  changing.set(request, answer)
  return answer
}

/** Makes the same call, but returns the raw response, for files that are saved rather than parsed. */
export async function responseTo<C extends Call>(
  call: C,
  input: Asked<C>,
  signal?: AbortSignal,
  key?: string,
): Promise<Response> {
  const { params = {}, query = {}, body } = input as Parts
  const token = await tokenFor(call)
  const response = await send(fillPath(call.path, params) + search(query), token, {
    method: call.method,
    headers: {
      accept: call.file ?? 'application/json',
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(key === undefined ? {} : { [idempotencyKeyHeader]: key }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    ...(signal ? { signal } : {}),
  })
  noteWeatherKind(response)
  if (response.ok) return response
  if (response.status === 401) void signInAfresh()
  const reported = refusal.safeParse(await readJson(response))
  if (!reported.success)
    throw response.status >= 500 ? new Unreachable(`${call.name}: ${response.status}`) : unexplained(response)
  const { responseException, current } = reported.data
  throw new RequestRefused(response.status, responseException.message, responseException.errors, {
    asksToComeAgain: response.headers.has('retry-after'),
    current,
  })
}

/** Visitors have no token. They make public calls without one. */
async function tokenFor(call: Call): Promise<string | undefined> {
  if (call.who === 'anyone' && readSession().state === 'visitor') return undefined
  try {
    return await freshToken()
  } catch (error) {
    if (error instanceof SignedOut) throw error
    throw new Unreachable(`${call.name}: no fresh token`, { cause: error })
  }
}

async function send(
  address: string,
  token: string | undefined,
  request: RequestInit & { signal?: AbortSignal },
): Promise<Response> {
  try {
    const sentAhead = request.method === 'GET' && takeFirstRequest(address, token, request.signal)
    return await (sentAhead ? sentAhead.response : fetch(address, request))
  } catch (error) {
    if (request.signal?.aborted) throw error
    throw new Unreachable(address, { cause: error })
  }
}

async function readJson(response: Response): Promise<unknown> {
  const text = await response.text()
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function understand<C extends Call>(call: C, answer: unknown): Reply<C> {
  const wrapped = envelope.safeParse(answer)
  const reply = call.reply.safeParse(wrapped.success ? wrapped.data.data : undefined)
  if (!reply.success)
    throw new Unreachable(`${call.name}: the response has an unexpected shape`, { cause: reply.error })
  return reply.data as Reply<C>
}

/**
 * If the person's own token expires, they must sign in again. An expired impersonation token only ends the
 * impersonation.
 */
async function signInAfresh(): Promise<void> {
  const session = readSession()
  if (session.state === 'signed-in' && session.acting) await returnToSelf('acting-ended')
  else await signInHard()
}

function unexplained(response: Response): RequestRefused {
  return new RequestRefused(response.status, '', {})
}

function search(query: Record<string, string | undefined>): string {
  const given = Object.entries(query).filter((entry): entry is [string, string] => entry[1] !== undefined)
  return given.length === 0 ? '' : `?${new URLSearchParams(given)}`
}
