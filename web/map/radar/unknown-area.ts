import type { Bounds } from '#web/map/ring-line.ts'
import type { Polygon, Position } from 'geojson'

/** A Mercator map does not reach the poles. It ends here. */
const lastLatitude = 85

/**
 * Returns everything outside the image, where rain is unknown. Goes around the world exactly once, centered on the
 * image, because an image may cross the date line and a second turn would cover the gap that the first one leaves.
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
