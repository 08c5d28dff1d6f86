import type { PlaybackStep } from '#web/map/radar/playback.ts'
import { useEffect } from 'react'

const steps: Readonly<Record<string, PlaybackStep>> = {
  ' ': { kind: 'play-pressed' },
  ArrowRight: { kind: 'arrow', direction: 'forward' },
  ArrowLeft: { kind: 'arrow', direction: 'back' },
}

/** Whoever types or chooses from a list means the field; a dialog that keeps the rest of the page away keeps its keys. */
const takesAll =
  'textarea, select, [contenteditable], [role="menu"], [aria-modal="true"], input:not([type="range"], [type="checkbox"], [type="radio"])'
const takesSpace = 'button, a, summary, [type="checkbox"], [type="radio"]'
const takesArrows = 'canvas, [type="radio"]'

/**
 * What a key means for the radar; nothing where it means something to what has the focus. `wasPointed` says that the
 * focus came by a pointer: whoever clicked 'Zoom in' and presses the space bar wants to play, not to zoom again.
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
 * Space plays and pauses, the arrows step, wherever the focus is. Heard before what has the focus: a button or a map
 * that was clicked lets go of these keys, one that was reached by keyboard keeps those that it has a use for.
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
    // Some browsers press a button when the space bar is let go.
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
