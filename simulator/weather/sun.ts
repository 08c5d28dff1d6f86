import { clamp, cosDegrees, sinDegrees } from './plane.ts'

const j2000Ms = Date.UTC(2000, 0, 1, 12)
const dayMs = 86_400_000
const degreesPerRadian = 180 / Math.PI

/**
 * Returns the sun's height above the horizon, unrefracted, by the Astronomical Almanac's short formula (0.01 degrees).
 */
export function sunElevationDegrees(latitude: number, longitude: number, timeMs: number): number {
  const days = (timeMs - j2000Ms) / dayMs
  const meanLongitude = (280.46 + 0.9856474 * days) % 360
  const anomaly = (357.528 + 0.9856003 * days) % 360
  const ecliptic = meanLongitude + 1.915 * sinDegrees(anomaly) + 0.02 * sinDegrees(2 * anomaly)
  const obliquity = 23.439 - 0.0000004 * days
  const sinDeclination = sinDegrees(obliquity) * sinDegrees(ecliptic)
  const cosDeclination = Math.sqrt(1 - sinDeclination * sinDeclination)
  const rightAscension =
    Math.atan2(cosDegrees(obliquity) * sinDegrees(ecliptic), cosDegrees(ecliptic)) * degreesPerRadian
  const siderealDegrees = (280.46062 + 360.9856473 * days) % 360
  const hourAngle = siderealDegrees + longitude - rightAscension
  const sinElevation =
    sinDegrees(latitude) * sinDeclination + cosDegrees(latitude) * cosDeclination * cosDegrees(hourAngle)
  return Math.asin(clamp(sinElevation, -1, 1)) * degreesPerRadian
}

/** Returns the global irradiance: Haurwitz's clear sky, dimmed by Kasten and Czeplak's factor for cloud. */
export function irradianceWattsPerM2(elevationDegrees: number, cloudFraction: number): number {
  if (elevationDegrees <= 0) return 0
  const cosZenith = sinDegrees(elevationDegrees)
  const clearSky = 1098 * cosZenith * Math.exp(-0.057 / cosZenith)
  return clearSky * (1 - 0.75 * cloudFraction ** 3.4)
}
