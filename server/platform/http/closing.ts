import type { FastifyInstance } from 'fastify'
import type { ServerResponse } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { systemClock, type Clock } from '#server/platform/clock'
import { Problem } from './problems.ts'

/** How a web server comes to its end without losing what is in flight. */
export interface Closing {
  /** Whether the end has begun: this process is not ready any more, though it still answers. */
  hasBegun(): boolean
  /** Calls a function when the end begins; the function that it returns takes that back. */
  onBegin(act: () => void): () => void
  mount(app: FastifyInstance): void
  /** Begins the end: resolves when everything in flight has been answered, or after a while; from then on all is refused. */
  finish(): Promise<void>
}

/** Everything has to be over within 10 seconds, and the database is closed after this. */
const longestAnswerMs = 5000
const lookEveryMs = 10
/** In as many turns nothing came that the system had taken for us before, also if we were busy with something long. */
const enoughQuietLooks = 10
const comeBackSeconds = 5

export function stopping(): Problem {
  return new Problem(503, 'This server is stopping. Please try again in a moment.', {}, comeBackSeconds)
}

export function createClosing({ monotonicMs }: Pick<Clock, 'monotonicMs'> = systemClock): Closing {
  let state: 'open' | 'finishing' | 'closed' = 'open'
  const inFlight = new Set<ServerResponse>()
  const begins = new Set<() => void>()
  const servers = new Set<FastifyInstance['server']>()

  /** Idle connections are left alone: on one of them the system may hold a request that we have not read yet. */
  async function finish() {
    if (state !== 'open') return
    state = 'finishing'
    for (const act of begins) act()
    if ([...servers].some(server => server.listening)) {
      const endMs = monotonicMs() + longestAnswerMs
      for (let quietLooks = 0; quietLooks < enoughQuietLooks && monotonicMs() < endMs;) {
        await sleep(lookEveryMs)
        quietLooks = inFlight.size > 0 ? 0 : quietLooks + 1
      }
    }
    state = 'closed'
  }

  return {
    hasBegun: () => state !== 'open',
    onBegin(act) {
      begins.add(act)
      return () => void begins.delete(act)
    },
    mount(app) {
      servers.add(app.server)
      app.addHook('onRequest', (_request, reply, next) => {
        if (state === 'closed') {
          reply.header('connection', 'close')
          next(stopping())
          return
        }
        inFlight.add(reply.raw)
        reply.raw.once('close', () => inFlight.delete(reply.raw))
        next()
      })
      // The next request on the same connection goes to a process that stays.
      app.addHook('onSend', (_request, reply, _payload, next) => {
        if (state !== 'open') reply.header('connection', 'close')
        next()
      })
    },
    finish,
  }
}
