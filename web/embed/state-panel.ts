import { drawing, element, setAttribute, setText } from './dom.ts'
import type { StateWords } from './state-text.ts'

const icons: Readonly<Record<StateWords['show'], string>> = {
  AllClear: 'M5 12.5l4.5 4.5L19 7.5',
  Delay: 'M13 3L5 14h6l-1 7 8-11h-6z',
  Checking: 'M12 7v5l3.5 2M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18z',
  Unknown: 'M9 9a3 3 0 1 1 4 2.8c-.7.3-1 .8-1 1.7M12 17.5v.1M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18z',
}

/**
 * Shows the place's state, the largest element on the page. Its text is read out when it changes; its countdown is not.
 */
export function createStatePanel() {
  const path = drawing('path', {
    d: icons.Unknown,
    fill: 'none',
    stroke: 'currentColor',
    'stroke-width': '2',
    'stroke-linecap': 'round',
    'stroke-linejoin': 'round',
  })
  const title = element('strong', { class: 'state-title' })
  const lines = element('span', { class: 'state-lines' })
  const countdown = element('span', { class: 'state-countdown', 'aria-hidden': 'true' })
  const root = element(
    'section',
    { class: 'state', 'data-state': 'Unknown', 'aria-label': 'Lightning' },
    drawing('svg', { class: 'state-icon', viewBox: '0 0 24 24', 'aria-hidden': 'true' }, path),
    element('div', { class: 'state-words', role: 'status', 'aria-live': 'polite' }, title, lines),
    countdown,
  )
  return {
    root,
    show(words: StateWords) {
      setAttribute(root, 'data-state', words.show)
      setAttribute(path, 'd', icons[words.show])
      setText(title, words.title)
      setText(lines, words.lines.join(' '))
      setText(countdown, words.countdown ?? '')
    },
  }
}
