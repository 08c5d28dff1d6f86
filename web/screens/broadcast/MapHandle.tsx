import { flyTo, type BroadcastView } from './view.ts'
import type { Map } from '#web/map/maplibre.ts'
import { useStandingMap } from '#web/map/standing-map.ts'
import { useEffect, useRef } from 'react'

interface MapHandleProps {
  /** The view to show. */
  view: BroadcastView
  /** Called with the current map, for the controls outside it. */
  onMap: (map: Map | null) => void
  /** Called when a person, as opposed to the code, moves the map. */
  onMoved: () => void
}

export function MapHandle({ view, onMap, onMoved }: MapHandleProps) {
  const { map } = useStandingMap()
  useEffect(() => {
    onMap(map)
    return () => onMap(null)
  }, [map, onMap])

  useEffect(() => {
    const subscription = map.on('movestart', ({ originalEvent }) => originalEvent && onMoved())
    return () => subscription.unsubscribe()
  }, [map, onMoved])

  useEffect(() => {
    sharpen(map)
    const subscription = map.on('resize', () => sharpen(map))
    return () => subscription.unsubscribe()
  }, [map])

  const shown = useRef<BroadcastView>(null)
  useEffect(() => {
    if (view === shown.current) return
    shown.current = view
    // The overlays were measured while the map was loading, so the map may have started with another view.
    if (!isAt(map, view)) flyTo(map, view)
  }, [map, view])
  return null
}

function isAt(map: Map, { centre, zoom }: BroadcastView): boolean {
  const { lat, lng } = map.getCenter()
  const near = (one: number, other: number) => Math.abs(one - other) < 0.001
  return near(lat, centre.latitude) && near(lng, centre.longitude) && near(map.getZoom(), zoom)
}

/** Renders the map with more pixels if the page shows it enlarged. */
function sharpen(map: Map) {
  const container = map.getContainer()
  const scale = container.getBoundingClientRect().width / container.offsetWidth
  const wanted = devicePixelRatio * scale
  if (Number.isFinite(wanted) && Math.abs(map.getPixelRatio() - wanted) > 0.01) map.setPixelRatio(wanted)
}
