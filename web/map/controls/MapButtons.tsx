import classes from './Controls.module.css'
import { MapButton, MapButtonStack } from './MapButton.tsx'
import { ZoomButtons } from './ZoomButtons.tsx'
import type { Point } from '#domain/geo/distance'
import { flyHome } from '#web/map/home-view.ts'
import { useStandingMap } from '#web/map/standing-map.ts'
import { IconFocusCentered } from '@tabler/icons-react'

/** Buttons to zoom in, zoom out, and return to the place. */
export function MapButtons({ home }: { home: Point }) {
  const { map } = useStandingMap()
  return (
    <div className={classes.corner}>
      <MapButtonStack label="Map controls">
        <ZoomButtons />
        <MapButton label="Re-center the map" icon={IconFocusCentered} onClick={() => flyHome(map, home)} />
      </MapButtonStack>
    </div>
  )
}
