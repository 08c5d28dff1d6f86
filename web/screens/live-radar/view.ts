import type { Location } from '#contract/locations'
import type { Point } from '#domain/geo/distance'
import { centralUs, homeZoom } from '#web/map/home-view.ts'
import type { Map } from '#web/map/maplibre.ts'

export function centreOf(selected: Location | null): Point {
  return selected ?? centralUs
}

/** Back to where the map began, or to another location. */
export function flyHome(map: Map, selected: Location | null) {
  const { latitude, longitude } = centreOf(selected)
  map.flyTo({ center: [longitude, latitude], zoom: homeZoom, bearing: 0, pitch: 0 })
}
