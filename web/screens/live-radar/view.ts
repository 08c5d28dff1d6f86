import type { Location } from '#contract/locations'
import type { Point } from '#domain/geo/distance'
import type { Map } from '#web/map/maplibre.ts'
import type { MapStart } from '#web/map/open-map.ts'
import { mapLayers, type MapLayer } from '#web/map/radar/layer-choice.ts'

/** The specification's. */
const homeZoom = 8
const centralUs: Point = { latitude: 39.8283, longitude: -98.5795 }

export function centreOf(selected: Location | null): Point {
  return selected ?? centralUs
}

export function startAt(selected: Location | null): MapStart {
  const { latitude, longitude } = centreOf(selected)
  return {
    center: [longitude, latitude],
    zoom: homeZoom,
    minZoom: 2,
    maxZoom: 14,
    // The page does not scroll below it: the map takes the wheel and one finger.
    cooperativeGestures: false,
  }
}

/** Back to where the map began, or to another location. */
export function flyHome(map: Map, selected: Location | null) {
  const { latitude, longitude } = centreOf(selected)
  map.flyTo({ center: [longitude, latitude], zoom: homeZoom, bearing: 0, pitch: 0 })
}

/** `Live radar around Norman Stadium with Radar and Lightning` */
export function mapLabel(selected: Location | null, layers: readonly MapLayer[]): string {
  const where = selected ? ` around ${selected.label}` : ''
  const on = mapLayers.filter(({ layer }) => layers.includes(layer)).map(({ label }) => label)
  const what = on.length === 0 ? 'no layers' : new Intl.ListFormat('en-GB').format(on)
  return `Live radar${where} with ${what}`
}
