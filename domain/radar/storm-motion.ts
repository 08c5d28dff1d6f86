import { destination, milesPerKilometre, type Point } from '#domain/geo/distance'
import { directionTo, speedOf, type Vector } from './vector.ts'

export interface StormMotion {
  readonly speedMs: number
  /** Used for arrows on a map. */
  readonly headingToDegrees: number
  readonly vectorMs: Vector
}

/** No storm moves faster than this. */
const fastestMs = 50
const metresPerMile = 1000 / milesPerKilometre

/** The motion for a vector in m/s; null if impossible for a storm. */
export function motionOf(vectorMs: Vector | null): StormMotion | null {
  if (vectorMs === null) return null
  const speedMs = speedOf(vectorMs)
  const headingToDegrees = directionTo(vectorMs)
  if (speedMs === null || headingToDegrees === null || speedMs > fastestMs) return null
  return { speedMs, headingToDegrees, vectorMs }
}

/** The mean motion of the other cells, for a cell seen only once. */
export function meanMotion(others: readonly StormMotion[]): StormMotion | null {
  if (others.length === 0) return null
  const mean = (part: keyof Vector) =>
    others.reduce((sum, { vectorMs }) => sum + vectorMs[part], 0) / others.length
  return motionOf({ east: mean('east'), north: mean('north') })
}

/** The storm's future position, if it keeps its course. */
export function stormAfter(from: Point, motion: StormMotion, minutes: number): Point | null {
  const miles = (motion.speedMs * minutes * 60) / metresPerMile
  return destination(from, motion.headingToDegrees, miles)
}

export const forecastMinutes = [15, 30, 45, 60] as const
