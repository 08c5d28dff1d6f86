/** A wall that nobody touches: `/Broadcast?kiosk` stands without sidebar and top bar. */
export function isKioskAddress(pathname: string, search: string): boolean {
  return /^\/broadcast\/?$/i.test(pathname) && new URLSearchParams(search).has('kiosk')
}
