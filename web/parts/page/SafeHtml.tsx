import { readHtml, type HtmlNode } from './safe-html.ts'
import { createElement, useMemo, type ReactNode } from 'react'

function element(node: HtmlNode, key: number): ReactNode {
  if (typeof node === 'string') return node
  if (node.tag === 'br') return <br key={key} />
  const children = node.children.map(element)
  if (node.tag !== 'a') return createElement(node.tag, { key }, children)
  return (
    <a key={key} href={node.href} target="_blank" rel="noreferrer noopener">
      {children}
      <span className="visually-hidden"> (opens in a new tab)</span>
    </a>
  )
}

/** Renders a message with a little HTML, rebuilt from the few elements that are allowed. */
export function SafeHtml({ html }: { html: string }) {
  return useMemo(() => readHtml(html).map(element), [html])
}
