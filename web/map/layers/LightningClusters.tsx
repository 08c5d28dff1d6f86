import { colours, type BaseName } from '#web/map/colours.ts'
import { countLabel, strikeCount } from '#web/map/count-label.ts'
import { medium } from '#web/map/fonts.ts'
import type { OverlayLayer, OverlayName } from '#web/map/overlays.ts'
import { useStandingMap } from '#web/map/standing-map.ts'
import { useOverlay } from '#web/map/use-overlay.ts'
import type { Point } from '#domain/geo/distance'
import { strikeAge, type StrikeAge } from '#domain/lightning/strike'
import type { Feature } from 'geojson'
import type { ExpressionSpecification } from 'maplibre-gl'
import { useMemo } from 'react'

/** One strike, or several of one age that the server clustered. */
export interface GatheredStrikes extends Point {
  readonly count: number
  /** The time of the newest strike. */
  readonly timeMs: number
}

interface LightningClustersProps {
  strikes: readonly GatheredStrikes[]
  /** The map's time by the server's clock, because a client clock that is behind would make old strikes look new. */
  atMs: number
  /** Whether the strikes are not from the displayed time. */
  isDimmed: boolean
}

/**
 * Strikes of the 30 minutes before a time. Where many of one age are close together, a small open ring shows their
 * number. Each age has its own rings, so the newest strikes stand out, and the storm is visible through the rings.
 */
export function LightningClusters({ strikes, atMs, isDimmed }: LightningClustersProps) {
  const { base } = useStandingMap()
  const byAge = useMemo(() => featuresByAge(strikes, atMs), [strikes, atMs])
  const layers = (isDimmed ? dimmedOn : layersOn)[base]
  useOverlay(overlayOf.old, byAge.old, layers.old, clustering)
  useOverlay(overlayOf.recent, byAge.recent, layers.recent, clustering)
  useOverlay(overlayOf.new, byAge.new, layers.new, clustering)
  return null
}

const overlayOf = {
  new: 'lightning-new',
  recent: 'lightning-recent',
  old: 'lightning-old',
} as const satisfies Record<StrikeAge, OverlayName>

/** Newest first, because a click picks the topmost. */
export const lightningOverlays = [overlayOf.new, overlayOf.recent, overlayOf.old] as const

/** The numbers come from the specification. */
const clustering = {
  cluster: true,
  clusterRadius: 50,
  clusterMaxZoom: 8,
  clusterProperties: { count: ['+', strikeCount] },
}

function featuresByAge(
  strikes: readonly GatheredStrikes[],
  atMs: number,
): Readonly<Record<StrikeAge, readonly Feature[]>> {
  const byAge: Record<StrikeAge, Feature[]> = { new: [], recent: [], old: [] }
  strikes.forEach(({ latitude, longitude, count, timeMs }, index) => {
    const age = strikeAge((atMs - timeMs) / 1000)
    if (age === null) return
    byAge[age].push({
      type: 'Feature',
      geometry: { type: 'Point', coordinates: [longitude, latitude] },
      properties: { index, count, timeMs },
    })
  })
  return byAge
}

const isMany: ExpressionSpecification = ['any', ['has', 'point_count'], ['>', strikeCount, 1]]

const single = {
  new: { radius: 6, opacity: 1, stroke: 2, strokeOpacity: 1 },
  recent: { radius: 4.5, opacity: 0.95, stroke: 0.8, strokeOpacity: 0.55 },
  old: { radius: 3, opacity: 0.75, stroke: 0.8, strokeOpacity: 0.55 },
} as const satisfies Record<StrikeAge, object>

/** The opacity of strikes that are not from the displayed time. */
const dimmed = 0.4

function layersFor(base: BaseName, age: StrikeAge, strength: number): OverlayLayer[] {
  const { strikes, card, ink } = colours[base]
  const dot = single[age]
  return [
    {
      id: 'edge',
      type: 'circle',
      filter: isMany,
      paint: {
        'circle-color': card,
        'circle-opacity': 0.35 * strength,
        'circle-radius': ringRadius,
        'circle-stroke-color': card,
        'circle-stroke-width': 4,
        'circle-stroke-opacity': 0.7 * strength,
      },
    },
    {
      id: 'many',
      type: 'circle',
      filter: isMany,
      paint: {
        'circle-opacity': 0,
        'circle-radius': ringRadius,
        'circle-stroke-color': strikes[age],
        'circle-stroke-width': 2.5,
        'circle-stroke-opacity': strength,
      },
    },
    {
      id: 'count',
      type: 'symbol',
      filter: isMany,
      layout: {
        'text-field': countLabel,
        'text-font': [medium],
        'text-size': 11,
        // Where rings of several ages overlap, only the newest number is shown, because overlapping numbers are
        // unreadable.
        'text-allow-overlap': age === 'new',
      },
      paint: {
        'text-color': ink,
        'text-halo-color': card,
        'text-halo-width': 1.8,
        'text-opacity': strength,
      },
    },
    {
      id: 'one',
      type: 'circle',
      filter: ['!', isMany],
      layout: { 'circle-sort-key': ['get', 'timeMs'] },
      paint: {
        'circle-color': strikes[age],
        'circle-radius': dot.radius,
        'circle-opacity': dot.opacity * strength,
        'circle-stroke-color': age === 'new' ? card : ink,
        'circle-stroke-opacity': dot.strokeOpacity * strength,
        'circle-stroke-width': dot.stroke,
      },
    },
  ]
}

/** The wider the number, the larger the ring, up to four characters. */
const ringRadius: ExpressionSpecification = ['step', strikeCount, 8, 10, 10, 100, 12, 1000, 15]

type ByAge = Readonly<Record<StrikeAge, readonly OverlayLayer[]>>

function byAgeOn(base: BaseName, strength: number): ByAge {
  return {
    new: layersFor(base, 'new', strength),
    recent: layersFor(base, 'recent', strength),
    old: layersFor(base, 'old', strength),
  }
}

const layersOn: Readonly<Record<BaseName, ByAge>> = { light: byAgeOn('light', 1), dark: byAgeOn('dark', 1) }
const dimmedOn: Readonly<Record<BaseName, ByAge>> = {
  light: byAgeOn('light', dimmed),
  dark: byAgeOn('dark', dimmed),
}
