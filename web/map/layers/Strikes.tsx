import { colours, type BaseName } from '#web/map/colours.ts'
import type { OverlayLayer } from '#web/map/overlays.ts'
import { useStandingMap } from '#web/map/standing-map.ts'
import { strikeAge } from '#domain/lightning/strike'
import { useOverlay } from '#web/map/use-overlay.ts'
import type { Point } from '#domain/geo/distance'
import type { Feature } from 'geojson'
import { useMemo } from 'react'

export interface DrawnStrike extends Point {
  readonly timeMs: number
}

interface StrikesProps {
  strikes: readonly DrawnStrike[]
  /** The server's time, because a client clock that runs slow would make old strikes look new. */
  nowMs: number
}

/** Strikes of the last 30 minutes. Older ones are smaller, fainter and in another color, then disappear. */
export function Strikes({ strikes, nowMs }: StrikesProps) {
  const { base } = useStandingMap()
  const features = useMemo(() => strikes.flatMap(strike => featureOf(strike, nowMs)), [strikes, nowMs])
  useOverlay('strikes', features, layersOn[base])
  return null
}

function featureOf({ latitude, longitude, timeMs }: DrawnStrike, nowMs: number): Feature[] {
  const age = strikeAge((nowMs - timeMs) / 1000)
  if (age === null) return []
  return [
    {
      type: 'Feature',
      geometry: { type: 'Point', coordinates: [longitude, latitude] },
      properties: { age, timeMs },
    },
  ]
}

function layersFor(base: BaseName): OverlayLayer[] {
  const { strikes, card, ink } = colours[base]
  return [
    {
      id: 'dot',
      type: 'circle',
      layout: { 'circle-sort-key': ['get', 'timeMs'] },
      paint: {
        'circle-color': ['match', ['get', 'age'], 'new', strikes.new, 'recent', strikes.recent, strikes.old],
        'circle-radius': ['match', ['get', 'age'], 'new', 6, 'recent', 4.5, 3],
        'circle-opacity': ['match', ['get', 'age'], 'new', 1, 'recent', 0.95, 0.75],
        'circle-stroke-color': ['match', ['get', 'age'], 'new', card, ink],
        'circle-stroke-opacity': ['match', ['get', 'age'], 'new', 1, 0.55],
        'circle-stroke-width': ['match', ['get', 'age'], 'new', 2, 0.8],
      },
    },
  ]
}

const layersOn: Readonly<Record<BaseName, OverlayLayer[]>> = {
  light: layersFor('light'),
  dark: layersFor('dark'),
}
