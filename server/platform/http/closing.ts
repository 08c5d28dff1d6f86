import type { FastifyInstance } from 'fastify'
import type { ServerResponse } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { systemClock, type Clock } from '#server/platform/clock'
import { Problem } from './problems.ts'

/** Shuts a web server down without losing requests in flight. */
export interface Closing {
  /** Returns whether shutdown has begun: this process is no longer ready, although it still responds. */
  hasBegun(): boolean
  /** Calls a function when shutdown begins; the returned function cancels that. */
  onBegin(act: () => void): () => void
  mount(app: FastifyInstance): void
  /**
   * Begins shutdown. Resolves when every request in flight has been answered, or after a timeout; later requests are
   * rejected.
   */
  finish(): Promise<void>
}

/** Shutdown must finish within 10 seconds, and the database closes after this. */
const longestAnswerMs = 5000
const lookEveryMs = 10
/**
 * After this many event loop turns without a request, we have handled every request that the kernel had accepted for
 * us, even if we were busy for a long time.
 */
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

  /** Idle connections stay open, because the kernel may hold a request on one of them that we have not read yet. */
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
      // Makes the client send its next request to a process that keeps running.
      app.addHook('onSend', (_request, reply, _payload, next) => {
        if (state !== 'open') reply.header('connection', 'close')
        next()
      })
    },
    finish,
  }
}
