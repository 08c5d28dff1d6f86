import type { MapStyle } from './colours.ts'
import { fontFaces } from './fonts.ts'
import type { StyleSpecification } from './maplibre.ts'
import type { LayerSpecification } from 'maplibre-gl'

const prefix = 'elsewhere/'
/** Whether a source belongs to a style document. */
export const isOfDocument = (sourceId: string) => sourceId.startsWith(prefix)

const isRecord = (given: unknown): given is Readonly<Record<string, unknown>> =>
  typeof given === 'object' && given !== null && !Array.isArray(given)

const isLayer = (given: unknown) =>
  isRecord(given) && typeof given['id'] === 'string' && typeof given['type'] === 'string'

/**
 * Whether this may be a style document. MapLibre validates it further, and keeps the previous base map if it cannot
 * draw it.
 */
const isStyle = (given: unknown): given is StyleSpecification =>
  isRecord(given) &&
  given['version'] === 8 &&
  isRecord(given['sources']) &&
  Array.isArray(given['layers']) &&
  given['layers'].every(isLayer)

/**
 * Returns a style document as a base map: with its own name prefix, so that it conflicts with no other style, with our
 * overlays' glyphs, and without anything that would move or tilt the map. Its names come last, because images are below
 * the first of them. Null if it is not a style document.
 */
export function outsideStyle(style: MapStyle, given: unknown): StyleSpecification | null {
  if (!isStyle(given)) return null
  const own = (id: string) => `${prefix}${style}/${id}`
  const layers = given.layers.map((layer): LayerSpecification => {
    const named = { ...layer, id: own(layer.id) }
    return 'source' in named ? { ...named, source: own(named.source) } : named
  })
  const isName = ({ type }: LayerSpecification) => type === 'symbol'
  return {
    version: 8,
    sources: Object.fromEntries(Object.entries(given.sources).map(([id, source]) => [own(id), source])),
    ...(given.sprite !== undefined && { sprite: given.sprite }),
    ...(given.glyphs !== undefined && { glyphs: given.glyphs }),
    'font-faces': { ...given['font-faces'], ...fontFaces },
    layers: [...layers.filter(layer => !isName(layer)), ...layers.filter(isName)],
  }
}
