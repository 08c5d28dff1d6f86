import type { PlaybackStep } from '#web/map/radar/playback.ts'
import { useEffect } from 'react'

const steps: Readonly<Record<string, PlaybackStep>> = {
  ' ': { kind: 'play-pressed' },
  ArrowRight: { kind: 'arrow', direction: 'forward' },
  ArrowLeft: { kind: 'arrow', direction: 'back' },
}

/** Keys pressed in a field or a list are handled there. A modal dialog handles its own keys. */
const takesAll =
  'textarea, select, [contenteditable], [role="menu"], [aria-modal="true"], input:not([type="range"], [type="checkbox"], [type="radio"])'
const takesSpace = 'button, a, summary, [type="checkbox"], [type="radio"]'
const takesArrows = 'canvas, [type="radio"]'

/**
 * Returns a key's meaning for the radar; null if the focused element uses it. `wasPointed` means that the focus came
 * from a pointer: a person who clicked 'Zoom in' and presses the space bar wants to play, not to zoom again.
 */
function stepFor(event: KeyboardEvent, wasPointed: boolean): PlaybackStep | null {
  const { key, target } = event
  const step = steps[key]
  if (!step || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return null
  if (!(target instanceof Element)) return step
  if (target.closest(takesAll)) return null
  if (!wasPointed && target.closest(key === ' ' ? takesSpace : takesArrows)) return null
  return step
}

/**
 * Space plays and pauses, and the arrows step, wherever the focus is. Runs before the focused element's handlers: a
 * button or map that was clicked gives up these keys; one focused by keyboard keeps the keys it uses.
 */
export function useRadarKeys(isPlayable: boolean, onStep: (step: PlaybackStep) => void) {
  useEffect(() => {
    if (!isPlayable) return
    let wasPointed = false
    const onPointer = () => {
      wasPointed = true
    }
    const take = (event: KeyboardEvent) => {
      if (event.key === 'Tab') wasPointed = false
      const step = stepFor(event, wasPointed)
      if (!step) return
      event.preventDefault()
      event.stopPropagation()
      onStep(step)
    }
    // Some browsers activate a button when the space bar is released.
    const letGo = (event: KeyboardEvent) => {
      if (event.key === ' ' && stepFor(event, wasPointed)) event.preventDefault()
    }
    document.addEventListener('pointerdown', onPointer, true)
    document.addEventListener('keydown', take, true)
    document.addEventListener('keyup', letGo, true)
    return () => {
      document.removeEventListener('pointerdown', onPointer, true)
      document.removeEventListener('keydown', take, true)
      document.removeEventListener('keyup', letGo, true)
    }
  }, [isPlayable, onStep])
}
