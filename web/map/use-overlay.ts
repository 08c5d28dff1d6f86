import { putLayers, removeOverlay, overlaySourceId, type OverlayLayer, type OverlayName } from './overlays.ts'
import { useStandingMap } from './standing-map.ts'
import type { Feature } from 'geojson'
import { GeoJSONSource, type GeoJSONSourceSpecification } from 'maplibre-gl'
import { useEffect } from 'react'

type SourceOptions = Omit<GeoJSONSourceSpecification, 'type' | 'data'>
const noOptions: SourceOptions = {}

/**
 * Keeps features on the map while the component is mounted. Both lists must be referentially stable. The source's
 * options are read only once.
 */
export function useOverlay(
  name: OverlayName,
  features: readonly Feature[],
  layers: readonly OverlayLayer[],
  options: SourceOptions = noOptions,
) {
  const { map, isStanding } = useStandingMap()

  useEffect(() => {
    const data = { type: 'FeatureCollection' as const, features: [...features] }
    const source = map.getSource(overlaySourceId(name))
    if (source instanceof GeoJSONSource) void source.setData(data)
    else map.addSource(overlaySourceId(name), { ...options, type: 'geojson', data })
  }, [map, name, features, options])

  useEffect(() => putLayers(map, name, layers), [map, name, layers])

  useEffect(
    () => () => {
      if (isStanding()) removeOverlay(map, name)
    },
    [map, isStanding, name],
  )
}
