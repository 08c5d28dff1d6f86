import { bearingDegrees, distanceMiles, type Point } from '#domain/geo/distance'
import type { Strike } from './strike.ts'

/** Where a strike was, as seen from a place. */
export interface StrikeRange {
  /**
   * Distance of the strike, ignoring its position error. If only its distance from a sensor is known, the nearest it
   * may have been.
   */
  readonly miles: number
  /** Null if the direction is unknown, or if the strike was directly overhead. */
  readonly bearingDegrees: number | null
  /**
   * If the direction is unknown: the strike was within this many miles, including its position error. Null if its
   * position is known.
   */
  readonly withinMiles: number | null
}

type Struck = Point & Pick<Strike, 'circleMiles' | 'positionErrorMiles'>

/** Null if the place or the strike has no valid position. */
export function strikeRange(place: Point, strike: Struck): StrikeRange | null {
  const distance = distanceMiles(place, strike)
  if (distance === null) return null
  const { circleMiles, positionErrorMiles } = strike
  if (circleMiles === undefined)
    return { miles: distance, bearingDegrees: bearingDegrees(place, strike), withinMiles: null }
  return {
    miles: Math.abs(distance - circleMiles),
    bearingDegrees: null,
    withinMiles: distance + circleMiles + positionErrorMiles,
  }
}

/** A sphere and an ellipsoid differ by this share of a distance at most. */
const earthShare = 0.0057

/**
 * How near to a place a strike may have been, to be compared with a ring's radius plus the position error. If only its
 * distance from a sensor is known, it may be anywhere on that circle, and the nearest point is used.
 *
 * `centerMiles` is the distance to the strike's point, or slightly less. Inside the circle, a distance that is too small
 * would make the circle look too far away, so the earth's shape is allowed for in both directions.
 */
export function nearestOnCircle(centerMiles: number, { circleMiles }: Pick<Strike, 'circleMiles'>): number {
  if (circleMiles === undefined) return centerMiles
  const slack = earthShare * Math.max(centerMiles, circleMiles)
  return Math.max(0, Math.abs(centerMiles - circleMiles) - slack)
}
