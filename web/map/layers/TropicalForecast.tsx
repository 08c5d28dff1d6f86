import { colours, type BaseName } from '#web/map/colours.ts'
import { medium } from '#web/map/fonts.ts'
import type { OverlayLayer } from '#web/map/overlays.ts'
import { useStandingMap } from '#web/map/standing-map.ts'
import { useOverlay } from '#web/map/use-overlay.ts'
import type { Feature } from 'geojson'
import type { ExpressionSpecification } from 'maplibre-gl'
import { useMemo } from 'react'

type Position = [longitude: number, latitude: number]

export interface DrawnTropicalStorm {
  readonly id: string
  readonly name: string
  readonly conePolygon: readonly Position[]
  readonly points: readonly { readonly coordinates: Position; readonly category: number }[]
}

/** Tropical storms: where each may go, the way it is expected to take, and its strength on it. */
export function TropicalForecast({ issues }: { issues: readonly { data: readonly DrawnTropicalStorm[] }[] }) {
  const { base } = useStandingMap()
  useOverlay(
    'tropical',
    useMemo(() => issues.flatMap(({ data }) => data.flatMap(featuresOf)), [issues]),
    layersOn[base],
  )
  return null
}

function featuresOf({ id, name, conePolygon, points }: DrawnTropicalStorm): Feature[] {
  return [
    {
      type: 'Feature',
      geometry: { type: 'Polygon', coordinates: [[...conePolygon]] },
      properties: {},
    },
    {
      type: 'Feature',
      geometry: { type: 'LineString', coordinates: points.map(({ coordinates }) => coordinates) },
      properties: {},
    },
    ...points.map(({ coordinates, category }, index): Feature => ({
      type: 'Feature',
      geometry: { type: 'Point', coordinates },
      properties: { id, index, category, label: index === 0 ? name : '' },
    })),
  ]
}

const isShape = (shape: string): ExpressionSpecification => ['==', ['geometry-type'], shape]

function layersFor(base: BaseName): OverlayLayer[] {
  const { card, ink, rings } = colours[base]
  const [red, amber] = rings
  return [
    {
      id: 'cone',
      type: 'fill',
      filter: isShape('Polygon'),
      paint: { 'fill-color': ink, 'fill-opacity': 0.12 },
    },
    {
      id: 'edge',
      type: 'line',
      filter: isShape('Polygon'),
      paint: { 'line-color': ink, 'line-opacity': 0.6, 'line-width': 1.5 },
    },
    {
      id: 'way',
      type: 'line',
      filter: isShape('LineString'),
      paint: { 'line-color': ink, 'line-width': 2, 'line-dasharray': [2, 1.5] },
    },
    {
      id: 'point',
      type: 'circle',
      filter: isShape('Point'),
      paint: {
        'circle-color': ['step', ['get', 'category'], card, 1, amber, 3, red],
        'circle-radius': 9,
        'circle-stroke-color': ink,
        'circle-stroke-width': 2,
      },
    },
    {
      id: 'category',
      type: 'symbol',
      filter: isShape('Point'),
      layout: {
        'text-field': ['case', ['>', ['get', 'category'], 0], ['to-string', ['get', 'category']], ''],
        'text-font': [medium],
        'text-size': 11,
        'text-allow-overlap': true,
        'text-ignore-placement': true,
      },
      paint: { 'text-color': card },
    },
    {
      id: 'name',
      type: 'symbol',
      filter: isShape('Point'),
      layout: {
        'text-field': ['get', 'label'],
        'text-font': [medium],
        'text-size': 13,
        'text-anchor': 'left',
        'text-offset': [1.1, 0],
      },
      paint: { 'text-color': ink, 'text-halo-color': card, 'text-halo-width': 2 },
    },
  ]
}

const layersOn: Readonly<Record<BaseName, OverlayLayer[]>> = {
  light: layersFor('light'),
  dark: layersFor('dark'),
}
