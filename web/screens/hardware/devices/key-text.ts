/** Converts base64url to hexadecimal digits, for people who type a key in. */
export function hexOf(base64url: string): string {
  const bytes = atob(base64url.replaceAll('-', '+').replaceAll('_', '/'))
  return Array.from(bytes, byte => byte.charCodeAt(0).toString(16).padStart(2, '0')).join('')
}

/** Returns the addresses to which a device connects, with this page's host name. */
export function brokerAddresses(
  notified: readonly string[],
  { protocol, host, hostname }: Pick<Location, 'protocol' | 'host' | 'hostname'>,
): string[] {
  const webSocket = `${protocol === 'https:' ? 'wss' : 'ws'}://${host}/mqtt`
  // Without listeners here, a separate process behind the same web server accepts devices.
  if (notified.length === 0) return [webSocket]
  return notified.map(address =>
    address.startsWith('wss://{host}') ? webSocket : address.replace('{host}', hostname),
  )
}
