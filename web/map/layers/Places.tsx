import { colours, type BaseName } from '#web/map/colours.ts'
import { medium } from '#web/map/fonts.ts'
import type { OverlayLayer } from '#web/map/overlays.ts'
import { useStandingMap } from '#web/map/standing-map.ts'
import { useOverlay } from '#web/map/use-overlay.ts'
import type { Point } from '#domain/geo/distance'
import type { Feature } from 'geojson'
import { useMemo } from 'react'

export interface DrawnPlace extends Point {
  readonly label: string
}

/** Locations, each with its name. */
export function Places({ places }: { places: readonly DrawnPlace[] }) {
  const { base } = useStandingMap()
  useOverlay(
    'places',
    useMemo(() => places.map(featureOf), [places]),
    layersOn[base],
  )
  return null
}

function featureOf({ latitude, longitude, label }: DrawnPlace): Feature {
  return {
    type: 'Feature',
    geometry: { type: 'Point', coordinates: [longitude, latitude] },
    properties: { label },
  }
}

function layersFor(base: BaseName): OverlayLayer[] {
  const { brand, card, ink } = colours[base]
  return [
    {
      id: 'mark',
      type: 'circle',
      paint: {
        'circle-color': brand,
        'circle-radius': 6.5,
        'circle-stroke-color': card,
        'circle-stroke-width': 2.5,
      },
    },
    {
      // An invisible character that keeps space free for the marker, because only text repels other text.
      id: 'kept-free',
      type: 'symbol',
      layout: {
        'text-field': 'O',
        'text-font': [medium],
        'text-size': 13,
        'text-allow-overlap': true,
      },
      paint: { 'text-opacity': 0 },
    },
    {
      id: 'name',
      type: 'symbol',
      layout: {
        'text-field': ['get', 'label'],
        'text-font': [medium],
        'text-size': 13,
        // Moves the name beside the marker if a nearby place's name is in the way.
        'text-variable-anchor': ['top', 'bottom', 'left', 'right'],
        'text-radial-offset': 0.75,
        'text-justify': 'auto',
        'text-max-width': 12,
        'text-allow-overlap': true,
      },
      paint: { 'text-color': ink, 'text-halo-color': card, 'text-halo-width': 2 },
    },
  ]
}

const layersOn: Readonly<Record<BaseName, OverlayLayer[]>> = {
  light: layersFor('light'),
  dark: layersFor('dark'),
}
