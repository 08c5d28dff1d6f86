/** More sites would make a page's header longer than servers accept. */
export const mostSites = 20

const host = /^(\*\.)?([a-z\d]([a-z\d-]{0,61}[a-z\d])?\.)*[a-z\d]([a-z\d-]{0,61}[a-z\d])?(:\d{1,5})?$/

/**
 * A site that may embed a widget, in the form browsers need: 'https://www.school.edu'. People paste the URL of a page;
 * everything after the host is ignored. Null if it is not the URL of a site.
 */
export function siteFrom(text: string): string | null {
  const [, scheme = 'https', rest = ''] =
    /^(?:(https?):\/\/)?([^/?#]*)/i.exec(text.trim().toLowerCase()) ?? []
  return rest.length <= 253 && host.test(rest) ? `${scheme}://${rest}` : null
}

/** Which sites may embed a page in a frame. If none is listed, every site may, because a widget's content is public. */
export function frameAncestors(sites: readonly string[]): string {
  return sites.length === 0 ? '*' : sites.join(' ')
}
