import classes from './Map.module.css'
import type { LostReason } from './open-map.ts'
import { ErrorNote } from '#web/parts/page/ErrorNote.tsx'

const plainWords: Readonly<Record<LostReason, string>> = {
  'no-webgl':
    'This browser cannot draw the map: WebGL is missing or turned off. Everything else on this page still works.',
  'context-lost':
    'This device’s graphics failed. The map will come back on its own, and everything else on this page still works.',
}

interface MapLostProps {
  reason: LostReason
  onRetry: () => void
}

export function MapLost({ reason, onRetry }: MapLostProps) {
  return (
    <div className={classes.lost}>
      <ErrorNote
        title="Your map data got lost. Give us a moment and we'll find our way back to you!"
        text={plainWords[reason]}
        onRetry={onRetry}
      />
    </div>
  )
}
