import { MapButton } from './MapButton.tsx'
import { zoomBy } from './zoom-by.ts'
import { useStandingMap } from '#web/map/standing-map.ts'
import { IconMinus, IconPlus } from '@tabler/icons-react'

export function ZoomButtons() {
  const { map } = useStandingMap()
  return (
    <>
      <MapButton label="Zoom in" icon={IconPlus} onClick={() => zoomBy(map, 1)} />
      <MapButton label="Zoom out" icon={IconMinus} onClick={() => zoomBy(map, -1)} />
    </>
  )
}
