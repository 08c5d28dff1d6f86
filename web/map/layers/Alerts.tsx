import { colours, type BaseName } from '#web/map/colours.ts'
import { medium } from '#web/map/fonts.ts'
import type { OverlayLayer } from '#web/map/overlays.ts'
import { useStandingMap } from '#web/map/standing-map.ts'
import { useOverlay } from '#web/map/use-overlay.ts'
import type { Feature } from 'geojson'
import { useMemo } from 'react'

export interface DrawnAlert {
  readonly Event: string
  readonly Color: string
  readonly Exercise: boolean
  /** Closed outlines, as [longitude, latitude]. */
  readonly Outlines: readonly (readonly [number, number][])[]
}

/** The weather service's alerts in its colors, each with its name. The first in the list is on top. */
export function Alerts({ alerts }: { alerts: readonly DrawnAlert[] }) {
  const { base } = useStandingMap()
  useOverlay(
    'alerts',
    useMemo(() => alerts.toReversed().map(featureOf), [alerts]),
    layersOn[base],
  )
  return null
}

function featureOf({ Event, Color, Exercise, Outlines }: DrawnAlert, order: number): Feature {
  return {
    type: 'Feature',
    geometry: { type: 'MultiPolygon', coordinates: Outlines.map(outline => [[...outline]]) },
    properties: { label: Exercise ? `EXERCISE: ${Event}` : Event, colour: Color, order },
  }
}

function layersFor(base: BaseName): OverlayLayer[] {
  const { card, ink } = colours[base]
  const colour = ['get', 'colour'] as ['get', string]
  const order = ['get', 'order'] as ['get', string]
  return [
    {
      id: 'area',
      type: 'fill',
      layout: { 'fill-sort-key': order },
      paint: { 'fill-color': colour, 'fill-opacity': 0.14 },
    },
    {
      id: 'edge',
      type: 'line',
      layout: { 'line-sort-key': order, 'line-join': 'round' },
      paint: { 'line-color': ink, 'line-opacity': 0.65, 'line-width': 4 },
    },
    {
      id: 'line',
      type: 'line',
      layout: { 'line-sort-key': order, 'line-join': 'round' },
      paint: { 'line-color': colour, 'line-width': 2.4 },
    },
    {
      id: 'name',
      type: 'symbol',
      minzoom: 5,
      layout: {
        'symbol-placement': 'line',
        'symbol-spacing': 400,
        'text-field': ['get', 'label'],
        'text-font': [medium],
        'text-size': 11.5,
        'text-offset': [0, 0.9],
      },
      paint: { 'text-color': ink, 'text-halo-color': card, 'text-halo-width': 2 },
    },
  ]
}

const layersOn: Readonly<Record<BaseName, OverlayLayer[]>> = {
  light: layersFor('light'),
  dark: layersFor('dark'),
}
