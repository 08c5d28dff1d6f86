/** A message's content: text and the few elements that the server allows. */
export type HtmlNode =
  | string
  | { readonly tag: 'a'; readonly href: string; readonly children: readonly HtmlNode[] }
  | { readonly tag: AllowedTag; readonly children: readonly HtmlNode[] }

const allowedTags = ['b', 'i', 'em', 'strong', 'p', 'br', 'ul', 'ol', 'li'] as const
export type AllowedTag = (typeof allowedTags)[number]

/** The text inside these elements is dropped too, because it was never meant to be read. */
const silentTags = new Set([
  'script',
  'style',
  'template',
  'noscript',
  'iframe',
  'object',
  'svg',
  'math',
  'title',
])

const token = /<!--[\s\S]*?-->|<(\/?)([a-z][a-z0-9]*)((?:[^>"']|"[^"]*"|'[^']*')*)>/gi
const hrefPattern = /(?:^|\s)href\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/i

const entities: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: '\u{a0}',
}

function character(code: number): string {
  return code > 0 && code <= 0x10_ffff && !(code >= 0xd800 && code <= 0xdfff)
    ? String.fromCodePoint(code)
    : '\u{fffd}'
}

/** Decodes only once: `&amp;lt;` is the text `&lt;`. */
function decoded(text: string): string {
  return text.replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]+));/gi, (whole, decimal, hex, name) => {
    if (decimal !== undefined) return character(Number(decimal))
    if (hex !== undefined) return character(Number.parseInt(String(hex), 16))
    return entities[String(name).toLowerCase()] ?? whole
  })
}

function httpsAddress(attributes: string): string | null {
  const found = hrefPattern.exec(attributes)
  const address = decoded(found?.[1] ?? found?.[2] ?? found?.[3] ?? '').trim()
  try {
    return new URL(address).protocol === 'https:' ? address : null
  } catch {
    return null
  }
}

interface Open {
  readonly tag: string
  readonly href: string | null
  readonly children: HtmlNode[]
}

function isAllowed(tag: string): tag is AllowedTag {
  return (allowedTags as readonly string[]).includes(tag)
}

/** An element that is not allowed is replaced with its content. */
function closed({ tag, href, children }: Open): HtmlNode[] {
  if (tag === 'a') return href === null ? children : [{ tag, href, children }]
  return isAllowed(tag) ? [{ tag, children }] : children
}

/**
 * Parses a message from the server. Uses its own parser because Trusted Types forbid the browser's parsers on this
 * page, so a message can never produce more than the few elements above.
 */
export function readHtml(html: string): HtmlNode[] {
  const root: Open = { tag: '', href: null, children: [] }
  const open: Open[] = [root]
  const top = () => open.at(-1) ?? root
  const close = () => {
    const last = open.pop()
    if (last) top().children.push(...closed(last))
  }
  let silent: string | null = null
  let readTo = 0
  const takeText = (until: number) => {
    const text = html.slice(readTo, until)
    if (silent === null && text !== '') top().children.push(decoded(text))
  }
  for (const match of html.matchAll(token)) {
    takeText(match.index)
    readTo = match.index + match[0].length
    const [, slash, name, attributes = ''] = match
    const tag = name?.toLowerCase()
    if (tag === undefined) continue
    if (silent !== null) {
      if (slash === '/' && tag === silent) silent = null
    } else if (slash === '/') {
      if (open.some((element, index) => index > 0 && element.tag === tag)) {
        while (top().tag !== tag) close()
        close()
      }
    } else if (silentTags.has(tag)) silent = tag
    else if (tag === 'br') top().children.push({ tag, children: [] })
    else open.push({ tag, href: tag === 'a' ? httpsAddress(attributes) : null, children: [] })
  }
  takeText(html.length)
  while (open.length > 1) close()
  return root.children
}
