import type { FastifyInstance, FastifyRequest } from 'fastify'
import { timingSafeEqual } from 'node:crypto'
import { Gauge, Histogram, Registry, collectDefaultMetrics } from 'prom-client'
import type { Figure } from '#server/platform/figures'
import { version, versionFigure } from '#server/platform/version'
import { bearerToken } from './caller.ts'
import type { Closing } from './closing.ts'
import { notAllowed } from './problems.ts'

/** A condition for this process to be ready. Returns its state; throws if the condition is not met. */
export interface ReadyCheck {
  readonly name: string
  readonly check: () => Promise<string>
}

export interface Readiness {
  readonly name: string
  readonly ready: boolean
  readonly detail: string
}

export function readiness(checks: readonly ReadyCheck[]): Promise<Readiness[]> {
  return Promise.all(
    checks.map(({ name, check }) =>
      check().then(
        detail => ({ name, ready: true, detail }),
        (error: unknown) => ({ name, ready: false, detail: (error as Error).message }),
      ),
    ),
  )
}

const loopback = new Set(['127.0.0.1', '::1', '::ffff:127.0.0.1'])

function sameText(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)]
  return left.length === right.length && timingSafeEqual(left, right)
}

function gaugeOf({ name, help, labelNames = [], read }: Figure): Gauge {
  return new Gauge({
    name,
    help,
    labelNames: [...labelNames],
    registers: [],
    async collect() {
      this.reset()
      // A value that cannot be read is omitted: an old one would be mistaken for a current one.
      for (const { labels = {}, value } of await read().catch(() => [])) this.set(labels, value)
    },
  })
}

export interface HealthOptions {
  readonly readyChecks: readonly ReadyCheck[]
  readonly figures: readonly Figure[]
  readonly metricsToken: string | undefined
  readonly isRehearsal?: () => boolean
  readonly closing: Pick<Closing, 'hasBegun'>
}

/** Returns whether the caller operates this server: the request comes from this machine or has the token. */
function isOperator(request: FastifyRequest, metricsToken: string | undefined): boolean {
  const token = bearerToken(request.headers.authorization)
  return metricsToken
    ? token !== undefined && sameText(token, metricsToken)
    : loopback.has(request.ip) && request.headers['x-forwarded-for'] === undefined
}

/**
 * Mounts `/healthz` (the process is alive), `/readyz` (it can do its work) and `/metrics` (for this machine or with a
 * token).
 */
export function mountHealth(
  app: FastifyInstance,
  { readyChecks: checks, figures, metricsToken, isRehearsal, closing }: HealthOptions,
) {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const duration = new Histogram({
    name: 'skywarden_http_seconds',
    help: 'Response time, by call and status',
    labelNames: ['call', 'status'],
    buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5],
    registers: [registry],
  })
  const readyGauge = new Gauge({
    name: 'skywarden_ready',
    help: 'Whether a readiness check passes: 1 or 0, by check',
    labelNames: ['check'],
    registers: [],
    async collect() {
      for (const { name, ready } of await readiness(checks)) this.set({ check: name }, Number(ready))
    },
  })
  registry.registerMetric(readyGauge)
  for (const figure of [versionFigure, ...figures]) registry.registerMetric(gaugeOf(figure))
  app.addHook('onResponse', (request, reply, done) => {
    const { call } = request.routeOptions.config as { call?: string }
    if (call) duration.observe({ call, status: reply.statusCode }, reply.elapsedTime / 1000)
    done()
  })

  app.get('/healthz', (_request, reply) => reply.type('text/plain').send('ok'))

  app.get('/readyz', async (request, reply) => {
    if (closing.hasBegun()) return reply.code(503).send({ ready: false, stopping: true, checks: [] })
    const results = await readiness(checks)
    const isReady = results.every(result => result.ready)
    // A rehearsal is ready, so people can look at it, but monitoring of the real server must be able to tell the
    // difference.
    const about = isRehearsal?.() ? { rehearsal: true } : {}
    // The details name feeds and hosts: operators see them here, Super Admins on the status page.
    const shown = isOperator(request, metricsToken)
      ? { version, checks: results }
      : { checks: results.map(({ name, ready }) => ({ name, ready })) }
    return reply.code(isReady ? 200 : 503).send({ ready: isReady, ...about, ...shown })
  })

  app.get('/metrics', async (request, reply) => {
    if (!isOperator(request, metricsToken))
      throw notAllowed(
        'Metrics are available only from this machine, or with METRICS_TOKEN as the bearer token.',
      )
    return reply.type(registry.contentType).send(await registry.metrics())
  })
}
