import { colours, type BaseName } from '#web/map/colours.ts'
import type { OverlayLayer } from '#web/map/overlays.ts'
import { useStandingMap } from '#web/map/standing-map.ts'
import { useOverlay } from '#web/map/use-overlay.ts'
import type { Point } from '#domain/geo/distance'
import type { Feature } from 'geojson'
import { useMemo } from 'react'

/** Shows the measured points with straight lines between them. */
export function MeasuredLine({ points }: { points: readonly Point[] }) {
  const { base } = useStandingMap()
  useOverlay(
    'measure',
    useMemo(() => featuresOf(points), [points]),
    layersOn[base],
  )
  return null
}

function featuresOf(points: readonly Point[]): Feature[] {
  const line = points.map(({ latitude, longitude }) => [longitude, latitude])
  return [
    ...(line.length > 1
      ? [
          {
            type: 'Feature' as const,
            geometry: { type: 'LineString' as const, coordinates: line },
            properties: {},
          },
        ]
      : []),
    ...line.map((coordinates): Feature => ({
      type: 'Feature',
      geometry: { type: 'Point', coordinates },
      properties: {},
    })),
  ]
}

function layersFor(base: BaseName): OverlayLayer[] {
  const { card, brand } = colours[base]
  return [
    {
      id: 'edge',
      type: 'line',
      filter: ['==', ['geometry-type'], 'LineString'],
      paint: { 'line-color': card, 'line-width': 6, 'line-opacity': 0.85 },
    },
    {
      id: 'line',
      type: 'line',
      filter: ['==', ['geometry-type'], 'LineString'],
      paint: { 'line-color': brand, 'line-width': 2.5, 'line-dasharray': [2, 1.4] },
    },
    {
      id: 'point',
      type: 'circle',
      filter: ['==', ['geometry-type'], 'Point'],
      paint: {
        'circle-color': card,
        'circle-radius': 5,
        'circle-stroke-color': brand,
        'circle-stroke-width': 3,
      },
    },
  ]
}

const layersOn: Readonly<Record<BaseName, OverlayLayer[]>> = {
  light: layersFor('light'),
  dark: layersFor('dark'),
}
