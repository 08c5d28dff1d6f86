import { MapButton } from './MapButton.tsx'
import { useStandingMap } from '#web/map/standing-map.ts'
import { IconMinus, IconPlus } from '@tabler/icons-react'

/** The specification's: one level in a fifth of a second. */
const zoomMs = 200

export function ZoomButtons() {
  const { map } = useStandingMap()
  const zoomBy = (levels: number) => map.zoomTo(map.getZoom() + levels, { duration: zoomMs })
  return (
    <>
      <MapButton label="Zoom in" icon={IconPlus} onClick={() => zoomBy(1)} />
      <MapButton label="Zoom out" icon={IconMinus} onClick={() => zoomBy(-1)} />
    </>
  )
}
