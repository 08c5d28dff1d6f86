import { putLayers, removeOverlay, sourceOf, type OverlayLayer, type OverlayName } from './overlays.ts'
import { useStandingMap } from './standing-map.ts'
import type { Feature } from 'geojson'
import { GeoJSONSource } from 'maplibre-gl'
import { useEffect } from 'react'

/** Keeps features on the map for as long as the component is. Both lists must stay the same while they say the same. */
export function useOverlay(name: OverlayName, features: readonly Feature[], layers: readonly OverlayLayer[]) {
  const { map, isStanding } = useStandingMap()

  useEffect(() => {
    const data = { type: 'FeatureCollection' as const, features: [...features] }
    const source = map.getSource(sourceOf(name))
    if (source instanceof GeoJSONSource) void source.setData(data)
    else map.addSource(sourceOf(name), { type: 'geojson', data })
  }, [map, name, features])

  useEffect(() => putLayers(map, name, layers), [map, name, layers])

  useEffect(
    () => () => {
      if (isStanding()) removeOverlay(map, name)
    },
    [map, isStanding, name],
  )
}
