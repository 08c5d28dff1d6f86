import {
  bearingDegrees,
  destination,
  distanceMiles,
  earthRadiusMiles,
  isPlace,
  milesPerKilometre,
  normalizedLongitude,
  radiansPerDegree,
  type Point,
} from '#domain/geo/distance'
import { isKnown } from '#domain/units/known'
import { directionFrom, directionTo, speedOf, vectorTo, type Vector } from './vector.ts'

/** A storm cell's position at a time. */
export interface Fix extends Point {
  readonly timeMs: number
}

export interface StormMotion {
  readonly speedMs: number
  /** For arrows on a map. */
  readonly headingToDegrees: number
  /** As storm tables have it. */
  readonly directionFromDegrees: number
  readonly vectorMs: Vector
}

/** Older fixes no longer show where it is going. */
const mostFixes = 10
/** After a longer gap it may be another cell. */
const longestPauseMs = 20 * 60_000
/** No storm is faster: it was another cell. */
const fastestMs = 50
const metresPerMile = 1000 / milesPerKilometre
const earthRadiusM = earthRadiusMiles * metresPerMile

/** A cell's motion from its fixes, oldest first. Null if the fixes cannot be of one cell. */
export function stormMotion(fixes: readonly Fix[]): StormMotion | null {
  const last = fixes.slice(-mostFixes)
  const [first, second] = last
  if (
    first === undefined ||
    second === undefined ||
    !last.every(fix => isPlace(fix) && isKnown(fix.timeMs))
  ) {
    return null
  }
  const pauses = last.slice(1).map((fix, index) => fix.timeMs - (last[index]?.timeMs ?? NaN))
  if (!pauses.every(pause => pause > 0 && pause <= longestPauseMs)) return null
  return motionOf(last.length === 2 ? betweenTwo(first, second) : straightLine(last))
}

/** The motion for a vector in m/s; null if impossible for a storm. */
export function motionOf(vectorMs: Vector | null): StormMotion | null {
  if (vectorMs === null) return null
  const speedMs = speedOf(vectorMs)
  const [headingToDegrees, directionFromDegrees] = [directionTo(vectorMs), directionFrom(vectorMs)]
  if (speedMs === null || headingToDegrees === null || directionFromDegrees === null) return null
  return speedMs > fastestMs ? null : { speedMs, headingToDegrees, directionFromDegrees, vectorMs }
}

/** For a cell seen only once: the motion of the others. */
export function meanMotion(others: readonly StormMotion[]): StormMotion | null {
  if (others.length === 0) return null
  const mean = (part: keyof Vector) =>
    others.reduce((sum, { vectorMs }) => sum + vectorMs[part], 0) / others.length
  return motionOf({ east: mean('east'), north: mean('north') })
}

/** Its future position, if it keeps its course. */
export function stormAfter(from: Point, motion: StormMotion, minutes: number): Point | null {
  const miles = (motion.speedMs * minutes * 60) / metresPerMile
  return destination(from, motion.headingToDegrees, miles)
}

export const forecastMinutes = [15, 30, 45, 60] as const

export function stormTrack(from: Point, motion: StormMotion): Point[] {
  return forecastMinutes.flatMap(minutes => stormAfter(from, motion, minutes) ?? [])
}

/** Eastward and northward meters between two places, on a plane that touches the earth between them. */
function metresBetween(from: Point, to: Point, latitude: number): Vector {
  const east = normalizedLongitude(to.longitude - from.longitude) * radiansPerDegree
  const north = (to.latitude - from.latitude) * radiansPerDegree
  return {
    east: earthRadiusM * Math.cos(latitude * radiansPerDegree) * east,
    north: earthRadiusM * north,
  }
}

function betweenTwo(from: Fix, to: Fix): Vector | null {
  const miles = distanceMiles(from, to)
  if (miles === null) return null
  const speedMs = (miles * metresPerMile * 1000) / (to.timeMs - from.timeMs)
  // Without a bearing it has not moved.
  return vectorTo(speedMs, bearingDegrees(from, to) ?? 0)
}

/** The least-squares line through all fixes, equally weighted. */
function straightLine(fixes: readonly Fix[]): Vector | null {
  const origin = fixes[0]
  if (origin === undefined) return null
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
  const latitude = mean(fixes.map(fix => fix.latitude))
  const seconds = fixes.map(fix => (fix.timeMs - origin.timeMs) / 1000)
  const places = fixes.map(fix => metresBetween(origin, fix, latitude))
  const middle = mean(seconds)
  const spread = seconds.reduce((sum, time) => sum + (time - middle) ** 2, 0)
  const slope = (part: keyof Vector) =>
    places.reduce((sum, place, index) => sum + ((seconds[index] ?? NaN) - middle) * place[part], 0) / spread
  return { east: slope('east'), north: slope('north') }
}
