import { colours, type BaseName } from '#web/map/colours.ts'
import { medium } from '#web/map/fonts.ts'
import type { OverlayLayer } from '#web/map/overlays.ts'
import { ringLine, ringPoint } from '#web/map/ring-line.ts'
import { useStandingMap } from '#web/map/standing-map.ts'
import { useOverlay } from '#web/map/use-overlay.ts'
import { ringDashInWidths } from '#web/parts/weather/ring-lines.ts'
import type { Point } from '#domain/geo/distance'
import type { Feature } from 'geojson'
import type { ExpressionSpecification } from 'maplibre-gl'
import { useMemo } from 'react'

export interface DrawnRing extends Point {
  /** The ring's number, from 1 to 4. */
  readonly ring: number
  readonly radiusMiles: number
}

/** Up to four rings around each location, each with its color, its line, and its radius as text. */
export function Rings({ rings }: { rings: readonly DrawnRing[] }) {
  const { base } = useStandingMap()
  useOverlay(
    'rings',
    useMemo(() => rings.flatMap(featuresOf), [rings]),
    layersOn[base],
  )
  return null
}

/** Each label has a different direction, so that the labels of rings a mile apart do not overlap. */
const labelBearings: Readonly<Record<number, number>> = { 1: -40, 2: 40, 3: 140, 4: -140 }

/** A wider space would let the ring's line show through. */
const thinSpace = '\u2009'

function featuresOf({ ring, radiusMiles, ...centre }: DrawnRing): Feature[] {
  const label = ringPoint(centre, radiusMiles, labelBearings[ring] ?? 0)
  return [
    {
      type: 'Feature',
      geometry: { type: 'LineString', coordinates: ringLine(centre, radiusMiles) },
      properties: { ring },
    },
    {
      type: 'Feature',
      geometry: { type: 'Point', coordinates: label },
      properties: { ring, label: `${radiusMiles}${thinSpace}mi` },
    },
  ]
}

/** From the specification: the radius is shown above this zoom level. */
const labelsAboveZoom = 7

function layersFor(base: BaseName): OverlayLayer[] {
  const { rings, card } = colours[base]
  const [first, second, third, fourth] = rings
  const colour: ExpressionSpecification = ['match', ['get', 'ring'], 1, first, 2, second, 3, third, fourth]
  return [
    {
      id: 'edge',
      type: 'line',
      filter: ['==', ['geometry-type'], 'LineString'],
      paint: { 'line-color': card, 'line-opacity': 0.55, 'line-width': 5 },
    },
    ...rings.map((ringColour, at): OverlayLayer => {
      const width = at === 0 ? 3 : 2.2
      const dash = ringDashInWidths(at + 1, width)
      return {
        id: `line-${at + 1}`,
        type: 'line',
        filter: ['all', ['==', ['geometry-type'], 'LineString'], ['==', ['get', 'ring'], at + 1]],
        layout: { 'line-join': 'round' },
        paint: {
          'line-color': ringColour,
          'line-width': width,
          ...(dash && { 'line-dasharray': dash }),
        },
      }
    }),
    {
      id: 'label',
      type: 'symbol',
      minzoom: labelsAboveZoom,
      filter: ['==', ['geometry-type'], 'Point'],
      layout: {
        'text-field': ['get', 'label'],
        'text-font': [medium],
        'text-size': 12,
        'text-allow-overlap': true,
        // Keeps town names at least this far away, so that none seems to be part of the radius.
        'text-padding': 8,
      },
      paint: { 'text-color': colour, 'text-halo-color': card, 'text-halo-width': 2.5 },
    },
  ]
}

const layersOn: Readonly<Record<BaseName, OverlayLayer[]>> = {
  light: layersFor('light'),
  dark: layersFor('dark'),
}
