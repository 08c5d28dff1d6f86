import { useStandingMap } from './standing-map.ts'
import type { Viewport } from './viewport.ts'
import type { Map } from './maplibre.ts'
import { normalizedLongitude } from '#domain/geo/distance'
import { useEffect } from 'react'

/** From the specification: the map makes no requests while it moves. */
const settledAfterMs = 300

/** Reports the visible area, immediately and whenever the map stops moving. */
export function ViewportWatch({ onChange }: { onChange: (viewport: Viewport) => void }) {
  const { map } = useStandingMap()
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const tell = () => onChange(viewportOf(map))
    const reportSoon = () => {
      clearTimeout(timer)
      timer = setTimeout(tell, settledAfterMs)
    }
    tell()
    map.on('moveend', reportSoon)
    return () => {
      clearTimeout(timer)
      map.off('moveend', reportSoon)
    }
  }, [map, onChange])
  return null
}

function viewportOf(map: Map): Viewport {
  const bounds = map.getBounds()
  const { lng, lat } = map.getCenter()
  const { clientWidth, clientHeight } = map.getContainer()
  return {
    bounds: {
      west: bounds.getWest(),
      south: bounds.getSouth(),
      east: bounds.getEast(),
      north: bounds.getNorth(),
    },
    centre: { latitude: lat, longitude: normalizedLongitude(lng) },
    zoom: map.getZoom(),
    widthPx: clientWidth,
    heightPx: clientHeight,
  }
}
