import { useSyncExternalStore, type RefObject } from 'react'

/** Returns whether an element is full screen, and a function to toggle it. */
export function useFullscreen(stage: RefObject<HTMLElement | null>) {
  const isFull = useFullscreenElement() !== null
  // The browser may refuse to enter or leave full screen, in which case nothing changes.
  const toggle = () =>
    void (isFull ? document.exitFullscreen() : stage.current?.requestFullscreen())?.catch(() => {})
  return { isFull, isPossible: document.fullscreenEnabled, toggle }
}

function onChange(listener: () => void): () => void {
  document.addEventListener('fullscreenchange', listener)
  return () => document.removeEventListener('fullscreenchange', listener)
}

/** Returns the full-screen element, if any. */
export function useFullscreenElement(): Element | null {
  return useSyncExternalStore(onChange, () => document.fullscreenElement)
}
