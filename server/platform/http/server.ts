import Fastify, {
  type FastifyBaseLogger,
  LogController,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
} from 'fastify'
import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Call } from '#contract/call'
import type { Clock } from '#server/platform/clock'
import type { Figure } from '#server/platform/figures'
import type { Log } from '#server/platform/log'
import type { Once } from '#server/platform/once/index'
import type { Authenticate } from './caller.ts'
import type { Closing } from './closing.ts'
import { compressAnswers, madeReady, sendReady } from './compress.ts'
import { docsPage, prosePage } from './docs-page.ts'
import { asPlainPage, everyAnswer, pageScriptPath, passkeyScriptPath } from './headers.ts'
import { mountHealth, type ReadyCheck } from './health.ts'
import { readJsonBodies } from './json-body.ts'
import { createLimits, usualLimits, type LimitNumbers, type Limits } from './limits.ts'
import { markdown } from './markdown.ts'
import { openApiDocument } from './openapi.ts'
import { asProblem, notFound, refusal, unavailable } from './problems.ts'
import { logRefusal, mountCall, type Served } from './serve.ts'
import { warnOfUntrustedProxy } from './untrusted-proxy.ts'
import { mountWeb } from './web-pages.ts'

/** Mounts anything that a room has in addition to calls, such as its sign-in pages. */
export type MountPages = (app: FastifyInstance, limits: Limits) => void | Promise<void>

export interface HttpOptions {
  readonly baseUrl: string
  readonly trustedProxies: readonly string[]
  readonly metricsToken: string | undefined
  readonly log: Log
  readonly clock: Clock
  readonly authenticate: Authenticate
  readonly once: Once
  /** Finishes requests in flight before the server closes. */
  readonly closing: Closing
  readonly served: readonly Served[]
  readonly callsByRoom: Readonly<Record<string, readonly Call[]>>
  readonly pages: readonly MountPages[]
  readonly readyChecks: readonly ReadyCheck[]
  readonly figures: readonly Figure[]
  readonly webFolder: string
  /** False in a process that only runs background work or feeds, which responds to monitoring only. */
  readonly servesPeople: boolean
  /** Other origins that pages may load map data from. */
  readonly mapOrigins: readonly string[]
  /** Additional headers of every response. */
  readonly answerHeaders?: () => Readonly<Record<string, string>>
  /** Whether this server is a rehearsal that sends nothing: reported by `/readyz`. */
  readonly isRehearsal?: () => boolean
  readonly limits?: Partial<LimitNumbers>
  /** Called for every route as it is mounted; a test compares the routes with the contract. */
  readonly onRoute?: (route: { method: string; url: string }) => void
}

const bodyLimitBytes = 256 * 1024
/** Setup guides, by page name. */
const guides = {
  help: 'Help center',
  'build-a-device': 'Hardware information',
  'write-a-feed': 'Write a feed',
  'your-own-instruments': 'Your own instruments',
  'single-sign-on': 'Single sign-on',
} as const
const guideFile = (name: string) => join(import.meta.dirname, '../../../docs', `${name}.md`)
/** Long enough for an encoded image address. */
const longestParameter = 2000

function wantsPage(request: FastifyRequest): boolean {
  return request.method === 'GET' && (request.headers.accept ?? '').includes('text/html')
}

const ownHealth = /^\/(healthz|readyz|metrics)(\?|$)/

