/** More would make the header of a page longer than servers take. */
export const mostSites = 20

const host = /^(\*\.)?([a-z\d]([a-z\d-]{0,61}[a-z\d])?\.)*[a-z\d]([a-z\d-]{0,61}[a-z\d])?(:\d{1,5})?$/

/**
 * A site that may show a widget, as browsers want it: 'https://www.school.edu'. People paste the address of a page; what
 * comes after the host does not count. Null if it is no address of a site.
 */
export function siteFrom(text: string): string | null {
  const [, scheme = 'https', rest = ''] =
    /^(?:(https?):\/\/)?([^/?#]*)/i.exec(text.trim().toLowerCase()) ?? []
  return rest.length <= 253 && host.test(rest) ? `${scheme}://${rest}` : null
}

/** Who may show a page in a frame. No site named is every site: what a widget tells is for the public. */
export function frameAncestors(sites: readonly string[]): string {
  return sites.length === 0 ? '*' : sites.join(' ')
}
