import { colours, type BaseName } from '#web/map/colours.ts'
import { countLabel, strikeCount } from '#web/map/count-label.ts'
import { medium } from '#web/map/fonts.ts'
import type { OverlayLayer } from '#web/map/overlays.ts'
import { useStandingMap } from '#web/map/standing-map.ts'
import { strikeAge } from '#web/map/strike-age.ts'
import { useOverlay } from '#web/map/use-overlay.ts'
import type { Point } from '#domain/geo/distance'
import type { Feature } from 'geojson'
import type { ExpressionSpecification } from 'maplibre-gl'
import { useMemo } from 'react'

/** One strike, or several that the server has gathered. */
export interface GatheredStrikes extends Point {
  readonly count: number
  /** Of the newest. */
  readonly timeMs: number
}

interface LightningClustersProps {
  strikes: readonly GatheredStrikes[]
  /** The server's: a machine whose clock is late would make old strikes young. */
  nowMs: number
}

/**
 * Strikes of the last 30 minutes by age; where they lie close, as one disc with their number and the newest's colour.
 * Where the mark of a storm or a place's name lies on the disc, the number stands beside it: both must be read.
 */
export function LightningClusters({ strikes, nowMs }: LightningClustersProps) {
  const { base } = useStandingMap()
  const features = useMemo(
    () => strikes.flatMap((strike, index) => featureOf(strike, index, nowMs)),
    [strikes, nowMs],
  )
  useOverlay('lightning', features, layersOn[base], clustering)
  return null
}

/** The specification's numbers. Clusters add up their strikes, and are as old as their newest. */
const clustering = {
  cluster: true,
  clusterRadius: 50,
  clusterMaxZoom: 8,
  clusterProperties: {
    count: ['+', strikeCount],
    ageSeconds: ['min', ['get', 'ageSeconds']],
  },
}

function featureOf(
  { latitude, longitude, count, timeMs }: GatheredStrikes,
  index: number,
  nowMs: number,
): Feature[] {
  const ageSeconds = (nowMs - timeMs) / 1000
  if (strikeAge(ageSeconds) === null) return []
  return [
    {
      type: 'Feature',
      geometry: { type: 'Point', coordinates: [longitude, latitude] },
      properties: { index, count, ageSeconds },
    },
  ]
}

const isMany: ExpressionSpecification = ['any', ['has', 'point_count'], ['>', strikeCount, 1]]

function byAge<Value extends string | number>(
  young: Value,
  recent: Value,
  old: Value,
): ExpressionSpecification {
  return ['step', ['get', 'ageSeconds'], young, 300, recent, 900, old]
}

type Anchor = 'center' | 'bottom' | 'right' | 'left' | 'top' | `${'bottom' | 'top'}-${'left' | 'right'}`
/** In the disc, else above it, beside it or below it. */
const anchors: Anchor[] = [
  'center',
  'bottom',
  'right',
  'left',
  'bottom-right',
  'bottom-left',
  'top',
  'top-right',
  'top-left',
]

function layersFor(base: BaseName): OverlayLayer[] {
  const { strikes, card, ink } = colours[base]
  const colour = byAge(strikes.new, strikes.recent, strikes.old)
  return [
    {
      id: 'many',
      type: 'circle',
      filter: isMany,
      layout: { 'circle-sort-key': ['-', ['get', 'ageSeconds']] },
      paint: {
        'circle-color': card,
        'circle-opacity': 0.92,
        'circle-radius': ['step', strikeCount, 12, 10, 14, 100, 17, 1000, 20],
        'circle-stroke-color': colour,
        'circle-stroke-width': 4,
      },
    },
    {
      id: 'count',
      type: 'symbol',
      filter: isMany,
      layout: {
        'text-field': countLabel,
        'text-font': [medium],
        'text-size': 12,
        'text-variable-anchor': anchors,
        'text-radial-offset': ['step', strikeCount, 1.45, 10, 1.6, 100, 1.85, 1000, 2.1],
        'text-padding': 1,
        'text-allow-overlap': true,
        'text-ignore-placement': true, // else one number that is moved moves the next
      },
      paint: { 'text-color': ink, 'text-halo-color': card, 'text-halo-width': 2 },
    },
    {
      id: 'one',
      type: 'circle',
      filter: ['!', isMany],
      layout: { 'circle-sort-key': ['-', ['get', 'ageSeconds']] },
      paint: {
        'circle-color': colour,
        'circle-radius': byAge(6, 4.5, 3),
        'circle-opacity': byAge(1, 0.95, 0.75),
        'circle-stroke-color': byAge(card, ink, ink),
        'circle-stroke-opacity': byAge(1, 0.55, 0.55),
        'circle-stroke-width': byAge(2, 0.8, 0.8),
      },
    },
  ]
}

const layersOn: Readonly<Record<BaseName, OverlayLayer[]>> = {
  light: layersFor('light'),
  dark: layersFor('dark'),
}
