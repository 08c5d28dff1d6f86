import type { PlaybackStep } from '#web/map/radar/playback.ts'
import { useEffect } from 'react'

const steps: Readonly<Record<string, PlaybackStep>> = {
  ' ': { kind: 'play-pressed' },
  ArrowRight: { kind: 'arrow', direction: 'forward' },
  ArrowLeft: { kind: 'arrow', direction: 'back' },
}

/** What takes these keys for itself: fields, sliders, popups and menus; of a button only the space bar is its own. */
const takesAll = 'input, textarea, select, [contenteditable], [role="dialog"], [role="menu"]'
const takesSpace = 'button, a, summary'
/** Arrows move the map that has the focus. */
const takesArrows = 'canvas'

function isFree(key: string, target: EventTarget | null): boolean {
  if (!(target instanceof Element) || target.closest(takesAll)) return false
  return !target.closest(key === ' ' ? takesSpace : takesArrows)
}

/** Space plays and pauses, the arrows step. */
export function useRadarKeys(isPlayable: boolean, onStep: (step: PlaybackStep) => void) {
  useEffect(() => {
    if (!isPlayable) return
    const onKey = (event: KeyboardEvent) => {
      const step = steps[event.key]
      const isPlain = !event.ctrlKey && !event.metaKey && !event.altKey && !event.shiftKey
      if (!step || !isPlain || !isFree(event.key, event.target)) return
      event.preventDefault()
      onStep(step)
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [isPlayable, onStep])
}
