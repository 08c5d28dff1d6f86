/**
 * Whether an image in a URL is the station's own: the same file on the same server. Its key and expiry may be
 * older. Otherwise anyone could put any picture on the page through a URL.
 */
export function isOwnImage(asked: string, own: string | null, origin: string): boolean {
  if (own === null || !URL.canParse(asked, origin) || !URL.canParse(own, origin)) return false
  const [one, other] = [new URL(asked, origin), new URL(own, origin)]
  return one.origin === other.origin && one.pathname === other.pathname
}
