import { colours, type BaseName } from '#web/map/colours.ts'
import { medium } from '#web/map/fonts.ts'
import type { OverlayLayer } from '#web/map/overlays.ts'
import { useStandingMap } from '#web/map/standing-map.ts'
import { useOverlay } from '#web/map/use-overlay.ts'
import { cycloneKindOf } from '#domain/tropics/category'
import type { Feature } from 'geojson'
import type { ExpressionSpecification } from 'maplibre-gl'
import { useMemo } from 'react'

type Position = [longitude: number, latitude: number]

interface DrawnPoint {
  readonly coordinates: Position
  readonly time: string
  readonly category: number
  /** In m/s. */
  readonly wind: { readonly maxSustained: { readonly value: number | null } }
}

export interface DrawnTropicalStorm {
  readonly id: string
  readonly name: string
  readonly conePolygon: readonly Position[]
  readonly points: readonly DrawnPoint[]
}

/** Tropical storms with their cone, expected track, and strength along the track. */
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
  const [first] = points
  const shapes: Feature['geometry'][] = [
    ...(conePolygon.length > 0 ? [{ type: 'Polygon' as const, coordinates: [[...conePolygon]] }] : []),
    // A storm that is about to end has no track ahead.
    ...(points.length > 1
      ? [{ type: 'LineString' as const, coordinates: points.map(({ coordinates }) => coordinates) }]
      : []),
  ]
  return [
    ...shapes.map((geometry): Feature => ({ type: 'Feature', geometry, properties: {} })),
    ...points.map((point, index): Feature => ({
      type: 'Feature',
      geometry: { type: 'Point', coordinates: point.coordinates },
      properties: {
        id,
        index,
        category: point.category,
        sign: signOf(point),
        name: index === 0 ? name : '',
        ahead: first && index > 0 ? `${hoursBetween(first.time, point.time)} h` : '',
      },
    })),
  ]
}

/**
 * Returns the hurricane category or, for a weaker system, the forecast centers' letters for a storm or a depression.
 */
function signOf({ category, wind }: DrawnPoint): string {
  if (category > 0) return String(category)
  return { TS: 'S', TD: 'D', HU: '' }[cycloneKindOf(wind.maxSustained.value) ?? 'HU']
}

function hoursBetween(from: string, to: string): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / 3_600_000)
}

const isShape = (shape: string): ExpressionSpecification => ['==', ['geometry-type'], shape]

function layersFor(base: BaseName): OverlayLayer[] {
  const { card, ink, rings } = colours[base]
  const [red, amber] = rings
  return [
    {
      // Only an outline, because the current weather inside it must stay visible.
      id: 'cone-edge',
      type: 'line',
      filter: isShape('Polygon'),
      layout: { 'line-join': 'round' },
      paint: { 'line-color': card, 'line-opacity': 0.8, 'line-width': 5 },
    },
    {
      id: 'cone',
      type: 'line',
      filter: isShape('Polygon'),
      layout: { 'line-join': 'round' },
      paint: { 'line-color': ink, 'line-width': 2 },
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
        'text-field': ['get', 'sign'],
        'text-font': [medium],
        'text-size': 11,
        'text-allow-overlap': true,
        'text-ignore-placement': true,
      },
      paint: { 'text-color': ['case', ['>', ['get', 'category'], 0], card, ink] },
    },
    {
      id: 'name',
      type: 'symbol',
      filter: isShape('Point'),
      layout: {
        'text-field': ['get', 'name'],
        'text-font': [medium],
        'text-size': 13,
        'text-anchor': 'left',
        'text-offset': [1.1, 0],
        'text-allow-overlap': true,
      },
      paint: { 'text-color': ink, 'text-halo-color': card, 'text-halo-width': 2 },
    },
    {
      // How far ahead each point is, shown if there is room.
      id: 'ahead',
      type: 'symbol',
      minzoom: 3.5,
      filter: isShape('Point'),
      layout: {
        'text-field': ['get', 'ahead'],
        'text-font': [medium],
        'text-size': 11,
        'text-anchor': 'left',
        'text-offset': [1.2, 0],
      },
      paint: { 'text-color': ink, 'text-halo-color': card, 'text-halo-width': 2 },
    },
  ]
}

const layersOn: Readonly<Record<BaseName, OverlayLayer[]>> = {
  light: layersFor('light'),
  dark: layersFor('dark'),
}
