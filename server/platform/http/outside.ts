import ipaddr from 'ipaddr.js'
import type { LookupAddress } from 'node:dns'
import type { IncomingMessage } from 'node:http'
import { Agent, request, type RequestOptions } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { secondMs } from '#server/platform/clock'
import { lookUp } from './look-up.ts'

/** Whether an address is of the open internet, by the registries of special ranges: what a stranger names must not lead elsewhere. */
export function isOutside(address: string): boolean {
  return isIP(address) !== 0 && !address.includes('%') && ipaddr.parse(address).range() === 'unicast'
}

/** Why an address that a stranger named is not asked. */
export class NotOutside extends Error {}

/** Finds a name's addresses, and refuses if any of them leads inside: the connection goes to what was looked at. */
async function outsideAddresses(name: string): Promise<LookupAddress[]> {
  const found = await lookUp(name)
  if (found.length === 0 || !found.every(({ address }) => isOutside(address)))
    throw new NotOutside('The address leads to a private network')
  return [...found]
}

const outsideOnly: LookupFunction = (name, options, done) => {
  outsideAddresses(name).then(
    found => {
      const [first] = found as [LookupAddress, ...LookupAddress[]]
      if (options.all) done(null, found)
      else done(null, first.address, first.family)
    },
    (error: unknown) => done(error as Error, ''),
  )
}

/** Whether an address may be asked at all, before anything is looked up. */
export function isOutsideUrl(text: string): boolean {
  if (!URL.canParse(text)) return false
  const { protocol, port, username, password, hostname } = new URL(text)
  const host = hostname.replace(/^\[|\]$/g, '')
  return (
    protocol === 'https:' &&
    (port === '' || port === '443') &&
    username + password === '' &&
    (isIP(host) === 0 ? host.includes('.') && !host.endsWith('.') : isOutside(host))
  )
}

export interface OutsideRequest {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: Buffer | string
  readonly timeoutMs: number
}
export interface OutsideAnswer {
  readonly status: number
  readonly retryAfter: string | null
}

/** Posts to an address that somebody named. Redirects are not followed, and what the answer says is not looked at. */
export type PostOutside = (request: OutsideRequest) => Promise<OutsideAnswer>

/** Few to each host, kept open: what is sent to one push service goes over the same connections. */
const agent = new Agent({ keepAlive: true, maxSockets: 8, maxFreeSockets: 4, timeout: 30 * secondMs })
/** A longer answer is not worth its connection. */
const longestAnswerBytes = 16_384

/** Lets an answer run out, so that its connection can be used again. */
function discard(response: IncomingMessage) {
  let bytes = 0
  response.on('data', (chunk: Buffer) => {
    bytes += chunk.length
    if (bytes > longestAnswerBytes) response.destroy()
  })
  response.on('error', () => {}) // all that was wanted of it is known
}

/** Asks by HTTPS, to whatever the agent connects to. */
export function postBy(options: Pick<RequestOptions, 'agent' | 'lookup' | 'ca'>): PostOutside {
  return async ({ url, headers, body, timeoutMs }) => {
    const { promise, resolve, reject } = Promise.withResolvers<OutsideAnswer>()
    const signal = AbortSignal.timeout(timeoutMs)
    const sent = request(url, { method: 'POST', headers, signal, ...options }, response => {
      discard(response)
      resolve({ status: response.statusCode ?? 0, retryAfter: response.headers['retry-after'] ?? null })
    })
    sent.on('error', reject)
    sent.end(body)
    return promise
  }
}

const postAnywhere = postBy({ agent, lookup: outsideOnly })

export const postOutside: PostOutside = async asked => {
  if (!isOutsideUrl(asked.url)) throw new NotOutside('The address is not one of the open internet')
  return postAnywhere(asked)
}
