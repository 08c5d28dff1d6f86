import rateLimit from '@fastify/rate-limit'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Caller } from './caller.ts'
import { limitedNetwork } from './limited-network.ts'
import { tooMany } from './problems.ts'

export interface LimitNumbers {
  /** Per signed-in person. A busy control room makes about 60 requests a minute. */
  readonly perPersonPerMinute: number
  /** Per API token, separate from the person's own requests. */
  readonly perTokenPerMinute: number
  /** Per address, for requests without a valid token. */
  readonly perAddressPerMinute: number
  /** Per address, for calls that machines make with their own keys, many times a minute. */
  readonly perMachinePerMinute: number
  /** Per address, for visits to the sign-in pages and to OpenID Connect, each of which puts load on the database. */
  readonly perVisitorPerMinute: number
  /** How many live streams a person or a token may have open: tabs, wall displays and phones. */
  readonly streamsPerPerson: number
  /** How long a request may take to arrive, headers and body. */
  readonly longestRequestMs: number
}

export const usualLimits: LimitNumbers = {
  perPersonPerMinute: 900,
  perTokenPerMinute: 300,
  perAddressPerMinute: 300,
  perMachinePerMinute: 6000,
  perVisitorPerMinute: 600,
  streamsPerPerson: 40,
  longestRequestMs: 20_000,
}

export interface Limits {
  /** Counts a request; throws if there were too many. */
  count(request: FastifyRequest, caller: Caller | undefined): Promise<void>
  /** Throws if the address has already sent too many requests without a valid token; counts nothing. */
  checkAddress(request: FastifyRequest): Promise<void>
  countMachine(request: FastifyRequest): Promise<void>
  countVisit(request: FastifyRequest): Promise<void>
  /** Takes a slot for one more stream, until the returned function is called; throws if none is free. */
  enterStream(request: FastifyRequest, caller: Caller | undefined): () => void
}

const streamPauseSeconds = 30

const people = new WeakMap<FastifyRequest, string>()

/** Neither a person's scripts nor support staff acting as the person use up what the person may do. */
function countedAs({ id, apiToken, impersonator }: Caller): string {
  if (apiToken) return `token ${apiToken.id}`
  return impersonator ? `${impersonator.id} as ${id}` : id
}

/**
 * Signed-in people are counted by account, because a whole school may share one address; everyone else is counted by
 * address, and by network with IPv6.
 */
export async function createLimits(app: FastifyInstance, numbers: LimitNumbers): Promise<Limits> {
  await app.register(rateLimit, { global: false, timeWindow: '1 minute', cache: 20_000 })
  const byPerson = app.createRateLimit({
    max: numbers.perPersonPerMinute,
    keyGenerator: request => people.get(request) ?? '',
  })
  const byToken = app.createRateLimit({
    max: numbers.perTokenPerMinute,
    keyGenerator: request => people.get(request) ?? '',
  })
  const byAddress = app.createRateLimit({
    max: numbers.perAddressPerMinute,
    keyGenerator: request => limitedNetwork(request.ip),
  })

  const byMachine = app.createRateLimit({
    max: numbers.perMachinePerMinute,
    keyGenerator: request => `machine ${limitedNetwork(request.ip)}`,
  })

  const byVisitor = app.createRateLimit({
    max: numbers.perVisitorPerMinute,
    keyGenerator: request => `visitor ${limitedNetwork(request.ip)}`,
  })

  async function check(limit: typeof byPerson, request: FastifyRequest, increment = true) {
    const seen = await limit(request, { increment })
    if (!seen.isAllowed && seen.isExceeded) throw tooMany(seen.ttlInSeconds)
  }

  const streams = new Map<string, number>()

  return {
    count(request, caller) {
      if (caller) people.set(request, countedAs(caller))
      return check(caller?.apiToken ? byToken : caller ? byPerson : byAddress, request)
    },
    checkAddress: request => check(byAddress, request, false),
    countMachine: request => check(byMachine, request),
    countVisit: request => check(byVisitor, request),
    enterStream(request, caller) {
      const name = caller ? countedAs(caller) : limitedNetwork(request.ip)
      const open = streams.get(name) ?? 0
      if (open >= numbers.streamsPerPerson) throw tooMany(streamPauseSeconds)
      streams.set(name, open + 1)
      return () => {
        const left = (streams.get(name) ?? 1) - 1
        if (left > 0) streams.set(name, left)
        else streams.delete(name)
      }
    },
  }
}
