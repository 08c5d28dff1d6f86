import { distanceMiles, isPlace, normalizedLongitude, type Point } from '#domain/geo/distance'
import { isInside, type Outline } from '#domain/geo/outline'
import { isKnown, knownWithin } from '#domain/units/known'
import type { TropicalList, TropicalPoint, TropicalStorm } from './storm.ts'

/** No storm on record comes near these values. */
const strongestMs = 120
const fastestMs = 50
const [deepestMb, shallowestMb] = [850, 1050]

/**
 * Validates a center's data: removes impossible values, and drops points without a position or a time. Drops a storm
 * only if no point is left, because losing a storm is worse.
 */
export function soundStorms({ source, asOfMs, storms }: TropicalList): TropicalList {
  return {
    source,
    asOfMs,
    storms: storms.map(storm => mended(storm, asOfMs)).filter(({ points }) => points.length > 0),
  }
}

/** A cone starts at the storm, whose position may be slightly outside it. */
const coneNearMiles = 100

/** Whether a cone belongs to a storm. A cone that is off the map or not near the storm belongs to another storm. */
function isConeOf({ points }: TropicalStorm, cone: Outline): boolean {
  const corners = cone.map(([longitude, latitude]) => ({ longitude, latitude }))
  const isNear = (point: Point) =>
    corners.some(corner => (distanceMiles(corner, point) ?? Infinity) <= coneNearMiles)
  return (
    corners.length >= 4 &&
    corners.every(isPlace) &&
    points.some(point => isInside(point, cone) || isNear(point))
  )
}

function mended({ cone, ...storm }: TropicalStorm, asOfMs: number): TropicalStorm {
  const { movement } = storm
  return {
    ...storm,
    ...(cone && isConeOf(storm, cone) && { cone }),
    issuedMs: isKnown(storm.issuedMs) ? Math.min(storm.issuedMs, asOfMs) : asOfMs,
    pressureMb: knownWithin(storm.pressureMb, deepestMb, shallowestMb),
    movement:
      movement &&
      knownWithin(movement.speedMs, 0, fastestMs) !== null &&
      knownWithin(movement.headingToDegrees, 0, 360) !== null
        ? movement
        : null,
    points: storm.points
      .filter(point => isPlace(point) && isKnown(point.timeMs))
      .map(mendedPoint)
      .toSorted((one, other) => one.timeMs - other.timeMs),
    tracks: storm.tracks
      .map(({ model, points }) => ({ model, points: points.filter(isPlace) }))
      .filter(({ points }) => points.length > 1),
  }
}

function mendedPoint(point: TropicalPoint): TropicalPoint {
  return {
    ...point,
    longitude: normalizedLongitude(point.longitude),
    windMs: knownWithin(point.windMs, 0, strongestMs),
    gustMs: knownWithin(point.gustMs, 0, strongestMs),
  }
}
