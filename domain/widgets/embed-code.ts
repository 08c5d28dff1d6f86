const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const attribute = (text: string) => text.replace(/[&<>"]/g, sign => entities[sign] ?? sign)

export interface Embedded {
  readonly url: string
  readonly locationName: string
  /** In pixels; null for all available space. */
  readonly width: number | null
  readonly height: number
}

/**
 * The code that a school pastes into its page. The frame allows scripts only: no cookies, no storage, no access to the
 * surrounding page. Links in the message open in a new tab.
 */
export function embedCode({ url, locationName, width, height }: Embedded): string {
  const widest = width === null ? '' : `max-width:${width}px;`
  const sandbox = 'allow-scripts allow-popups allow-popups-to-escape-sandbox'
  return `<iframe src="${attribute(url)}" title="Weather at ${attribute(locationName)}" style="width:100%;${widest}height:${height}px;border:0" sandbox="${sandbox}" referrerpolicy="no-referrer"></iframe>`
}
