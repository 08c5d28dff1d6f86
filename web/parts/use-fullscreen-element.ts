import { useSyncExternalStore } from 'react'

function onChange(listener: () => void): () => void {
  document.addEventListener('fullscreenchange', listener)
  return () => document.removeEventListener('fullscreenchange', listener)
}

/** What fills the screen, if anything does. */
export function useFullscreenElement(): Element | null {
  return useSyncExternalStore(onChange, () => document.fullscreenElement)
}
