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
  /** How much of the answer is read; one that is longer is a failure. Left out: nobody looks at the answer. */
  readonly maxAnswerBytes?: number
}
export interface OutsideAnswer {
  readonly status: number
  readonly retryAfter: string | null
  readonly contentType: string | null
  readonly etag: string | null
  readonly body: Buffer
}
/** With everything that came before the body. */
export interface WholeAnswer extends OutsideAnswer {
  readonly headers: IncomingHttpHeaders
}

/** Asks an address that somebody named. Redirects are not followed. */
export type AskOutside = (request: OutsideRequest) => Promise<OutsideAnswer>

/** Sends something of which only the outcome matters. */
export type PostOutside = (
  request: OutsideRequest & { readonly body: Buffer | string },
) => Promise<Pick<OutsideAnswer, 'status' | 'retryAfter'>>

/** The way to every address that a customer, a device or a browser has named. */
export interface Outside {
  readonly ask: AskOutside
  /** Whether an address could be asked, for whoever types it in; its name is not looked up. */
  couldAsk(url: string): boolean
  /** The addresses of a host, for programs that connect by themselves: they are given one of these, never the name. */
  addressesOf(host: string): Promise<readonly LookupAddress[]>
}

export interface OutsideOptions {
  /** Private networks that whoever runs the house lets customers name; also without TLS and at any port. */
  readonly allowedNetworks: readonly string[]
  readonly lookUp?: (name: string) => Promise<readonly LookupAddress[]>
  readonly ca?: string
}

/** A longer answer that nobody reads is not worth its connection. */
const longestUnreadBytes = 16_384

/** Lets an answer run out, so that its connection can be used again. */
function discard(response: IncomingMessage) {
  let bytes = 0
  response.on('data', (chunk: Buffer) => {
    bytes += chunk.length
    if (bytes > longestUnreadBytes) response.destroy()
  })
  response.on('error', () => {}) // all that was wanted of it is known
}

async function read(response: IncomingMessage, maxBytes: number): Promise<Buffer> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of response as AsyncIterable<Buffer>) {
    bytes += chunk.length
    if (bytes > maxBytes) {
      response.destroy()
      throw new Error(`The answer is longer than ${maxBytes} bytes`)
    }
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

/** Asks by HTTP or HTTPS, whatever the options connect to. */
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

/** A look-up that answers with what was found, and checked, before: a name server cannot answer otherwise the second time. */
const alreadyFound =
  (found: readonly LookupAddress[]): LookupFunction =>
  (_name, { all }, done) => {
    const [first] = found as readonly [LookupAddress, ...LookupAddress[]]
    if (all) done(null, [...found])
    else done(null, first.address, first.family)
  }

/** Few connections to each host, kept open: messages for one receiver go over the same ones. */
const agentOptions = { keepAlive: true, maxSockets: 8, maxFreeSockets: 4, timeout: 30 * secondMs }

export function createOutside({ allowedNetworks, lookUp: find = lookUp, ca }: OutsideOptions): Outside {
  // Of its own: a connection that one house may have must not be lent to another.
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
      if (!couldAsk(asked.url)) throw new NotOutside('The address is not one of the open internet')
      const found = await addressesOf(hostOf(new URL(asked.url)))
      // Only a network that was allowed by name is asked without TLS, or at a port of its own.
      if (!isOutsideUrl(asked.url) && !found.every(isAllowed))
        throw new NotOutside('The address is not one of the open internet')
      const agent = asked.url.startsWith('https:') ? secure : plain
      return askBy({ agent, lookup: alreadyFound(found), ...(ca && { ca }) })(asked)
    },
  }
}

/** For addresses that browsers name, of push services: those are never on a private network. */
export const postPublic: PostOutside = createOutside({ allowedNetworks: [] }).ask
