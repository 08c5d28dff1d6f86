import { radiansPerDegree } from '#domain/geo/distance'
import { isKnown, knownWithin } from '#domain/units/known'

/** Older than this, a measured radiation says nothing of the sun now. */
const freshForMs = 30 * 60_000

/** A measured radiation, if it was taken near enough to the time it is wanted for. */
export function freshSolarWm2(solarWm2: number | null, measuredMs: number, timeMs: number): number | null {
  return isKnown(solarWm2) && Math.abs(timeMs - measuredMs) < freshForMs ? solarWm2 : null
}

/** What a cloudless sky gives on level ground (Haurwitz, 1945), by the sun's height as it is seen. */
export function clearSkyWm2(sunElevationDegrees: number | null): number | null {
  const elevation = knownWithin(sunElevationDegrees, -90, 90)
  if (elevation === null) return null
  const height = Math.sin(elevation * radiansPerDegree)
  return height <= 0 ? 0 : 1098 * height * Math.exp(-0.059 / height)
}

/** What is left of it under clouds (Kasten and Czeplak, 1980): half a sky of clouds takes very little. */
export function cloudedSkyWm2(
  sunElevationDegrees: number | null,
  cloudFraction: number | null,
): number | null {
  const [clear, clouds] = [clearSkyWm2(sunElevationDegrees), knownWithin(cloudFraction, 0, 1)]
  return clear === null || clouds === null ? null : clear * (1 - 0.75 * clouds ** 3.4)
}
