import { Agent as HttpAgent } from 'node:http'
import { Agent as HttpsAgent } from 'node:https'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import { minuteMs, secondMs, type Clock } from '#server/platform/clock'
import { askBy, type WholeAnswer } from '#server/platform/outside/index'
import { createBackOff } from './back-off.ts'
import { createRequestLog, type RequestFigures } from './request-log.ts'
import { createTurnstile } from './turnstile.ts'

export type { RequestFigures } from './request-log.ts'

/** Why there is no usable response, for the status page. */
export class UpstreamFailure extends Error {
  /** The HTTP status, if there was one. */
  readonly status: number | null
  constructor(message: string, status: number | null = null) {
    super(message)
    this.status = status
  }
}

export interface UpstreamOptions {
  /** A name for people: 'api.weather.gov'. */
  readonly name: string
  /** The user agent, with the operator's contact, as most sources require. */
  readonly userAgent: string
  readonly clock: Clock
  readonly mostAtOnce: number
  readonly mostPerMinute: number
  /** The longest pause after failures; five minutes by default, shorter if people wait for the source. */
  readonly longestPauseMs?: number | undefined
  /** Whether an administrator has paused the source, in which case nothing is requested. */
  readonly isPaused?: () => boolean
  readonly random?: () => number
}

export interface UpstreamRequest {
  readonly url: string
  readonly accept?: string
  readonly headers?: Readonly<Record<string, string>>
  /** The maximum size after decompression. A longer body is a failure. */
  readonly maxBytes: number
  /** Accepted content type prefixes; any other type is a failure, because error pages may have status 200. */
  readonly contentTypes: readonly string[]
  readonly timeoutMs?: number
  /**
   * True for a document that is requested only once, or too large to keep: the response is not stored for a conditional
   * request.
   */
  readonly isOnce?: boolean
}

/** Metadata of a document. */
export interface UpstreamDocument {
  readonly body: Buffer
  readonly contentType: string
  /** When it was requested, by our own clock. */
  readonly askedMs: number
  /** How long an intermediate cache had already held it. */
  readonly heldMs: number
}

/** A parsed document. */
export interface Parsed<Value> {
  readonly value: Value
  /** False if the source reports no change, in which case the value is the previous one. */
  readonly isNew: boolean
  readonly askedMs: number
  readonly heldMs: number
}

/**
 * The servers of one source, requested politely: one request per URL at a time, few in all, and fewer after failures.
 */
export interface Upstream {
  /**
   * Requests a document and parses it; sends a conditional request where the last response allows one. Rejects with an
   * UpstreamFailure if there is no usable response. A document that cannot be parsed is a failure of the source, and
   * its validators are not stored: it will not be considered unchanged.
   */
  read<Value>(
    request: UpstreamRequest,
    parse: (document: UpstreamDocument) => Value | Promise<Value>,
  ): Promise<Parsed<Value>>
  /** The next request for a document is not conditional, because what was read could not be stored. */
  forget(request: Pick<UpstreamRequest, 'url'>): void
  figures(): RequestFigures
}

interface Validated {
  readonly etag: string | undefined
  readonly lastModified: string | undefined
  readonly value: unknown
}

const usualTimeoutMs = 15 * secondMs
const mostRedirects = 3
/** URLs whose last response is kept for conditional requests. */
const mostKept = 500
const unzipped = promisify(gunzip)
const agentOptions = { keepAlive: true, maxSockets: 8, maxFreeSockets: 4, timeout: minuteMs }

const numberOf = (text: string | undefined) =>
  text !== undefined && /^\d{1,9}$/.test(text) ? Number(text) : null
