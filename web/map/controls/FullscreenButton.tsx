import { MapButton } from './MapButton.tsx'
import { useFullscreen } from '#web/parts/browser/use-fullscreen-element.ts'
import { IconMaximize, IconMinimize } from '@tabler/icons-react'
import type { RefObject } from 'react'

/** Renders nothing if this browser does not support full screen. */
export function FullscreenButton({ stage }: { stage: RefObject<HTMLElement | null> }) {
  const { isFull, isPossible, toggle } = useFullscreen(stage)
  if (!isPossible) return null
  const label = isFull ? 'Exit full screen' : 'Full screen'
  return <MapButton label={label} icon={isFull ? IconMinimize : IconMaximize} onClick={toggle} />
}
