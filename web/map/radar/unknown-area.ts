import type { Bounds } from '#web/map/ring-line.ts'
import type { Polygon, Position } from 'geojson'

/** A map has no poles: it ends here. Longitudes go on, since a map may be moved across the date line. */
const world: Bounds = { west: -540, south: -85, east: 540, north: 85 }

/** Everywhere but where a picture is: there nobody knows yet whether it rains. */
export function unknownArea(known: Bounds | null): Polygon {
  return {
    type: 'Polygon',
    coordinates: known ? [lineAround(world), lineAround(known)] : [lineAround(world)],
  }
}

function lineAround({ west, south, east, north }: Bounds): Position[] {
  return [
    [west, south],
    [west, north],
    [east, north],
    [east, south],
    [west, south],
  ]
}
