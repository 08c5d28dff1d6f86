import type { FastifyInstance } from 'fastify'
import type { ServerResponse } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
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
/** Connections that the system has taken for us, but that we have not seen yet. */
const lateArrivalsMs = 100
const lookEveryMs = 10
const comeBackSeconds = 5

export function stopping(): Problem {
  return new Problem(503, 'This server is stopping. Please try again in a moment.', {}, comeBackSeconds)
}

export function createClosing(): Closing {
  let state: 'open' | 'finishing' | 'closed' = 'open'
  const inFlight = new Set<ServerResponse>()
  const begins = new Set<() => void>()
  const servers = new Set<FastifyInstance['server']>()

  async function finish() {
    if (state !== 'open') return
    state = 'finishing'
    for (const act of begins) act()
    for (const server of servers) server.closeIdleConnections()
    if ([...servers].some(server => server.listening)) await sleep(lateArrivalsMs)
    for (let waitedMs = 0; inFlight.size > 0 && waitedMs < longestAnswerMs; waitedMs += lookEveryMs)
      await sleep(lookEveryMs)
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
