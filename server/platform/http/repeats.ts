import type { FastifyRequest } from 'fastify'
import { idempotencyKeyHeader, isTrial, takesIdempotencyKey, type Call } from '#contract/call'
import { TakenOver, type KeptAnswer, type Once } from '#server/platform/once/index'
import type { Caller } from './caller.ts'
import { asProblem, badInput, Problem, refusal } from './problems.ts'

/** The header that marks a repeated reply. */
export const repeatedHeader = 'idempotency-replayed'

const wellFormed = /^[\x21-\x7e]{1,200}$/

/** Returns the request's idempotency key; throws if it is malformed. */
function keyOf(call: Call, request: FastifyRequest): string | undefined {
  const key = request.headers[idempotencyKeyHeader]
  if (key === undefined || !takesIdempotencyKey(call) || isTrial(call, request.body)) return undefined
  if (typeof key !== 'string' || !wellFormed.test(key))
    throw badInput({ 'Idempotency-Key': ['must be 1 to 200 visible ASCII characters without spaces'] })
  return key
}

function underWay(): Problem {
  return new Problem(409, 'This request is still in progress. Please try again in a moment.', {}, 2)
}

function anotherRequest(): Problem {
  return new Problem(422, 'This idempotency key was used for another request. Use a new one.')
}

function notKnown(): Problem {
  return new Problem(409, "We can't tell whether this went through. Check before you retry.")
}

function answerNotKept(): Problem {
  return new Problem(409, 'This was already done, but its response was too long to store. Check the result.')
}

/** Replies that ask the client to retry are not stored, nor are failures on our side. */
const isKept = ({ status }: Problem) => status < 500 && status !== 429

export interface Answered extends KeptAnswer {
  readonly isRepeated: boolean
}

/** Handles a request, or repeats the reply that the same key got before. Throws what the handler throws. */
export async function actOnce(
  once: Once,
  call: Call,
  request: FastifyRequest,
  caller: Caller | undefined,
  act: () => Promise<KeptAnswer>,
): Promise<Answered> {
  const key = keyOf(call, request)
  if (key === undefined || !caller) return { ...(await act()), isRepeated: false }

  const { impersonator, customerId } = caller
  const asker = impersonator ? `${caller.id} by ${impersonator.id}` : caller.id
  const { params, query, body } = request
  let thrown: { readonly error: unknown } | undefined
  const outcome = await once.perform(
    { customerId, asker, call: call.name, key, sent: { params, query, body } },
    async () => {
      try {
        return { answer: await act(), isKept: true }
      } catch (error) {
        thrown = { error: error instanceof TakenOver ? underWay() : error }
        const problem = asProblem(thrown.error, request.id)
        return { answer: { status: problem.status, body: refusal(problem) }, isKept: isKept(problem) }
      }
    },
  )
  if (thrown) throw thrown.error
  switch (outcome.kind) {
    case 'done':
      return { ...outcome.answer, isRepeated: false }
    case 'repeated':
      return { ...outcome.answer, isRepeated: true }
    case 'another request':
      throw anotherRequest()
    case 'under way':
      throw underWay()
    case 'not known':
      throw notKnown()
    case 'answer not kept':
      throw answerNotKept()
  }
}
