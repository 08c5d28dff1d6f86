import { radiansPerDegree } from '#domain/geo/distance'
import { isKnown, known } from '#domain/units/known'

/** Eastward and northward components, in the unit of the speed. */
export interface Vector {
  readonly east: number
  readonly north: number
}

/** Converts from the direction of origin, as in wind reports and storm tables. */
export function vectorFrom(speed: number | null, fromDegrees: number | null): Vector | null {
  if (!isKnown(speed) || speed < 0 || !isKnown(fromDegrees)) return null
  const angle = fromDegrees * radiansPerDegree
  return { east: -speed * Math.sin(angle), north: -speed * Math.cos(angle) }
}

/** Converts from the direction of travel, as in map arrows and tropical advisories. */
export function vectorTo(speed: number | null, toDegrees: number | null): Vector | null {
  return vectorFrom(speed, toDegrees === null ? null : toDegrees + 180)
}

export function speedOf({ east, north }: Vector): number | null {
  return known(Math.hypot(east, north))
}

/** The direction of travel; north is 360, and 0 means no motion. */
export function directionTo({ east, north }: Vector): number | null {
  if (!isKnown(east) || !isKnown(north)) return null
  if (east === 0 && north === 0) return 0
  const degrees = Math.atan2(east, north) / radiansPerDegree
  return degrees > 0 ? degrees : degrees + 360
}
