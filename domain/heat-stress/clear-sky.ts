import { radiansPerDegree } from '#domain/geo/distance'
import { knownWithin } from '#domain/units/known'

/** Clear-sky radiation on level ground (Haurwitz, 1945), from the sun's apparent elevation. */
export function clearSkyWm2(sunElevationDegrees: number | null): number | null {
  const elevation = knownWithin(sunElevationDegrees, -90, 90)
  if (elevation === null) return null
  const height = Math.sin(elevation * radiansPerDegree)
  return height <= 0 ? 0 : 1098 * height * Math.exp(-0.059 / height)
}

/** The radiation that remains under clouds (Kasten and Czeplak, 1980). A half-covered sky blocks very little of it. */
export function cloudedSkyWm2(
  sunElevationDegrees: number | null,
  cloudFraction: number | null,
): number | null {
  const [clear, clouds] = [clearSkyWm2(sunElevationDegrees), knownWithin(cloudFraction, 0, 1)]
  return clear === null || clouds === null ? null : clear * (1 - 0.75 * clouds ** 3.4)
}
