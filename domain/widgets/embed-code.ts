const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const attribute = (text: string) => text.replace(/[&<>"]/g, sign => entities[sign] ?? sign)

export interface Embedded {
  readonly url: string
  readonly locationName: string
  /** Null is as wide as there is room. */
  readonly width: number | null
  readonly height: number
}

/**
 * What a school pastes into its page. The frame has scripts and nothing else: no cookies, no storage, no reach into the
 * page around it. Links in the message open in a tab of their own.
 */
export function embedCode({ url, locationName, width, height }: Embedded): string {
  const widest = width === null ? '' : `max-width:${width}px;`
  const sandbox = 'allow-scripts allow-popups allow-popups-to-escape-sandbox'
  return `<iframe src="${attribute(url)}" title="Weather at ${attribute(locationName)}" style="width:100%;${widest}height:${height}px;border:0" sandbox="${sandbox}" referrerpolicy="no-referrer"></iframe>`
}
