import type { Advisory, Outline } from '#domain/advisories/advisory'
import { withFewerCorners } from '#domain/geo/simplify'

/**
 * A map of the whole country shows over a thousand zones, so their coasts and rivers are simplified to this many
 * corners.
 */
const mostCorners = 80
/** About 100 meters. */
const finestDegrees = 0.001

type Drawn = [longitude: number, latitude: number][]

/** Everyone requests the same outlines repeatedly. */
const drawn = new WeakMap<Outline, Drawn>()

function drawnOutline(outline: Outline): Drawn {
  const known = drawn.get(outline)
  if (known) return known
  const fewer = withFewerCorners(outline, mostCorners, finestDegrees)
  const made = fewer.map(([longitude, latitude]): [number, number] => [longitude, latitude])
  drawn.set(outline, made)
  return made
}

/** An alert's area as drawn on the full map. Its original outlines decide which places it covers. */
export function mapOutlines({ outlines }: Advisory): Drawn[] {
  return outlines.map(drawnOutline)
}
