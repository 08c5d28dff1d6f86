const minuteMs = 60_000

/** How long the browser has to answer a challenge. */
export const passkeyChallengeMs = 5 * minuteMs

export const mostPasskeys = 10

/** The server's address, as the browser sees it. */
export interface ServerAddress {
  readonly isEncrypted: boolean
  readonly host: string
}

/** IPv4 addresses have no letters in their last part; IPv6 addresses are the only hosts with a colon or brackets. */
const isIpAddress = (host: string) => /^\[|:|(^|\.)\d+$/.test(host)

/** Browsers trust localhost without encryption. */
const isOwnMachine = (host: string) => host === 'localhost' || host.endsWith('.localhost')

/**
 * Why browsers do not allow passkeys for a server; null if they do. A passkey belongs to a host name, never to an IP
 * address.
 */
export function whyNoPasskeys({ isEncrypted, host }: ServerAddress): string | null {
  if (isIpAddress(host)) return 'This server is reached by an IP address. Passkeys need a host name.'
  if (!isEncrypted && !isOwnMachine(host)) return 'This server is reached without HTTPS, which passkeys need.'
  return null
}

/**
 * Whether a passkey's signature count increases. A count that repeats or decreases is a sign that the passkey was
 * copied. Synchronized passkeys keep no count and always report zero.
 */
export function isNextSignature(stored: number, reported: number): boolean {
  return reported > stored || (reported === 0 && stored === 0)
}

/**
 * Base64url that encodes whole bytes. Decoders ignore a surplus character, but a credential should have only one
 * spelling.
 */
export const wholeBytes = /^(?:[\w-]{4})*[\w-]{2,4}$/