/** Creates the HTTP server: every request enters here, and every response gets the same security headers. */
export async function createHttp(options: HttpOptions): Promise<FastifyInstance> {
  const { log, clock, baseUrl } = options
  const logger: FastifyBaseLogger = log // the narrower type keeps pino's out of the type of every route
  const guard = everyAnswer(baseUrl.startsWith('https:'))
  const headers = () => ({ ...guard, ...options.answerHeaders?.() })
  const homeHost = new URL(baseUrl).host
  const numbers = { ...usualLimits, ...options.limits }
  const app: FastifyInstance = Fastify({
    loggerInstance: logger,
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: options.trustedProxies.length > 0 && [...options.trustedProxies],
    bodyLimit: bodyLimitBytes,
    // A client that sends a byte now and then must not hold a connection forever.
    requestTimeout: numbers.longestRequestMs,
    http: {
      // Some weather stations send no Host header. HTTP/1.0 needs none either, so nothing here may depend on it.
      requireHostHeader: false,
      headersTimeout: numbers.longestRequestMs,
      connectionsCheckingInterval: Math.min(numbers.longestRequestMs / 4, 5000),
    },
    genReqId: () => randomUUID(),
    // One logger for all requests: log lines carry the request id.
    childLoggerFactory: shared => shared,
    routerOptions: { caseSensitive: false, ignoreTrailingSlash: true, maxParamLength: longestParameter },
    // Errors of the router itself occur before every hook; they get the same headers and the same messages.
    frameworkErrors: (error, request, reply) => {
      const problem = asProblem(error, request.id)
      void (reply as FastifyReply).headers(headers()).code(problem.status).send(refusal(problem))
    },
    forceCloseConnections: true,
  })

  warnOfUntrustedProxy(app, log)
  app.addHook('onRequest', (request, reply, next) => {
    reply.headers(headers()).header('x-request-id', request.id)
    // Sign-in works on one origin only: people who use another host name are redirected there.
    if (wantsPage(request) && request.host !== homeHost) void reply.redirect(baseUrl + request.url, 308)
    else next()
  })

  options.closing.mount(app)

  if (!options.servesPeople) {
    app.addHook('onRequest', async request => {
      if (!ownHealth.test(request.url))
        throw unavailable('This process does not serve the API. Use one whose SKYWARDEN_RUN includes api.')
    })
  }

  readJsonBodies(app)
  compressAnswers(app)

  const { onRoute } = options
  if (onRoute) {
    app.addHook('onRoute', ({ method, url }) => [method].flat().forEach(one => onRoute({ method: one, url })))
  }

  app.setErrorHandler((error, request, reply) => {
    const problem = asProblem(error, request.id)
    if (problem.status >= 500)
      request.log.error({ err: error, requestId: request.id, path: request.routeOptions.url })
    logRefusal(request, problem)
    if (problem.retryAfterSeconds !== undefined) reply.header('retry-after', problem.retryAfterSeconds)
    if (problem.status === 401) reply.header('www-authenticate', 'Bearer')
    return reply.code(problem.status).send(refusal(problem))
  })

  const limits = await createLimits(app, numbers)
  mountHealth(app, options)
  mountDocuments(app, options)
  for (const mountPages of options.pages) await mountPages(app, limits)
  const { authenticate, once, closing } = options
  for (const served of options.served) mountCall(app, served, { authenticate, once, closing, limits, clock })

  const sendApplication = await mountWeb(app, options.webFolder, options.mapOrigins)
  app.get('/', (_request, reply) => sendApplication(reply))
  app.setNotFoundHandler((request: FastifyRequest, reply: FastifyReply) => {
    const isCall = /^\/(api|identity|ingest|radar)(\/|$)/i.test(request.url)
    if (wantsPage(request) && !isCall) return sendApplication(reply)
    return reply.code(404).send(refusal(notFound('This address')))
  })
  return app
}

const typeface = '@fontsource-variable/inter/files/inter-latin-wght-normal.woff2'

function madeOnce<Made>(make: () => Made): () => Made {
  let made: { readonly value: Made } | undefined
  return () => (made ??= { value: make() }).value
}

function mountDocuments(app: FastifyInstance, { callsByRoom, baseUrl }: HttpOptions) {
  // Built when it is first requested, because describing every call takes a good part of the startup time.
  const document = madeOnce(() => madeReady(JSON.stringify(openApiDocument(callsByRoom, baseUrl))))
  const page = madeOnce(() => madeReady(docsPage(callsByRoom)))
  app.get('/api/openapi.json', (request, reply) =>
    sendReady(request, reply.type('application/json; charset=utf-8'), document()),
  )
  app.get('/api/docs', (request, reply) => sendReady(request, asPlainPage(reply), page()))
  for (const [name, title] of Object.entries(guides)) {
    const guide = madeOnce(() =>
      madeReady(prosePage(title, markdown(readFileSync(guideFile(name), 'utf8')), callsByRoom)),
    )
    app.get(`/api/docs/${name}`, (request, reply) => sendReady(request, asPlainPage(reply), guide()))
  }
  const filesOfPages = {
    '/pages.css': ['text/css', join(import.meta.dirname, 'pages.css')],
    '/docs.css': ['text/css', join(import.meta.dirname, 'docs.css')],
    [pageScriptPath]: ['text/javascript', join(import.meta.dirname, 'pages.js')],
    [passkeyScriptPath]: ['text/javascript', join(import.meta.dirname, 'passkeys.js')],
    // The application's own typeface, under a stable name.
    '/pages.woff2': ['font/woff2', fileURLToPath(import.meta.resolve(typeface))],
  } as const
  for (const [path, [type, file]] of Object.entries(filesOfPages)) {
    const content = readFileSync(file)
    app.get(path, (_request, reply) =>
      reply.header('cache-control', 'public, max-age=300').type(type).send(content),
    )
  }
}
