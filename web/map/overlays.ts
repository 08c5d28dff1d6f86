import type { Map, StyleSpecification } from './maplibre.ts'
import type {
  CircleLayerSpecification,
  FillLayerSpecification,
  LineLayerSpecification,
  RasterLayerSpecification,
  SymbolLayerSpecification,
} from 'maplibre-gl'

/** The possible overlays, from lowest to highest, in whichever order they are added. */
const order = [
  'unknown',
  'radar',
  'tropical-models',
  'alerts',
  'surface',
  'tropical',
  'rings',
  'stations',
  'strike-circles',
  'strikes',
  'lightning-old',
  'lightning-recent',
  'lightning-new',
  'storms',
  'places',
  'measure',
] as const
export type OverlayName = (typeof order)[number]
/** Images, and the veil for a missing image, are below the base map's names. */
const belowNames = ['unknown', 'radar', 'tropical-models'] as const satisfies readonly OverlayName[]
export type PictureName = Exclude<(typeof belowNames)[number], 'unknown'>

type Unplaced<Layer> = Layer extends unknown ? Omit<Layer, 'source'> : never
/** An overlay's layer. Its id is unique within the overlay. */
export type OverlayLayer = Unplaced<
  | CircleLayerSpecification
  | FillLayerSpecification
  | LineLayerSpecification
  | RasterLayerSpecification
  | SymbolLayerSpecification
>

const prefix = 'over/'
export const overlaySourceId = (name: OverlayName) => `${prefix}${name}`
export const layerId = (name: OverlayName, id: string) => `${overlaySourceId(name)}/${id}`

const isOf = (id: string, names: readonly OverlayName[]) =>
  names.some(each => id.startsWith(`${overlaySourceId(each)}/`))

/** Returns the layer that an overlay must be below; undefined if it is the highest. */
function ceilingOf(map: Map, name: OverlayName): string | undefined {
  const higher = order.slice(order.indexOf(name) + 1)
  const isName = (id: string) => belowNames.some(each => each === name) && map.getLayer(id)?.type === 'symbol'
  return map.getLayersOrder().find(id => isOf(id, higher) || isName(id))
}

/** Adds an overlay's layers, and replaces those with another style. */
export function putLayers(map: Map, name: OverlayName, layers: readonly OverlayLayer[]) {
  for (const layer of layers) {
    const id = layerId(name, layer.id)
    if (map.getLayer(id)) map.removeLayer(id)
    map.addLayer({ ...layer, id, source: overlaySourceId(name) }, ceilingOf(map, name))
  }
}

export function removeOverlay(map: Map, name: OverlayName) {
  for (const id of map.getLayersOrder()) if (id.startsWith(`${overlaySourceId(name)}/`)) map.removeLayer(id)
  if (map.getSource(overlaySourceId(name))) map.removeSource(overlaySourceId(name))
}

/** Puts another base map below the existing overlays, with its names above the images. */
export function withOverlays(
  before: StyleSpecification | undefined,
  next: StyleSpecification,
): StyleSpecification {
  const isOverlay = (id: string) => id.startsWith(prefix)
  const sources = Object.entries(before?.sources ?? {}).filter(([id]) => isOverlay(id))
  const layers = (before?.layers ?? []).filter(({ id }) => isOverlay(id))
  const isPicture = ({ id }: { id: string }) => isOf(id, belowNames)
  const firstName = next.layers.findIndex(({ type }) => type === 'symbol')
  const names = firstName < 0 ? next.layers.length : firstName
  return {
    ...next,
    sources: { ...next.sources, ...Object.fromEntries(sources) },
    layers: [
      ...next.layers.slice(0, names),
      ...layers.filter(isPicture),
      ...next.layers.slice(names),
      ...layers.filter(layer => !isPicture(layer)),
    ],
  }
}
