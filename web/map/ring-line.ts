import { destination, normalizedLongitude, type Point } from '#domain/geo/distance'

type Position = [longitude: number, latitude: number]

/**
 * The specification's circle has 32 segments. Each is divided into eight, because corners would be visible up close.
 */
const steps = 32 * 8

export interface Bounds {
  readonly west: number
  readonly south: number
  readonly east: number
  readonly north: number
}

function pointAt(centre: Point, bearing: number, miles: number): Position {
  const point = destination(centre, bearing, miles)
  if (!point) throw new RangeError('A ring needs a center and a radius')
  // Keeps longitudes near the center across the date line, because a map accepts more than 180 degrees, but a line must
  // not jump.
  const east = normalizedLongitude(point.longitude - centre.longitude)
  return [centre.longitude + east, point.latitude]
}

/**
 * Draws a ring as a closed line. Around a pole no closed line is possible on this map, so the line runs once across the
 * world.
 */
export function ringLine(centre: Point, miles: number): Position[] {
  let before: Position | undefined
  return Array.from({ length: steps + 1 }, (_, step) => {
    const [longitude, latitude] = pointAt(centre, (step % steps) * (360 / steps), miles)
    const turned = before ? before[0] + normalizedLongitude(longitude - before[0]) : longitude
    before = [turned, latitude]
    return before
  })
}

/** Returns a ring label's position. */
export function ringPoint(centre: Point, miles: number, bearing: number): Position {
  return pointAt(centre, bearing, miles)
}

/** A Mercator map does not reach the poles. It ends here. */
const lastLatitude = 85

/** Returns the bounds that show a whole ring. */
export function ringBounds(centre: Point, miles: number): Bounds {
  const line = ringLine(centre, miles)
  const [across, up] = [line.map(([longitude]) => longitude), line.map(([, latitude]) => latitude)]
  const within = (latitude: number) => Math.max(-lastLatitude, Math.min(lastLatitude, latitude))
  return {
    west: Math.min(...across),
    south: within(Math.min(...up)),
    east: Math.max(...across),
    north: within(Math.max(...up)),
  }
}
