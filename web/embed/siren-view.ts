import { element, setAttribute, setText } from './dom.ts'
import { createStatePanel } from './state-panel.ts'
import { stateWords, type StateWords } from './state-text.ts'
import { placeTimes } from './times.ts'
import type { publicSiren } from '#contract/devices/sirens'
import type { Reply } from '#contract/call'
import { isValid, type Lease, type Moment } from '#domain/lightning/lease'
import { shownWidgetState } from '#domain/widgets/shown-state'
import { treatAsUnsafe } from '#web/parts/weather/safety-text.ts'

export type SirenData = Reply<typeof publicSiren>

const failed: StateWords = {
  show: 'Unknown',
  title: 'Failed to get data',
  countdown: null,
  lines: [treatAsUnsafe],
}

/** Shows a siren's state across the whole screen of a phone or wall display. */
export function createSirenView(root: HTMLElement) {
  const panel = createStatePanel()
  const name = element('h1')
  const simulated = element('p', { class: 'simulated', hidden: '' }, 'Simulated weather')
  const page = element('article', { class: 'siren', 'data-state': 'Unknown' }, simulated, name, panel.root)
  root.replaceChildren(page)
  const { time } = placeTimes(null)

  return {
    show(data: SirenData | null, lease: Lease | null, hasFailed: boolean, now: Moment) {
      setText(name, data?.locationName ?? '')
      simulated.hidden = !data?.isSimulated
      const rings = data
        ? [
            {
              ring: 1,
              state: data.state,
              because: '',
              endsAt: data.endsAt,
              stale: false,
              satelliteOnly: data.satelliteOnly,
            },
          ]
        : []
      const place = shownWidgetState(rings, lease, now)
      const isFailed = hasFailed && !isValid(lease, now)
      const words = isFailed ? failed : stateWords(place, place.worstRing ? [place.worstRing] : [], time)
      setAttribute(page, 'data-state', isFailed ? 'Failed' : words.show)
      panel.show(words)
    },
  }
}
