/** Whether a URL is for a wall that no one touches: `/Broadcast?kiosk` has no sidebar or top bar. */
export function isKioskAddress(pathname: string, search: string): boolean {
  return /^\/broadcast\/?$/i.test(pathname) && new URLSearchParams(search).has('kiosk')
}