/** Requests from the servers of one source. Follows redirects on the same host only. */
export function createUpstream(options: UpstreamOptions): Upstream {
  const { name, userAgent, clock, isPaused = () => false, random = Math.random } = options
  const [plain, secure] = [new HttpAgent(agentOptions), new HttpsAgent(agentOptions)]
  const throughTurnstile = createTurnstile(options)
  const backOff = createBackOff({ clock, random, longestPauseMs: options.longestPauseMs })
  const log = createRequestLog(clock)
  const underWay = new Map<string, Promise<Parsed<unknown>>>()
  const kept = new Map<string, Validated>()

  function askOnce(url: string, request: UpstreamRequest, known: Validated | undefined) {
    const send = askBy({ agent: url.startsWith('https:') ? secure : plain })
    return send({
      url,
      method: 'GET',
      headers: {
        'user-agent': userAgent,
        'accept-encoding': 'gzip',
        ...(request.accept && { accept: request.accept }),
        ...(known?.etag && { 'if-none-match': known.etag }),
        ...(known?.lastModified && { 'if-modified-since': known.lastModified }),
        ...request.headers,
      },
      timeoutMs: request.timeoutMs ?? usualTimeoutMs,
      maxAnswerBytes: request.maxBytes,
    })
  }

  async function follow(request: UpstreamRequest, known: Validated | undefined): Promise<WholeAnswer> {
    let { url } = request
    for (let redirects = 0; redirects <= mostRedirects; redirects++) {
      const answer = await askOnce(url, request, known)
      const { location } = answer.headers
      if (answer.status < 301 || answer.status > 308 || answer.status === 304 || !location) return answer
      const next = URL.parse(location, url)
      if (next?.origin !== new URL(url).origin)
        throw new UpstreamFailure(`${name} redirects to another server`, answer.status)
      url = next.href
    }
    throw new UpstreamFailure(`${name} redirects in a loop`)
  }

  async function bodyOf({ headers, body }: WholeAnswer, { maxBytes }: UpstreamRequest): Promise<Buffer> {
    const declared = numberOf(headers['content-length'])
    if (declared !== null && declared !== body.length)
      throw new UpstreamFailure(`${name} sent only part of its response`)
    if (headers['content-encoding'] !== 'gzip') return body
    return unzipped(body, { maxOutputLength: maxBytes }).catch(() => {
      throw new UpstreamFailure(`${name} sent a response that cannot be decompressed`)
    })
  }

  function refused({ status }: WholeAnswer): UpstreamFailure {
    return new UpstreamFailure(`${name} responded with status ${status}`, status)
  }

  /** Records a failure. A missing document is not a failure of the source; every other failure is. */
  function noteFailure(failure: UpstreamFailure, retryAfter: string | null) {
    if (failure.status === 404) return
    log.failed(failure.message)
    backOff.failed(retryAfter === null ? null : (numberOf(retryAfter) ?? 0) * secondMs)
  }

  async function fetchDocument<Value>(
    wanted: UpstreamRequest,
    parse: (document: UpstreamDocument) => Value | Promise<Value>,
  ): Promise<Parsed<Value>> {
    const known = kept.get(wanted.url)
    const [askedMs, startMs] = [clock.now().getTime(), clock.monotonicMs()]
    let retryAfter: string | null = null
    try {
      log.started()
      const answer = await follow(wanted, known)
      log.answered(clock.monotonicMs() - startMs)
      retryAfter = answer.retryAfter
      const heldMs = (numberOf(answer.headers.age) ?? 0) * secondMs
      if (answer.status === 304 && known) {
        noteSuccess()
        return { value: known.value as Value, isNew: false, askedMs, heldMs }
      }
      if (answer.status !== 200) throw refused(answer)
      const contentType = answer.contentType ?? ''
      if (!wanted.contentTypes.some(each => contentType.startsWith(each)))
        throw new UpstreamFailure(
          `${name} sent ${contentType || 'something'} instead of ${wanted.contentTypes[0]}`,
        )
      const body = await bodyOf(answer, wanted)
      const value = await parse({ body, contentType, askedMs, heldMs })
      if (!wanted.isOnce)
        keep(wanted.url, { etag: answer.headers.etag, lastModified: answer.headers['last-modified'], value })
      noteSuccess()
      return { value, isNew: true, askedMs, heldMs }
    } catch (error) {
      kept.delete(wanted.url)
      const failure = failureOf(error)
      noteFailure(failure, retryAfter)
      throw failure
    }
  }

  function noteSuccess() {
    backOff.succeeded()
    log.succeeded()
  }

  function failureOf(error: unknown): UpstreamFailure {
    if (error instanceof UpstreamFailure) return error
    const { message, name: kind, code } = error as NodeJS.ErrnoException
    if (kind === 'AbortError' || kind === 'TimeoutError')
      return new UpstreamFailure(`${name} did not respond in time`)
    if (code !== undefined) return new UpstreamFailure(`${name} cannot be reached (${code})`)
    return new UpstreamFailure(`${name} sent something that cannot be used: ${message}`)
  }

  function keep(url: string, validated: Validated) {
    kept.delete(url)
    if (validated.etag === undefined && validated.lastModified === undefined) return
    kept.set(url, validated)
    const [oldest] = kept.keys()
    if (kept.size > mostKept && oldest !== undefined) kept.delete(oldest)
  }

  return {
    async read<Value>(
      wanted: UpstreamRequest,
      parse: (document: UpstreamDocument) => Value | Promise<Value>,
    ): Promise<Parsed<Value>> {
      if (isPaused()) throw new UpstreamFailure(`${name} is paused`)
      const waitMs = backOff.waitMs()
      if (waitMs > 0)
        throw new UpstreamFailure(
          `${name} will be retried in ${Math.ceil(waitMs / secondMs)} s, after: ${log.figures().lastError}`,
        )
      const already = underWay.get(wanted.url)
      if (already) return already as Promise<Parsed<Value>>
      const asking = throughTurnstile(() => fetchDocument(wanted, parse)).finally(() =>
        underWay.delete(wanted.url),
      )
      underWay.set(wanted.url, asking)
      return asking
    },
    forget: ({ url }) => void kept.delete(url),
    figures: log.figures,
  }
}
