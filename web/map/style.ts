import type { MapStyle } from './colours.ts'
import { flavors } from './flavors.ts'
import { fontFaces, medium, regular } from './fonts.ts'
import type { StyleSpecification } from './maplibre.ts'
import type { MapGrounds } from '#contract/weather/radar'
import { layers, type Flavor } from '@protomaps/basemaps'
import type { ExpressionSpecification, LayerSpecification, RasterSourceSpecification } from 'maplibre-gl'

const baseSource = 'base'
/** The built-in base map, or the operator's with roads. The server decides. */
const baseUrl = `pmtiles://${location.origin}/map/base.pmtiles`

const satelliteSource = 'satellite'
const satelliteUrl = `pmtiles://${location.origin}/map/satellite.pmtiles`

/** Sources from this server's own files. */
export const ownSources: readonly string[] = [baseSource, satelliteSource]

const satelliteTilesSource = 'satellite-tiles'
type SatelliteTiles = MapGrounds['satelliteTiles']

/** Layers that are left out: symbols that would need image files, and lines and names that are redrawn below. */
const leftOut = /^(pois|roads_oneway|roads_shields|address_label|water_river|boundaries|places_)/

/**
 * Returns the built-in base map. External tiles cover its satellite image, which remains visible where they are
 * missing.
 */
export function baseStyle(style: MapStyle, tiles: SatelliteTiles): StyleSpecification {
  const flavor = flavors[style]
  const isPicture = style === 'satellite'
  const given = layers(baseSource, flavor, { lang: 'en' }).filter(({ id }) => !leftOut.test(id))
  const isName = ({ type }: LayerSpecification) => type === 'symbol'
  const drawn = given.filter(layer => !isName(layer))
  return {
    version: 8,
    sources: {
      [baseSource]: { type: 'vector', url: baseUrl },
      ...(isPicture && { [satelliteSource]: { type: 'raster', url: satelliteUrl, tileSize: 512 } }),
      ...(isPicture && tiles && { [satelliteTilesSource]: tilesSource(tiles) }),
    },
    'font-faces': fontFaces,
    layers: [
      ...(isPicture ? picture(flavor) : drawn),
      river(flavor),
      ...(isPicture && tiles ? [fromAbove(satelliteTilesSource)] : []),
      ...(isPicture ? drawn.filter(isRoad) : []),
      ...borders(flavor),
      ...names(flavor),
      ...given.filter(isName),
    ],
  }
}

/** The image already shows land, woods and houses, so only roads remain of the drawn layers. */
const isRoad = ({ id }: LayerSpecification) => id.startsWith('roads_')

function tilesSource({
  address,
  credit,
  deepestZoom,
}: NonNullable<SatelliteTiles>): RasterSourceSpecification {
  return {
    type: 'raster',
    tiles: [address],
    tileSize: 256,
    maxzoom: deepestZoom,
    attribution: credit,
  }
}

/** Returns the satellite image, muted so that weather stands out on it. */
function fromAbove(source: string): LayerSpecification {
  return {
    id: source,
    type: 'raster',
    source,
    paint: {
      'raster-resampling': 'linear',
      'raster-fade-duration': 0,
      'raster-saturation': -0.15,
      'raster-brightness-min': 0.05,
    },
  }
}

/** Our own image gets blurry when enlarged, so lakes and coasts gain edges as the map zooms in. */
function picture({ background, water, boundaries }: Flavor): LayerSpecification[] {
  return [
    { id: 'background', type: 'background', paint: { 'background-color': background } },
    fromAbove(satelliteSource),
    {
      id: 'water',
      type: 'fill',
      source: baseSource,
      'source-layer': 'water',
      filter: ['==', ['geometry-type'], 'Polygon'],
      paint: { 'fill-color': water, 'fill-opacity': ['interpolate', ['linear'], ['zoom'], 4, 0, 7, 0.9] },
    },
    {
      id: 'earth_coast',
      type: 'line',
      source: baseSource,
      'source-layer': 'earth',
      minzoom: 4,
      paint: {
        'line-color': boundaries,
        'line-opacity': ['interpolate', ['linear'], ['zoom'], 4, 0, 7, 0.45],
        'line-width': 1,
      },
    },
  ]
}

function river({ water }: Flavor): LayerSpecification {
  return {
    id: 'water_river',
    type: 'line',
    source: baseSource,
    'source-layer': 'water',
    minzoom: 5,
    filter: ['==', ['get', 'kind'], 'river'],
    layout: { 'line-cap': 'round', 'line-join': 'round' },
    paint: {
      'line-color': water,
      'line-width': ['interpolate', ['exponential', 1.4], ['zoom'], 5, 0.6, 9, 2, 18, 12],
    },
  }
}

