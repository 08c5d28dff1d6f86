import { element, setAttribute } from './dom.ts'

import { agedData } from './aged-data.ts'
import { createStatePanel } from './state-panel.ts'
import { stateWords } from './state-text.ts'
import { placeTimes } from './times.ts'
import { widgetBody } from './widget-body.ts'
import type { EmbedData } from '#contract/messages/widgets'
import type { Lease, Moment } from '#domain/lightning/lease'
import { shownWidgetState } from '#domain/widgets/shown-state'

import { readHtml, type HtmlNode } from '#web/parts/page/safe-html.ts'

function nodeOf(part: HtmlNode): Node {
  if (typeof part === 'string') return document.createTextNode(part)
  const children = part.children.map(nodeOf)
  if (part.tag !== 'a') return element(part.tag, {}, ...children)
  return element('a', { href: part.href, target: '_blank', rel: 'noopener noreferrer' }, ...children)
}

/** Returns a message as elements, sanitized by the server and again here. */
function messageOf(html: string): HTMLElement {
  return element('div', { class: 'message' }, ...readHtml(html).map(nodeOf))
}

/** Whether the content is the same, apart from the countdown and the image's age. */
function isSame(one: EmbedData | null, other: EmbedData): boolean {
  const settled = (data: EmbedData) => JSON.stringify({ ...data, asOf: '', validForMs: 0, rings: [] })
  return one !== null && settled(one) === settled(other)
}

/** Renders a widget into an element, for the page on a customer's site and for the builder's preview. */
export function createWidgetView(root: HTMLElement, theme: number) {
  const panel = createStatePanel()
  const top = element('div', { class: 'top' })
  const rest = element('div', { class: 'rest' })
  const article = element('article', { class: 'widget', 'data-theme': String(theme) }, top, panel.root, rest)
  root.replaceChildren(article)
  let drawn: EmbedData | null = null
  let times = placeTimes(null)

  function draw(data: EmbedData) {
    times = placeTimes(data.timeZone)
    setAttribute(article, 'data-theme', String(data.theme))
    const { headerMessage: message } = data
    top.replaceChildren(
      ...(data.isSimulated ? [element('p', { class: 'simulated' }, 'Simulated weather')] : []),
      ...(message === null ? [] : [messageOf(message)]),
      element('h1', {}, data.locationName),
    )
    rest.replaceChildren(widgetBody(data, times))
    drawn = data
  }

  return {
    show(answer: EmbedData | null, lease: Lease | null, now: Moment) {
      const data = answer && agedData(answer, lease, now)
      if (data && !isSame(drawn, data)) draw(data)
      const rings = (data?.rings ?? []).map(ring => ({ ...ring, because: '' }))
      const place = shownWidgetState(rings, lease, now)
      panel.show(stateWords(place, rings.map(asShown), times.time))
    },
    /** Shows that the widget was deleted. */
    showGone() {
      article.replaceChildren(element('p', { class: 'gone' }, 'This widget is no longer available.'))
    },
  }
}

const asShown = <Ring>(ring: Ring) => ({ ...ring, shown: { show: 'Checking' } as const })
