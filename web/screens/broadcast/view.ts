import { viewWithRoom, type ShownArea } from './room.ts'
import { inContinentalUs } from '#domain/geo/continental-us'
import { normalizedLongitude, type Point } from '#domain/geo/distance'
import { centralUs, homeZoom } from '#web/map/home-view.ts'
import type { Map } from '#web/map/maplibre.ts'

/** The zoom levels from the specification. */
const allZoom = 3.5
const selectedZoom = 7.5

export interface BroadcastView {
  readonly centre: Point
  readonly zoom: number
}

/**
 * Returns the wall's view: one location or all of them or, without any, the middle of the USA. In a view of all
 * locations, overlays cover none of them.
 */
export function wallViewOf(
  selected: Point | null,
  isAll: boolean,
  locations: readonly Point[],
  room: ShownArea | null = null,
): BroadcastView {
  if (isAll) {
    const wanted = { centre: middleOf(locations), zoom: allZoom }
    return room ? viewWithRoom(wanted, locations, room) : wanted
  }
  if (!selected) return { centre: centralUs, zoom: homeZoom }
  return { centre: { latitude: selected.latitude, longitude: selected.longitude }, zoom: selectedZoom }
}

/**
 * Returns the middle of the USA, as specified, if that view shows every location. Otherwise the locations' own center.
 */
function middleOf(locations: readonly Point[]): Point {
  const areHere = locations.every(({ latitude, longitude }) => inContinentalUs(latitude, longitude))
  if (areHere) return centralUs
  const up = locations.map(({ latitude }) => latitude)
  // Relative to the first location, so that places on both sides of the date line are neighbors.
  const first = locations[0]?.longitude ?? 0
  const across = locations.map(({ longitude }) => normalizedLongitude(longitude - first))
  const middle = (values: readonly number[]) => (Math.min(...values) + Math.max(...values)) / 2
  return { latitude: middle(up), longitude: normalizedLongitude(first + middle(across)) }
}

export function flyTo(map: Map, { centre, zoom }: BroadcastView) {
  map.flyTo({ center: [centre.longitude, centre.latitude], zoom, bearing: 0, pitch: 0 })
}
