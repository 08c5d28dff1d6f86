import type { Advisory, Outline } from '#domain/advisories/advisory'
import { withFewerCorners } from '#domain/geo/simplify'

/** A map of the whole country shows over a thousand zones: coasts and rivers are drawn in fewer corners there. */
const mostCorners = 80
/** About 100 meters. */
const finestDegrees = 0.001

type Drawn = [longitude: number, latitude: number][]

/** The same outlines are asked for by everybody, again and again. */
const drawn = new WeakMap<Outline, Drawn>()

function drawnOutline(outline: Outline): Drawn {
  const known = drawn.get(outline)
  if (known) return known
  const fewer = withFewerCorners(outline, mostCorners, finestDegrees)
  const made = fewer.map(([longitude, latitude]): [number, number] => [longitude, latitude])
  drawn.set(outline, made)
  return made
}

/** The area of an alert as the map draws it among all others. Who lies in it is decided by its own outlines. */
export function mapOutlines({ outlines }: Advisory): Drawn[] {
  return outlines.map(drawnOutline)
}
