import type { Point } from '#domain/geo/distance'
import type { Map } from './maplibre.ts'
import type { MapStart } from './open-map.ts'

/** The specification's. */
export const homeZoom = 8
export const centralUs: Point = { latitude: 39.8283, longitude: -98.5795 }

/** A map of the whole page: the page does not scroll below it, so it takes the wheel and one finger. */
export function wholePageAt({ latitude, longitude }: Point, zoom: number): MapStart {
  return { center: [longitude, latitude], zoom, minZoom: 2, maxZoom: 14, cooperativeGestures: false }
}

/** To where a map is looked at from, whether it began there or not. */
export function flyHome(map: Map, { latitude, longitude }: Point) {
  map.flyTo({ center: [longitude, latitude], zoom: homeZoom, bearing: 0, pitch: 0 })
}
