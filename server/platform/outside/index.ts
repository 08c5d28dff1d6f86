import type { LookupAddress } from 'node:dns'
import {
  Agent as HttpAgent,
  request as requestPlain,
  type IncomingHttpHeaders,
  type IncomingMessage,
} from 'node:http'
import { Agent, request, type RequestOptions } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { secondMs } from '#server/platform/clock'
import { hostOf, isIn, isOutside, isOutsideUrl, NotOutside } from './addresses.ts'
import { lookUp } from './look-up.ts'

export { isOutside, isOutsideUrl, NotOutside } from './addresses.ts'

export interface OutsideRequest {
  readonly url: string
  readonly method?: 'GET' | 'POST'
  readonly headers: Readonly<Record<string, string>>
  readonly body?: Buffer | string
  readonly timeoutMs: number
  /** The most bytes read of the response; a longer one is a failure. If omitted, the body is ignored. */
  readonly maxAnswerBytes?: number
}
export interface OutsideAnswer {
  readonly status: number
  readonly retryAfter: string | null
  readonly contentType: string | null
  readonly etag: string | null
  readonly body: Buffer
}
/** A response with its headers. */
export interface WholeAnswer extends OutsideAnswer {
  readonly headers: IncomingHttpHeaders
}

/** Requests a URL that a user entered. Does not follow redirects. */
export type AskOutside = (request: OutsideRequest) => Promise<OutsideAnswer>

/** Sends a request when only its outcome matters. */
export type PostOutside = (
  request: OutsideRequest & { readonly body: Buffer | string },
) => Promise<Pick<OutsideAnswer, 'status' | 'retryAfter'>>

/** Makes all requests to URLs that a customer, a device or a browser supplied. */
export interface Outside {
  readonly ask: AskOutside
  /** Returns whether a URL could be requested, for form validation; does not look up its host name. */
  couldAsk(url: string): boolean
  /**
   * Returns the addresses of a host, for programs that open their own connections. Pass them one of these addresses,
   * never the name.
   */
  addressesOf(host: string): Promise<readonly LookupAddress[]>
}

export interface OutsideOptions {
  /** Private networks that the operator allows customers to use, even without TLS and on any port. */
  readonly allowedNetworks: readonly string[]
  readonly lookUp?: (name: string) => Promise<readonly LookupAddress[]>
  readonly ca?: string
}

/** If an ignored response is longer than this, its connection is closed instead of reused. */
const longestUnreadBytes = 16_384

/** Drains a response, which frees its connection for reuse. */
function discard(response: IncomingMessage) {
  let bytes = 0
  response.on('data', (chunk: Buffer) => {
    bytes += chunk.length
    if (bytes > longestUnreadBytes) response.destroy()
  })
  response.on('error', () => {}) // everything needed from the response is already known
}

async function read(response: IncomingMessage, maxBytes: number): Promise<Buffer> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of response as AsyncIterable<Buffer>) {
    bytes += chunk.length
    if (bytes > maxBytes) {
      response.destroy()
      throw new Error(`The response is longer than ${maxBytes} bytes`)
    }
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

/** Sends an HTTP or HTTPS request over the connection that the options describe. */
export function askBy(options: Pick<RequestOptions, 'agent' | 'lookup' | 'ca'>) {
  return async ({ url, method = 'POST', headers, body, timeoutMs, maxAnswerBytes }: OutsideRequest) => {
    const { promise, resolve, reject } = Promise.withResolvers<WholeAnswer>()
    const signal = AbortSignal.timeout(timeoutMs)
    const send = url.startsWith('https:') ? request : requestPlain
    const sent = send(url, { method, headers, signal, ...options }, response => {
      const answer = {
        status: response.statusCode ?? 0,
        retryAfter: response.headers['retry-after'] ?? null,
        contentType: response.headers['content-type'] ?? null,
        etag: response.headers.etag ?? null,
        headers: response.headers,
        body: Buffer.alloc(0),
      }
      if (maxAnswerBytes === undefined) {
        discard(response)
        resolve(answer)
      } else read(response, maxAnswerBytes).then(bytes => resolve({ ...answer, body: bytes }), reject)
    })
    sent.on('error', reject)
    sent.end(body)
    return promise
  }
}

/**
 * Creates a lookup that returns the addresses that were already resolved and checked: a DNS server cannot answer
 * differently the second time (DNS rebinding).
 */
const alreadyFound =
  (found: readonly LookupAddress[]): LookupFunction =>
  (_name, { all }, done) => {
    const [first] = found as readonly [LookupAddress, ...LookupAddress[]]
    if (all) done(null, [...found])
    else done(null, first.address, first.family)
  }

/** A few connections to each host are kept alive: messages for one receiver share them. */
const agentOptions = { keepAlive: true, maxSockets: 8, maxFreeSockets: 4, timeout: 30 * secondMs }

export function createOutside({ allowedNetworks, lookUp: find = lookUp, ca }: OutsideOptions): Outside {
  // Separate agents: a connection that one server instance may use must not be lent to another.
  const [plain, secure] = [new HttpAgent(agentOptions), new Agent(agentOptions)]
  const isAllowed = ({ address }: LookupAddress) => isIn(address, allowedNetworks)

  async function addressesOf(host: string): Promise<readonly LookupAddress[]> {
    const family = isIP(host)
    const found = family === 0 ? await find(host) : [{ address: host, family }]
    if (found.length === 0 || !found.every(one => isOutside(one.address) || isAllowed(one)))
      throw new NotOutside('The address leads to a private network')
    return found
  }

  function couldAsk(text: string): boolean {
    if (isOutsideUrl(text)) return true
    if (allowedNetworks.length === 0 || !URL.canParse(text)) return false
    const url = new URL(text)
    const host = hostOf(url)
    return (
      /^https?:$/.test(url.protocol) &&
      url.username + url.password === '' &&
      (isIP(host) === 0 || isIn(host, allowedNetworks))
    )
  }

  return {
    couldAsk,
    addressesOf,
    async ask(asked) {
      if (!couldAsk(asked.url)) throw new NotOutside('The address is not on the public internet')
      const found = await addressesOf(hostOf(new URL(asked.url)))
      // Only an explicitly allowed network may be requested without TLS or on another port.
      if (!isOutsideUrl(asked.url) && !found.every(isAllowed))
        throw new NotOutside('The address is not on the public internet')
      const agent = asked.url.startsWith('https:') ? secure : plain
      return askBy({ agent, lookup: alreadyFound(found), ...(ca && { ca }) })(asked)
    },
  }
}

/** For push service URLs that browsers supply, which are never on a private network. */
export const postPublic: PostOutside = createOutside({ allowedNetworks: [] }).ask