function borders({ boundaries }: Flavor): LayerSpecification[] {
  const line = { type: 'line', source: baseSource } as const
  return [
    {
      ...line,
      id: 'boundaries_county',
      'source-layer': 'boundaries',
      minzoom: 6,
      filter: ['>', ['get', 'kind_detail'], 4],
      paint: {
        'line-color': boundaries,
        'line-opacity': ['interpolate', ['linear'], ['zoom'], 6, 0, 7, 0.5, 9, 0.65],
        'line-width': ['interpolate', ['linear'], ['zoom'], 6, 0.5, 10, 1],
        'line-dasharray': [3, 2],
      },
    },
    {
      ...line,
      id: 'boundaries_region',
      'source-layer': 'boundaries',
      filter: ['all', ['>', ['get', 'kind_detail'], 2], ['<=', ['get', 'kind_detail'], 4]],
      layout: { 'line-join': 'round' },
      paint: {
        'line-color': boundaries,
        'line-opacity': 0.8,
        'line-width': ['interpolate', ['linear'], ['zoom'], 3, 0.5, 6, 0.9, 10, 1.6],
      },
    },
    {
      ...line,
      id: 'boundaries_country',
      'source-layer': 'boundaries',
      filter: ['<=', ['get', 'kind_detail'], 2],
      layout: { 'line-join': 'round' },
      paint: {
        'line-color': boundaries,
        'line-width': ['interpolate', ['linear'], ['zoom'], 2, 0.7, 6, 1.4, 10, 2],
      },
    },
  ]
}

function names(flavor: Flavor): LayerSpecification[] {
  const place = { type: 'symbol', source: baseSource, 'source-layer': 'places' } as const
  // A Protomaps file has both names. Our own names are already English.
  const name: ExpressionSpecification = ['coalesce', ['get', 'name:en'], ['get', 'name']]
  const haloed = { 'text-halo-width': 1.4 }
  return [
    {
      ...place,
      id: 'places_county',
      minzoom: 8,
      filter: ['==', ['get', 'kind'], 'county'],
      layout: {
        'text-field': name,
        'text-font': [regular],
        'text-size': 10,
        'text-letter-spacing': 0.12,
        'text-transform': 'uppercase',
        'text-padding': 12,
      },
      paint: { ...haloed, 'text-color': flavor.state_label, 'text-halo-color': flavor.state_label_halo },
    },
    {
      ...place,
      id: 'places_region',
      maxzoom: 8,
      filter: ['==', ['get', 'kind'], 'region'],
      layout: {
        'text-field': ['step', ['zoom'], ['coalesce', ['get', 'ref'], name], 5, name],
        'text-font': [regular],
        'text-size': ['interpolate', ['linear'], ['zoom'], 3, 10, 7, 14],
        'text-letter-spacing': 0.15,
        'text-transform': 'uppercase',
        'text-max-width': 7,
      },
      paint: { ...haloed, 'text-color': flavor.state_label, 'text-halo-color': flavor.state_label_halo },
    },
    {
      ...place,
      id: 'places_country',
      maxzoom: 8,
      filter: ['all', ['==', ['get', 'kind'], 'country'], ['<=', ['get', 'min_zoom'], ['+', ['zoom'], 1]]],
      layout: {
        'text-field': name,
        'text-font': [medium],
        'text-size': ['interpolate', ['linear'], ['zoom'], 2, 10, 6, 15],
        'text-letter-spacing': 0.08,
        'text-transform': 'uppercase',
        'text-max-width': 8,
        'symbol-sort-key': ['get', 'min_zoom'],
      },
      paint: { ...haloed, 'text-color': flavor.country_label, 'text-halo-color': flavor.earth },
    },
    {
      ...place,
      id: 'places_locality',
      // A tile at the deepest zoom also contains the towns of all deeper ones.
      filter: ['all', ['==', ['get', 'kind'], 'locality'], ['<=', ['get', 'min_zoom'], ['+', ['zoom'], 1]]],
      layout: {
        'text-field': name,
        'text-font': ['step', ['get', 'population_rank'], ['literal', [regular]], 10, ['literal', [medium]]],
        'text-size': [
          'interpolate',
          ['linear'],
          ['zoom'],
          3,
          ['interpolate', ['linear'], ['get', 'population_rank'], 9, 9.5, 13, 12],
          8,
          ['interpolate', ['linear'], ['get', 'population_rank'], 4, 10.5, 11, 15],
          11,
          ['interpolate', ['linear'], ['get', 'population_rank'], 4, 12, 11, 18],
        ],
        'symbol-sort-key': ['get', 'min_zoom'],
        'text-padding': 4,
        'text-max-width': 8,
      },
      paint: { ...haloed, 'text-color': flavor.city_label, 'text-halo-color': flavor.city_label_halo },
    },
  ]
}
