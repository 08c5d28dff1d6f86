import ipaddr from 'ipaddr.js'
import { isIP } from 'node:net'

/** Thrown if the server does not connect to an address that a user entered. The message is the reason. */
export class NotOutside extends Error {}

/** Returns whether an address is public, according to the special-purpose address registries. */
export function isOutside(address: string): boolean {
  return isIP(address) !== 0 && !address.includes('%') && ipaddr.parse(address).range() === 'unicast'
}

/** Returns whether an address is in one of the networks, each written as an address or as 10.0.0.0/8. */
export function isIn(address: string, networks: readonly string[]): boolean {
  if (isIP(address) === 0 || address.includes('%')) return false
  const parsed = ipaddr.parse(address)
  return networks.some(network => {
    const [base, bits] = network.includes('/')
      ? ipaddr.parseCIDR(network)
      : [ipaddr.parse(network), isIP(network) === 4 ? 32 : 128]
    return parsed.kind() === base.kind() && parsed.match(base, bits)
  })
}

export const hostOf = ({ hostname }: URL) => hostname.replace(/^\[|\]$/g, '')

/**
 * Returns whether a URL may be requested at all, before any DNS lookup: HTTPS on the default port, without credentials.
 */
export function isOutsideUrl(text: string): boolean {
  if (!URL.canParse(text)) return false
  const url = new URL(text)
  const host = hostOf(url)
  return (
    url.protocol === 'https:' &&
    (url.port === '' || url.port === '443') &&
    url.username + url.password === '' &&
    (isIP(host) === 0 ? host.includes('.') && !host.endsWith('.') : isOutside(host))
  )
}
