import { colours, type BaseName } from '#web/map/colours.ts'
import { medium } from '#web/map/fonts.ts'
import { frontColours, frontNames, frontSymbols, type Rgb } from '#web/map/front-symbols.ts'
import type { OverlayLayer } from '#web/map/overlays.ts'
import { useStandingMap } from '#web/map/standing-map.ts'
import { useOverlay } from '#web/map/use-overlay.ts'
import type { Feature } from 'geojson'
import type { ExpressionSpecification } from 'maplibre-gl'
import { useEffect, useMemo } from 'react'

type Position = [longitude: number, latitude: number]

interface SurfaceAnalysisProps {
  centers: readonly {
    readonly kind: 'high' | 'low'
    readonly coordinates: Position
    readonly pressureMb: number | null
  }[]
  /** Places symbols on the left side of the line. */
  fronts: readonly {
    readonly kind: 'cold' | 'warm' | 'stationary' | 'occluded' | 'trough'
    readonly line: readonly Position[]
  }[]
}

/** Fronts with their symbols, highs and lows, as weather services draw them. */
export function SurfaceAnalysisLayer({ centers, fronts }: SurfaceAnalysisProps) {
  const { map, base } = useStandingMap()

  // Images must exist before the layers that use them.
  useEffect(() => {
    for (const [name, image] of frontSymbols())
      if (!map.hasImage(name)) map.addImage(name, image, { pixelRatio: 2 })
  }, [map])

  useOverlay(
    'surface',
    useMemo(
      () => [
        ...fronts.map(({ kind, line }): Feature => ({
          type: 'Feature',
          geometry: { type: 'LineString', coordinates: smoothed(line) },
          properties: { kind, name: frontNames[kind] },
        })),
        ...centers.map(({ kind, coordinates, pressureMb }): Feature => ({
          type: 'Feature',
          geometry: { type: 'Point', coordinates },
          properties: { kind, pressure: pressureMb === null ? '' : String(Math.round(pressureMb)) },
        })),
      ],
      [centers, fronts],
    ),
    layersOn[base],
  )
  return null
}

/** Chaikin's algorithm: fronts are defined by few points but have no corners in reality. Keeps the end points. */
function smoothed(line: readonly Position[]): Position[] {
  let points = [...line]
  for (let round = 0; round < 3; round++) {
    const [first, last] = [points.at(0), points.at(-1)]
    if (!first || !last) return points
    const cut = points.slice(1).flatMap((to, index): Position[] => {
      const from = points[index] ?? to
      return [between(from, to, 0.25), between(from, to, 0.75)]
    })
    points = [first, ...cut, last]
  }
  return points
}

function between([fromX, fromY]: Position, [toX, toY]: Position, along: number): Position {
  return [fromX + (toX - fromX) * along, fromY + (toY - fromY) * along]
}

const rgb = (colour: Rgb) => `rgb(${colour.join()})`
const isKind = (kind: string): ExpressionSpecification => ['==', ['get', 'kind'], kind]

function stroke(kind: string, colour: Rgb, dash?: number[]): OverlayLayer {
  return {
    id: `line-${kind}-${colour.join('-')}`,
    type: 'line',
    filter: isKind(kind),
    layout: { 'line-join': 'round' },
    paint: { 'line-color': rgb(colour), 'line-width': 3, ...(dash && { 'line-dasharray': dash }) },
  }
}

/** Symbols along the line, on its left or, reversed, on its right. */
function signs(kind: string, image: string, side: 'left' | 'right', spacing: number): OverlayLayer {
  return {
    id: `sign-${kind}-${side}`,
    type: 'symbol',
    filter: isKind(kind),
    layout: {
      'symbol-placement': 'line',
      'symbol-spacing': spacing,
      'icon-image': image,
      'icon-anchor': 'bottom',
      'icon-rotate': side === 'left' ? 0 : 180,
      'icon-rotation-alignment': 'map',
      'icon-keep-upright': false,
      'icon-allow-overlap': true,
      'icon-ignore-placement': true,
    },
  }
}

function layersFor(base: BaseName): OverlayLayer[] {
  const { card, ink, rings } = colours[base]
  const { cold, warm, occluded, trough } = frontColours[base]
  const text = { 'text-font': [medium], 'text-allow-overlap': true }
  const letter: ExpressionSpecification = ['match', ['get', 'kind'], 'high', rings[3], rings[0]]
  const halo = { 'text-color': letter, 'text-halo-color': card, 'text-halo-width': 2 }
  return [
    stroke('cold', cold),
    stroke('warm', warm),
    stroke('occluded', occluded),
    stroke('trough', trough, [3, 2]),
    stroke('stationary', cold),
    stroke('stationary', warm, [6, 6]),
    signs('cold', `front-cold-${base}`, 'left', 44),
    signs('warm', `front-warm-${base}`, 'left', 44),
    signs('occluded', `front-occluded-${base}`, 'left', 60),
    signs('stationary', `front-cold-${base}`, 'left', 72),
    signs('stationary', `front-warm-${base}`, 'right', 90),
    {
      id: 'name',
      type: 'symbol',
      minzoom: 3.5,
      filter: ['==', ['geometry-type'], 'LineString'],
      layout: {
        'symbol-placement': 'line',
        'symbol-spacing': 350,
        'text-field': ['get', 'name'],
        'text-font': [medium],
        'text-size': 12,
        // The label is on the side without symbols.
        'text-offset': [0, 1],
      },
      paint: { 'text-color': ink, 'text-halo-color': card, 'text-halo-width': 2 },
    },
    {
      id: 'letter',
      type: 'symbol',
      filter: ['==', ['geometry-type'], 'Point'],
      layout: { ...text, 'text-field': ['match', ['get', 'kind'], 'high', 'H', 'L'], 'text-size': 26 },
      paint: halo,
    },
    {
      id: 'pressure',
      type: 'symbol',
      filter: ['==', ['geometry-type'], 'Point'],
      layout: { ...text, 'text-field': ['get', 'pressure'], 'text-size': 12, 'text-offset': [0, 1.7] },
      paint: halo,
    },
  ]
}

const layersOn: Readonly<Record<BaseName, OverlayLayer[]>> = {
  light: layersFor('light'),
  dark: layersFor('dark'),
}
