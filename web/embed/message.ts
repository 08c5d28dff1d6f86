import { element } from './dom.ts'
import { readHtml, type HtmlNode } from '#web/parts/page/safe-html.ts'

function nodeOf(part: HtmlNode): Node {
  if (typeof part === 'string') return document.createTextNode(part)
  const children = part.children.map(nodeOf)
  if (part.tag !== 'a') return element(part.tag, {}, ...children)
  return element('a', { href: part.href, target: '_blank', rel: 'noopener noreferrer' }, ...children)
}

/** A message as elements, sanitized by the server and again here. */
export function messageOf(html: string): HTMLElement {
  return element('div', { class: 'message' }, ...readHtml(html).map(nodeOf))
}
