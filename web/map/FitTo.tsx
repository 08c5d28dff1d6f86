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

/** Leaves room for the controls and ring labels, and never zooms in beyond the available detail. */
export const fitOptions: FitBoundsOptions = { padding: 28, maxZoom: 10, bearing: 0, pitch: 0 }

interface FitToProps {
  bounds: Bounds
  /** How far the map can be moved. */
  limits: Bounds
}

/** Fits the bounds into the map, and again when they or the available space change. */
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
    // If a person has moved the map, their view is kept.
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
