import { radiansPerDegree } from '#domain/geo/distance'
import { isKnown, known } from '#domain/units/known'

/** Eastward and northward, in whatever unit the speed has. */
export interface Vector {
  readonly east: number
  readonly north: number
}

/** The direction of origin, as in wind reports and storm tables. */
export function vectorFrom(speed: number | null, fromDegrees: number | null): Vector | null {
  if (!isKnown(speed) || speed < 0 || !isKnown(fromDegrees)) return null
  const angle = fromDegrees * radiansPerDegree
  return { east: -speed * Math.sin(angle), north: -speed * Math.cos(angle) }
}

/** The direction of travel, as in map arrows and tropical advisories. */
export function vectorTo(speed: number | null, toDegrees: number | null): Vector | null {
  return vectorFrom(speed, toDegrees === null ? null : toDegrees + 180)
}

export function speedOf({ east, north }: Vector): number | null {
  return known(Math.hypot(east, north))
}

/** North is 360; 0 means no motion. */
export function directionTo({ east, north }: Vector): number | null {
  if (!isKnown(east) || !isKnown(north)) return null
  if (east === 0 && north === 0) return 0
  const degrees = Math.atan2(east, north) / radiansPerDegree
  return degrees > 0 ? degrees : degrees + 360
}
