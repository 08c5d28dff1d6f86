import type { MultiPolygon, Polygon, Position } from 'geojson'

/** The atlas extends to the pole. The map ends a little before it. */
const southPole = -90

/**
 * Flattens shapes from a globe. A shape that crosses the date line continues beyond 180 degrees instead of jumping
 * back across the whole world, and a shape around the pole is closed along it.
 */
export function unrolled(shape: Polygon | MultiPolygon): MultiPolygon {
  const parts = shape.type === 'Polygon' ? [shape.coordinates] : shape.coordinates
  return { type: 'MultiPolygon', coordinates: parts.map(unrolledPart) }
}

function unrolledPart([outline = [], ...holes]: readonly Position[][]): Position[][] {
  const around = unrolledRing(outline, outline[0]?.[0] ?? 0)
  // Keeps a hole next to its outline, rather than a full turn around the world away from it.
  return [around, ...holes.map(hole => unrolledRing(hole, around[0]?.[0] ?? 0))]
}

function unrolledRing(ring: readonly Position[], near: number): Position[] {
  let before = near
  const flat = ring.map(([longitude = 0, latitude = 0]): Position => {
    before = longitude + 360 * Math.round((before - longitude) / 360)
    return [before, latitude]
  })
  const [start, end] = [flat[0]?.[0] ?? 0, flat.at(-1)?.[0] ?? 0]
  const first = flat[0]
  if (!first || Math.abs(end - start) < 180) return flat
  return [...flat, [end, southPole], [start, southPole], first]
}
