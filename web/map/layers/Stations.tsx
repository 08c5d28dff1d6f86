import { colours, type BaseName } from '#web/map/colours.ts'
import { medium } from '#web/map/fonts.ts'
import type { OverlayLayer } from '#web/map/overlays.ts'
import { useStandingMap } from '#web/map/standing-map.ts'
import { useOverlay } from '#web/map/use-overlay.ts'
import type { MapStation } from '#contract/devices/stations'
import type { Feature } from 'geojson'
import type { ExpressionSpecification } from 'maplibre-gl'
import { useMemo } from 'react'

/**
 * Weather stations with their temperature. Airports are smaller than a customer's own stations, and silent ones are
 * hollow.
 */
export function StationLayer({ stations }: { stations: readonly MapStation[] }) {
  const { base } = useStandingMap()
  useOverlay(
    'stations',
    useMemo(() => stations.map(featureOf), [stations]),
    layersOn[base],
  )
  return null
}

function featureOf({ latitude, longitude, name, type, isFresh, temperature }: MapStation): Feature {
  return {
    type: 'Feature',
    geometry: { type: 'Point', coordinates: [longitude, latitude] },
    properties: { name, type, isFresh, label: temperature === null ? '' : `${temperature}°` },
  }
}

const radius: ExpressionSpecification = ['match', ['get', 'type'], 1, 6, 4]

function layersFor(base: BaseName): OverlayLayer[] {
  const { card, ink } = colours[base]
  return [
    {
      id: 'mark',
      type: 'circle',
      paint: {
        'circle-color': ['case', ['get', 'isFresh'], ink, card],
        'circle-radius': radius,
        'circle-stroke-color': ['case', ['get', 'isFresh'], card, ink],
        'circle-stroke-width': 1.5,
      },
    },
    {
      id: 'temperature',
      type: 'symbol',
      layout: {
        'text-field': ['get', 'label'],
        'text-font': [medium],
        'text-size': 13,
        'text-anchor': 'left',
        'text-offset': [0.7, 0],
        'text-optional': true,
      },
      paint: { 'text-color': ink, 'text-halo-color': card, 'text-halo-width': 2 },
    },
  ]
}

const layersOn: Readonly<Record<BaseName, OverlayLayer[]>> = {
  light: layersFor('light'),
  dark: layersFor('dark'),
}
