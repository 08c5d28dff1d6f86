import type { Point } from '#domain/geo/distance'
import type { Map } from './maplibre.ts'
import type { MapStart } from './open-map.ts'

/** The zoom level in the specification. */
export const homeZoom = 8
export const centralUs: Point = { latitude: 39.8283, longitude: -98.5795 }

/**
 * Returns the settings of a full-page map. The page does not scroll, so the map takes the wheel and one-finger
 * gestures.
 */
export function wholePageAt({ latitude, longitude }: Point, zoom: number): MapStart {
  return { center: [longitude, latitude], zoom, minZoom: 2, maxZoom: 14, cooperativeGestures: false }
}

/** Flies to the home view, whether or not the map started there. */
export function flyHome(map: Map, { latitude, longitude }: Point) {
  map.flyTo({ center: [longitude, latitude], zoom: homeZoom, bearing: 0, pitch: 0 })
}
