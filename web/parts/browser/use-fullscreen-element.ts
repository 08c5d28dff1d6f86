import { useSyncExternalStore } from 'react'

function onChange(listener: () => void): () => void {
  document.addEventListener('fullscreenchange', listener)
  return () => document.removeEventListener('fullscreenchange', listener)
}

/** The full-screen element, if any. */
export function useFullscreenElement(): Element | null {
  return useSyncExternalStore(onChange, () => document.fullscreenElement)
}
