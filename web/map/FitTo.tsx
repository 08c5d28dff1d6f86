import type { Bounds } from './ring-line.ts'
import { useStandingMap } from './standing-map.ts'
import type { FitBoundsOptions, LngLatBoundsLike, Map } from 'maplibre-gl'
import { useEffect } from 'react'

export const lngLatBounds = ({ west, south, east, north }: Bounds): LngLatBoundsLike => [
  west,
  south,
  east,
  north,
]

/** Room around what is fitted in, for the controls and the labels of rings; and never closer than there is detail. */
export const fitOptions: FitBoundsOptions = { padding: 28, maxZoom: 10, bearing: 0, pitch: 0 }

interface FitToProps {
  bounds: Bounds
  /** How far the map may be moved. */
  limits: Bounds
}

/** Shows what is to be looked at, also when that is something else, or when there is more or less room for it. */
export function FitTo({ bounds, limits }: FitToProps) {
  const { map } = useStandingMap()
  useEffect(() => {
    let fitted = ''
    const look = () => {
      map.setMaxBounds(null)
      map.fitBounds(lngLatBounds(bounds), { ...fitOptions, animate: false })
      map.setMaxBounds(lngLatBounds(limits))
      fitted = cameraOf(map)
    }
    // Whoever has moved the map looks at what they want to see.
    const lookAgain = () => cameraOf(map) === fitted && look()
    look()
    map.on('resize', lookAgain)
    return () => {
      map.off('resize', lookAgain)
    }
  }, [map, bounds, limits])
  return null
}

function cameraOf(map: Map): string {
  const { lng, lat } = map.getCenter()
  return [lng, lat, map.getZoom()].map(value => value.toFixed(4)).join()
}
