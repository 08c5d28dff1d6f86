import { lookup, type LookupAddress } from 'node:dns'
import { request } from 'node:https'
import { BlockList, isIP, type LookupFunction } from 'node:net'

const insideV4 = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const
const insideV6 = [
  ['::', 96],
  ['64:ff9b::', 96],
  ['100::', 64],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['fc00::', 7],
  ['fe80::', 10],
  ['ff00::', 8],
] as const

function blockList(): BlockList {
  const list = new BlockList()
  for (const [net, bits] of insideV4) list.addSubnet(net, bits, 'ipv4')
  for (const [net, bits] of insideV6) list.addSubnet(net, bits, 'ipv6')
  return list
}

/** Addresses that are not of the open internet: what a stranger names must not lead there. */
const inside = blockList()

export function isOutside(address: string): boolean {
  const version = isIP(address)
  return version !== 0 && !inside.check(address, version === 4 ? 'ipv4' : 'ipv6')
}

/** Why an address that a stranger named is not asked. */
export class NotOutside extends Error {}

/** Finds a name's addresses, and refuses if any of them leads inside: the connection goes to what was looked at. */
const outsideOnly: LookupFunction = (name, options, done) => {
  lookup(name, { ...options, all: true }, (error, found: LookupAddress[]) => {
    if (error) return done(error, '')
    if (found.length === 0 || !found.every(({ address }) => isOutside(address)))
      return done(new NotOutside('The address leads to a private network'), '')
    const [first] = found as [LookupAddress, ...LookupAddress[]]
    return options.all ? done(null, found) : done(null, first.address, first.family)
  })
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

/** Posts to an address that somebody named. Redirects are not followed, and nothing of the answer's body is read. */
export type PostOutside = (request: OutsideRequest) => Promise<OutsideAnswer>

export const postOutside: PostOutside = async ({ url, headers, body, timeoutMs }) => {
  if (!isOutsideUrl(url)) throw new NotOutside('The address is not one of the open internet')
  const { promise, resolve, reject } = Promise.withResolvers<OutsideAnswer>()
  const signal = AbortSignal.timeout(timeoutMs)
  const sent = request(url, { method: 'POST', headers, signal, lookup: outsideOnly }, response => {
    response.destroy()
    resolve({ status: response.statusCode ?? 0, retryAfter: response.headers['retry-after'] ?? null })
  })
  sent.on('error', reject)
  sent.end(body)
  return promise
}
