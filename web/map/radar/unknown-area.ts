import type { Bounds } from '#web/map/ring-line.ts'
import type { Polygon, Position } from 'geojson'

/** A map has no poles; it ends here. */
const lastLatitude = 85

/**
 * Everything outside the image, where rain is unknown. Goes once around the world from the image's center, because
 * an image may cross the date line and a second turn would cover what the first leaves open.
 */
export function unknownArea(known: Bounds | null): Polygon {
  const middle = known ? (known.west + known.east) / 2 : 0
  const world = { west: middle - 180, south: -lastLatitude, east: middle + 180, north: lastLatitude }
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
