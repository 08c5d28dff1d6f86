import { GeoJSONVT, type GeoJSONVTFeature, type GeoJSONVTTile } from '@maplibre/geojson-vt'
import { fromGeojsonVt } from '@maplibre/vt-pbf'
import type { Feature } from 'geojson'

/** One map layer's features, and the zooms whose tiles contain them. */
export interface Source {
  readonly layer: 'earth' | 'water' | 'boundaries' | 'places'
  readonly fromZoom: number
  readonly toZoom: number
  readonly features: readonly Feature[]
}

export interface Tile {
  readonly zoom: number
  readonly x: number
  readonly y: number
  readonly bytes: Uint8Array
}

/** In tile units, 4096 per side: three quarters of a screen pixel. */
const tolerance = 6

interface Sliced extends Source {
  readonly slices: GeoJSONVT
}

function slice(source: Source, deepestZoom: number): Sliced {
  const slices = new GeoJSONVT(
    { type: 'FeatureCollection', features: [...source.features] },
    {
      // Only `maxZoom` itself is left unsimplified, so sources that end at a shallower zoom are always simplified.
      maxZoom: source.toZoom === deepestZoom ? deepestZoom : source.toZoom + 1,
      indexMaxZoom: source.toZoom,
      indexMaxPoints: 0,
      tolerance,
    },
  )
  return { ...source, slices }
}

/** Cuts the whole world into vector tiles. Empty areas, such as the open sea, have no tile. */
export function* cutTiles(sources: readonly Source[], deepestZoom: number): Generator<Tile> {
  const sliced = sources.map(source => slice(source, deepestZoom))
  for (let zoom = 0; zoom <= deepestZoom; zoom++) {
    const here = sliced.filter(({ fromZoom, toZoom }) => fromZoom <= zoom && zoom <= toZoom)
    for (let x = 0; x < 1 << zoom; x++) {
      for (let y = 0; y < 1 << zoom; y++) {
        const layers = layersAt(here, zoom, x, y)
        if (layers) yield { zoom, x, y, bytes: fromGeojsonVt(layers, { version: 2, extent: 4096 }) }
      }
    }
  }
}

function layersAt(sliced: readonly Sliced[], zoom: number, x: number, y: number) {
  const layers: Record<string, GeoJSONVTTile> = {}
  for (const { layer, slices } of sliced) {
    const tile = slices.getTile(zoom, x, y)
    if (!tile || tile.features.length === 0) continue
    const features: GeoJSONVTFeature[] = [...(layers[layer]?.features ?? []), ...tile.features]
    layers[layer] = { ...tile, features }
  }
  return Object.keys(layers).length > 0 ? layers : undefined
}
