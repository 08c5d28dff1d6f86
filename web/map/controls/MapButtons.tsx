import classes from './Controls.module.css'
import { MapButton, MapButtonStack } from './MapButton.tsx'
import { ZoomButtons } from './ZoomButtons.tsx'
import { fit } from '#web/map/FitTo.tsx'
import type { Bounds } from '#web/map/ring-line.ts'
import { useStandingMap } from '#web/map/standing-map.ts'
import { IconFocusCentered } from '@tabler/icons-react'

/** Zoom in and out, and back to where the map began. */
export function MapButtons({ home }: { home: Bounds }) {
  const { map } = useStandingMap()
  return (
    <div className={classes.corner}>
      <MapButtonStack label="Map controls">
        <ZoomButtons />
        <MapButton label="Re-center the map" icon={IconFocusCentered} onClick={() => fit(map, home)} />
      </MapButtonStack>
    </div>
  )
}
