import type { Map } from '#web/map/maplibre.ts'

/** From the specification: one level in a fifth of a second. */
const zoomMs = 200

export function zoomBy(map: Map, levels: number) {
  map.zoomTo(map.getZoom() + levels, { duration: zoomMs })
}
