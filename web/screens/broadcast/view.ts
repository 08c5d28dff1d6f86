import { viewWithRoom, type ShownArea } from './room.ts'
import { inContinentalUs } from '#domain/geo/continental-us'
import { normalizedLongitude, type Point } from '#domain/geo/distance'
import { centralUs, homeZoom } from '#web/map/home-view.ts'
import type { Map } from '#web/map/maplibre.ts'

/** The specification's. */
const allZoom = 3.5
const selectedZoom = 7.5

export interface BroadcastView {
  readonly centre: Point
  readonly zoom: number
}

/**
 * Where the wall looks: at one location or at all of them; at the middle of the USA while there is none. What lies over
 * the map never covers one of all.
 */
export function viewOf(
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

/** Of the USA, as specified, as long as that shows every location; else of the locations themselves. */
function middleOf(locations: readonly Point[]): Point {
  const areHere = locations.every(({ latitude, longitude }) => inContinentalUs(latitude, longitude))
  if (areHere) return centralUs
  const up = locations.map(({ latitude }) => latitude)
  // From the first one on, so that places on either side of the date line are neighbours.
  const first = locations[0]?.longitude ?? 0
  const across = locations.map(({ longitude }) => normalizedLongitude(longitude - first))
  const middle = (values: readonly number[]) => (Math.min(...values) + Math.max(...values)) / 2
  return { latitude: middle(up), longitude: normalizedLongitude(first + middle(across)) }
}

export function flyTo(map: Map, { centre, zoom }: BroadcastView) {
  map.flyTo({ center: [centre.longitude, centre.latitude], zoom, bearing: 0, pitch: 0 })
}
