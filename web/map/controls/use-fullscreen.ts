import { useSyncExternalStore, type RefObject } from 'react'

function onChange(listener: () => void): () => void {
  document.addEventListener('fullscreenchange', listener)
  return () => document.removeEventListener('fullscreenchange', listener)
}

const readFull = () => document.fullscreenElement !== null

/** Whether something fills the screen, and a way to have it do so. */
export function useFullscreen(stage: RefObject<HTMLElement | null>) {
  const isFull = useSyncExternalStore(onChange, readFull)
  // Either may be refused by the browser: then everything stays as it is.
  const toggle = () =>
    void (isFull ? document.exitFullscreen() : stage.current?.requestFullscreen())?.catch(() => {})
  return { isFull, isPossible: document.fullscreenEnabled, toggle }
}
