import { MapButton } from '#web/map/controls/MapButton.tsx'
import { IconMaximize, IconMinimize } from '@tabler/icons-react'
import { useSyncExternalStore, type RefObject } from 'react'

function onChange(listener: () => void): () => void {
  document.addEventListener('fullscreenchange', listener)
  return () => document.removeEventListener('fullscreenchange', listener)
}

const isFull = () => document.fullscreenElement !== null

/** Nothing where this browser has no full screen. */
export function FullscreenButton({ stage }: { stage: RefObject<HTMLElement | null> }) {
  const full = useSyncExternalStore(onChange, isFull)
  if (!document.fullscreenEnabled) return null
  const label = full ? 'Leave full screen' : 'Full screen'
  // Either may be refused by the browser: then everything stays as it is.
  const toggle = () =>
    void (full ? document.exitFullscreen() : stage.current?.requestFullscreen())?.catch(() => {})
  return <MapButton label={label} icon={full ? IconMinimize : IconMaximize} onClick={toggle} />
}
