import './embed.css'
import { element } from './dom.ts'
import { isReloadDue } from './newer-page.ts'
import { createSirenView, type SirenData } from './siren-view.ts'
import { createWidgetView } from './widget-view.ts'
import type { EmbedData } from '#contract/messages/widgets'
import { keepAsking, type LastAnswer } from '#web/data/requests/keep-asking.ts'
import { momentNow } from '#web/data/live/moment.ts'

const spreadMs = 60_000

/** Spreads out reloads after a server update. */
function reloadLater(own: string) {
  let isDue = false
  return (served: string) => {
    if (isDue || !isReloadDue(own, served, performance.now())) return
    isDue = true
    setTimeout(() => location.reload(), Math.random() * spreadMs)
  }
}

/** Draws every second, so that countdowns run and leases expire. */
function eachSecond(draw: () => void) {
  draw()
  setInterval(draw, 1000)
}

function start(page: HTMLElement) {
  const { kind, address = '', theme = '1', build = '' } = page.dataset
  const onBuild = reloadLater(build)
  if (kind === 'widget') {
    const view = createWidgetView(page, Number(theme))
    let received: LastAnswer<EmbedData> | null = null
    const draw = () => {
      if (received?.isGone) return view.showGone()
      view.show(received?.data ?? null, received?.lease ?? null, momentNow())
    }
    const onHeard = (newer: LastAnswer<EmbedData>) => {
      if (received?.isGone && !newer.isGone) return location.reload()
      received = newer
      draw()
    }
    eachSecond(draw)
    void keepAsking<EmbedData>(address, onHeard, onBuild)
  } else if (kind === 'siren') {
    const view = createSirenView(page)
    let received: LastAnswer<SirenData> | null = null
    // A page that was turned off in the meantime shows Unknown, and nothing else.
    const draw = () =>
      view.show(
        received?.data ?? null,
        received?.lease ?? null,
        received !== null && (received.hasFailed || received.isGone),
        momentNow(),
      )
    const onHeard = (newer: LastAnswer<SirenData>) => {
      received = newer
      draw()
    }
    eachSecond(draw)
    void keepAsking<SirenData>(address, onHeard, onBuild)
  } else {
    const words = element('p', { class: 'gone' }, 'This page is not available.')
    page.replaceChildren(element('article', { class: 'widget', 'data-theme': '1' }, words))
  }
}

const page = document.getElementById('page')
if (page) start(page)
