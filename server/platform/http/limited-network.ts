import ipaddr from 'ipaddr.js'

/** The length of the IPv6 prefix that one computer may have, along with every address under it. */
const networkBits = 64

/**
 * Returns what limits count: an IPv4 address, or a whole IPv6 network, since one computer can use every address in it.
 */
export function limitedNetwork(address: string): string {
  if (!ipaddr.isValid(address)) return address
  const parsed = ipaddr.process(address)
  if (parsed.kind() === 'ipv4') return parsed.toString()
  const bytes = parsed.toByteArray().map((byte, index) => (index * 8 < networkBits ? byte : 0))
  return `${ipaddr.fromByteArray(bytes).toString()}/${networkBits}`
}
