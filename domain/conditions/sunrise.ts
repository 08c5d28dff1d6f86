import type { Point } from '#domain/geo/distance'
import { isKnown } from '#domain/units/known'
import { rootBetween } from './solve.ts'
import { sunPosition } from './sun-position.ts'

const dayMs = 86_400_000
const stepMs = 180_000

/** Where the sun's centre stands, as if there were no air, when its upper edge is seen on the horizon. */
const horizonDegrees = -0.833

/** Of 360 degrees in a day, with what the earth runs ahead of the sun left out: two steps make up for it. */
const msPerDegree = dayMs / 360

export interface SunTimes {
  /** The first within the day. At high latitudes a day may have none, or a sunset alone. */
  readonly sunriseMs: number | null
  readonly sunsetMs: number | null
  readonly noonMs: number | null
  /** The sun never crosses the horizon on this day. */
  readonly always: 'up' | 'down' | null
}

/**
 * What the sun does from one instant on, for a day. In UTC the sunset of an American day comes before its sunrise; a
 * day that begins at local midnight, and may last 23 or 25 hours, has them in order.
 */
export function sunTimes(dayStartMs: number | null, place: Point, lengthMs = dayMs): SunTimes | null {
  if (!isKnown(dayStartMs) || !(lengthMs > 0 && lengthMs <= 2 * dayMs)) return null
  const endMs = dayStartMs + lengthMs
  const height = (timeMs: number) => (sunPosition(timeMs, place)?.elevationDegrees ?? NaN) - horizonDegrees
  const start = height(dayStartMs)
  if (Number.isNaN(start) || Number.isNaN(height(endMs))) return null

  let [sunriseMs, sunsetMs]: [number | null, number | null] = [null, null]
  for (let fromMs = dayStartMs, from = start; fromMs < endMs;) {
    const toMs = Math.min(endMs, fromMs + stepMs)
    const to = height(toMs)
    if (from <= 0 && to > 0) sunriseMs ??= rootBetween(fromMs, toMs, height)
    if (from > 0 && to <= 0) sunsetMs ??= rootBetween(fromMs, toMs, height)
    ;[fromMs, from] = [toMs, to]
  }
  const crossed = sunriseMs !== null || sunsetMs !== null
  return {
    sunriseMs,
    sunsetMs,
    noonMs: noonWithin(dayStartMs, endMs, place),
    always: crossed ? null : start > 0 ? 'up' : 'down',
  }
}

function noonWithin(startMs: number, endMs: number, place: Point): number | null {
  const hourAngle = (timeMs: number) => sunPosition(timeMs, place)?.hourAngleDegrees ?? NaN
  const toNoon = -hourAngle(startMs)
  let noonMs = startMs + (toNoon < 0 ? toNoon + 360 : toNoon) * msPerDegree
  for (let step = 0; step < 2; step++) noonMs -= hourAngle(noonMs) * msPerDegree
  return noonMs >= startMs && noonMs < endMs ? noonMs : null
}
