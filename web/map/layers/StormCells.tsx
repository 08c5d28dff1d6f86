import { colours, type BaseName } from '#web/map/colours.ts'
import { medium } from '#web/map/fonts.ts'
import type { OverlayLayer } from '#web/map/overlays.ts'
import { useStandingMap } from '#web/map/standing-map.ts'
import { useOverlay } from '#web/map/use-overlay.ts'
import type { StormFeature } from '#contract/weather/storms'
import { bearingDegrees } from '#domain/geo/distance'
import type { Feature } from 'geojson'
import type { ExpressionSpecification } from 'maplibre-gl'
import { useMemo } from 'react'

/** Storm cells where radar listed them, and their tracks for the next hour if they stay on course. */
export function StormCells({ cells }: { cells: readonly StormFeature[] }) {
  const { base } = useStandingMap()
  useOverlay(
    'storms',
    useMemo(() => cells.flatMap(featuresOf), [cells]),
    layersOn[base],
  )
  return null
}

type Position = readonly [longitude: number, latitude: number]
const pointOf = ([longitude, latitude]: Position) => ({ latitude, longitude })

function featuresOf({ geometry, properties }: StormFeature): Feature[] {
  const { Id, Type, Track } = properties
  const way = [geometry.coordinates, ...Track.map(({ coordinates }) => coordinates)]
  const [last, before] = [way.at(-1), way.at(-2)]
  const heading = last && before && bearingDegrees(pointOf(before), pointOf(last))
  return [
    { type: 'Feature', geometry, properties: { part: 'cell', id: Id, type: Type } },
    ...(way.length > 1
      ? [
          {
            type: 'Feature' as const,
            geometry: { type: 'LineString' as const, coordinates: way },
            properties: { part: 'way', type: Type },
          },
        ]
      : []),
    ...Track.map(({ Minutes, coordinates }, index): Feature => ({
      type: 'Feature',
      geometry: { type: 'Point', coordinates },
      properties: {
        part: index === Track.length - 1 && heading !== null ? 'head' : 'step',
        type: Type,
        label: `${Minutes} min`,
        heading: heading ?? 0,
      },
    })),
  ]
}

const isPart = (part: string): ExpressionSpecification => ['==', ['get', 'part'], part]

function layersFor(base: BaseName): OverlayLayer[] {
  const { card, ink, rings } = colours[base]
  const [red, amber] = rings
  const colour: ExpressionSpecification = [
    'match',
    ['get', 'type'],
    'Tornado',
    red,
    ['Rotating', 'Hail'],
    amber,
    ink,
  ]
  return [
    {
      id: 'way-edge',
      type: 'line',
      filter: isPart('way'),
      paint: { 'line-color': card, 'line-width': 5, 'line-opacity': 0.8 },
    },
    {
      id: 'way',
      type: 'line',
      filter: isPart('way'),
      paint: { 'line-color': colour, 'line-width': 2.4 },
    },
    {
      id: 'step',
      type: 'circle',
      minzoom: 6,
      filter: isPart('step'),
      paint: {
        'circle-color': card,
        'circle-radius': 3.2,
        'circle-stroke-color': colour,
        'circle-stroke-width': 2,
      },
    },
    {
      // The arrowhead is a character, which can be rotated like an image.
      id: 'head',
      type: 'symbol',
      filter: isPart('head'),
      layout: {
        'text-field': '▲',
        'text-font': [medium],
        'text-size': 17,
        'text-rotate': ['get', 'heading'],
        'text-rotation-alignment': 'map',
        'text-allow-overlap': true,
      },
      paint: { 'text-color': colour, 'text-halo-color': card, 'text-halo-width': 1.5 },
    },
    {
      id: 'minutes',
      type: 'symbol',
      minzoom: 7.5,
      filter: ['in', ['get', 'part'], ['literal', ['step', 'head']]],
      layout: {
        'text-field': ['get', 'label'],
        'text-font': [medium],
        'text-size': 11,
        // Above the marker, because most tracks run horizontally.
        'text-variable-anchor': ['bottom', 'top', 'left'],
        'text-radial-offset': 0.9,
      },
      paint: { 'text-color': ink, 'text-halo-color': card, 'text-halo-width': 1.8 },
    },
    {
      id: 'cell',
      type: 'circle',
      filter: isPart('cell'),
      paint: {
        'circle-color': colour,
        'circle-radius': 8,
        'circle-stroke-color': card,
        'circle-stroke-width': 2.5,
      },
    },
    {
      // Every cell has this symbol, which keeps names and strike counts off the whole marker.
      id: 'sign',
      type: 'symbol',
      filter: isPart('cell'),
      layout: {
        'text-field': ['match', ['get', 'type'], 'Tornado', 'T', 'Rotating', 'R', 'Hail', 'H', '•'],
        'text-font': [medium],
        'text-size': 11,
        'text-padding': 3,
        'text-allow-overlap': true,
      },
      paint: { 'text-color': card },
    },
  ]
}

const layersOn: Readonly<Record<BaseName, OverlayLayer[]>> = {
  light: layersFor('light'),
  dark: layersFor('dark'),
}
