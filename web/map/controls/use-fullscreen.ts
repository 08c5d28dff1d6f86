import { useFullscreenElement } from '#web/parts/use-fullscreen-element.ts'
import type { RefObject } from 'react'

/** Whether something fills the screen, and a way to have it do so. */
export function useFullscreen(stage: RefObject<HTMLElement | null>) {
  const isFull = useFullscreenElement() !== null
  // Either may be refused by the browser: then everything stays as it is.
  const toggle = () =>
    void (isFull ? document.exitFullscreen() : stage.current?.requestFullscreen())?.catch(() => {})
  return { isFull, isPossible: document.fullscreenEnabled, toggle }
}
