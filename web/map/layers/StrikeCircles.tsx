import { colours, type BaseName } from '#web/map/colours.ts'
import type { OverlayLayer } from '#web/map/overlays.ts'
import { ringLine } from '#web/map/ring-line.ts'
import { useStandingMap } from '#web/map/standing-map.ts'
import { strikeAge } from '#domain/lightning/strike'
import { useOverlay } from '#web/map/use-overlay.ts'
import type { Point } from '#domain/geo/distance'
import type { Feature } from 'geojson'
import { useMemo } from 'react'

/** A strike whose distance from a sensor is known, but not its direction. */
export interface DrawnStrikeCircle extends Point {
  readonly timeMs: number
  readonly circleMiles: number
}

interface StrikeCirclesProps {
  circles: readonly DrawnStrikeCircle[]
  /** The server's time. */
  nowMs: number
}

/**
 * Dotted circles around the organization's own sensors, in the colors of strikes. Each strike was somewhere on its
 * circle.
 */
export function StrikeCircles({ circles, nowMs }: StrikeCirclesProps) {
  const { base } = useStandingMap()
  const features = useMemo(() => circles.flatMap(circle => featureOf(circle, nowMs)), [circles, nowMs])
  useOverlay('strike-circles', features, layersOn[base])
  return null
}

function featureOf({ timeMs, circleMiles, ...sensor }: DrawnStrikeCircle, nowMs: number): Feature[] {
  const age = strikeAge((nowMs - timeMs) / 1000)
  if (age === null) return []
  return [
    {
      type: 'Feature',
      geometry: { type: 'LineString', coordinates: ringLine(sensor, circleMiles) },
      properties: { age, timeMs },
    },
  ]
}

function layersFor(base: BaseName): OverlayLayer[] {
  const { strikes, card } = colours[base]
  return [
    { id: 'edge', type: 'line', paint: { 'line-color': card, 'line-opacity': 0.5, 'line-width': 6 } },
    {
      id: 'line',
      type: 'line',
      layout: { 'line-cap': 'round', 'line-sort-key': ['get', 'timeMs'] },
      paint: {
        'line-color': ['match', ['get', 'age'], 'new', strikes.new, 'recent', strikes.recent, strikes.old],
        'line-width': 3,
        'line-dasharray': [0.1, 2],
      },
    },
  ]
}

const layersOn: Readonly<Record<BaseName, OverlayLayer[]>> = {
  light: layersFor('light'),
  dark: layersFor('dark'),
}
