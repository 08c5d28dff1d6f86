import classes from './Controls.module.css'
import { fit } from '#web/map/FitTo.tsx'
import type { Bounds } from '#web/map/ring-line.ts'
import { useStandingMap } from '#web/map/standing-map.ts'
import { IconFocusCentered, IconMinus, IconPlus } from '@tabler/icons-react'

/** The specification's: one level in a fifth of a second. */
const zoomMs = 200

/** Zoom in and out, and back to where the map began. */
export function MapButtons({ home }: { home: Bounds }) {
  const { map } = useStandingMap()
  const zoomBy = (levels: number) => map.zoomTo(map.getZoom() + levels, { duration: zoomMs })
  return (
    <div className={classes.buttons} role="group" aria-label="Map controls">
      <button type="button" aria-label="Zoom in" onClick={() => zoomBy(1)}>
        <IconPlus size={18} aria-hidden />
      </button>
      <button type="button" aria-label="Zoom out" onClick={() => zoomBy(-1)}>
        <IconMinus size={18} aria-hidden />
      </button>
      <button type="button" aria-label="Re-center the map" onClick={() => fit(map, home)}>
        <IconFocusCentered size={18} aria-hidden />
      </button>
    </div>
  )
}
