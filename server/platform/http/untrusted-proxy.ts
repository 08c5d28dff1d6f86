import type { FastifyInstance } from 'fastify'
import type { Log } from '#server/platform/log'

/**
 * Logs the first request whose X-Forwarded-For is ignored. If a proxy sent it, all of the proxy's clients count as one
 * address, and nothing else shows that. Only the first, because any client can send this header.
 */
export function warnOfUntrustedProxy(app: FastifyInstance, log: Log) {
  let hasWarned = false
  app.addHook('onRequest', (request, _reply, next) => {
    // Fastify lists the client's addresses after that of the connection, if it trusts the connection.
    const isIgnored = () => (request.ips?.length ?? 1) === 1
    if (!hasWarned && request.headers['x-forwarded-for'] !== undefined && isIgnored()) {
      hasWarned = true
      log.warn(
        { address: request.ip },
        'X-Forwarded-For is ignored, because this address is not in SKYWARDEN_TRUST_PROXY. If it is your proxy, add it: otherwise all of its clients share one rate limit',
      )
    }
    next()
  })
}
