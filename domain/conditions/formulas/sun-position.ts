import { isPlace, radiansPerDegree, type Point } from '#domain/geo/distance'
import { knownWithin } from '#domain/units/known'
import { usablePressureHpa, usableTempC } from '#domain/conditions/usable'

/*
 * The sun's position by Meeus's low-order series, accurate to about a hundredth of a degree for a century around 2000.
 * Always calculated from UTC, because a local time with a guessed offset is a common source of errors.
 */

const dayMs = 86_400_000
const daysTo2000 = 10_957.5
/** About two centuries either way; beyond that the series is invalid. */
const furthestDays = 75_000

const sin = (degrees: number) => Math.sin(degrees * radiansPerDegree)
const cos = (degrees: number) => Math.cos(degrees * radiansPerDegree)
const turned = (degrees: number) => ((degrees % 360) + 360) % 360

interface Heavens {
  readonly declination: number
  readonly greenwichHourAngle: number
  readonly distanceAu: number
}

export interface SunPosition {
  /** Clockwise from north. */
  readonly azimuthDegrees: number
  /** Elevation of the center, without refraction. */
  readonly elevationDegrees: number
  /** Apparent elevation, with refraction. */
  readonly apparentElevationDegrees: number
  /** Hour angle in [-180, 180): zero at noon, increasing. */
  readonly hourAngleDegrees: number
  readonly distanceAu: number
}

/** The sun's position. Pressure and temperature affect the refraction only slightly. Null if an input is missing. */
export function sunPosition(
  timeMs: number | null,
  place: Point,
  pressureHpa: number | null = null,
  tempC: number | null = null,
): SunPosition | null {
  const heavens = sunInTheHeavens(timeMs)
  if (heavens === null || !isPlace(place)) return null
  const { declination, distanceAu } = heavens
  const { latitude } = place
  const hourAngle = turned(heavens.greenwichHourAngle + place.longitude + 180) - 180
  const height = sin(latitude) * sin(declination) + cos(latitude) * cos(declination) * cos(hourAngle)
  const centre = Math.asin(Math.max(-1, Math.min(1, height))) / radiansPerDegree
  // As seen from the surface, not from the center of the earth.
  const elevation = centre - 0.00244 * cos(centre)
  const west = Math.atan2(
    sin(hourAngle),
    cos(hourAngle) * sin(latitude) - (sin(declination) / cos(declination)) * cos(latitude),
  )
  return {
    azimuthDegrees: turned(west / radiansPerDegree + 180),
    elevationDegrees: elevation,
    apparentElevationDegrees: elevation + refraction(elevation, pressureHpa, tempC),
    hourAngleDegrees: hourAngle,
    distanceAu,
  }
}

function sunInTheHeavens(timeMs: number | null): Heavens | null {
  const days = knownWithin(timeMs === null ? null : timeMs / dayMs - daysTo2000, -furthestDays, furthestDays)
  if (days === null) return null
  const years = days / 365.25
  // Terrestrial time is about a minute ahead of UTC because the earth's rotation slows down.
  const t = (days + (62.92 + 0.32217 * years + 0.005589 * years * years) / 86_400) / 36_525
  const meanLongitude = 280.46646 + t * (36000.76983 + 0.0003032 * t)
  const anomaly = 357.52911 + t * (35999.05029 - 0.0001537 * t)
  const centre =
    sin(anomaly) * (1.914602 - t * (0.004817 + 0.000014 * t)) +
    sin(2 * anomaly) * (0.019993 - 0.000101 * t) +
    sin(3 * anomaly) * 0.000289
  const node = 125.04 - 1934.136 * t
  const longitude = meanLongitude + centre - 0.00569 - 0.00478 * sin(node)
  const tilt =
    23 + (26 + (21.448 - t * (46.815 + t * (0.00059 - 0.001813 * t))) / 60) / 60 + 0.00256 * cos(node)
  const ascension = Math.atan2(cos(tilt) * sin(longitude), cos(longitude)) / radiansPerDegree
  const eccentricity = 0.016708634 - 0.000042037 * t
  return {
    declination: Math.asin(sin(tilt) * sin(longitude)) / radiansPerDegree,
    greenwichHourAngle: 280.46061837 + 360.98564736629 * days - ascension,
    distanceAu: (1.000001018 * (1 - eccentricity ** 2)) / (1 + eccentricity * cos(anomaly + centre)),
  }
}

/** Refraction in degrees. Meaningless below the horizon. */
function refraction(elevation: number, pressureHpa: number | null, tempC: number | null): number {
  if (elevation <= -1) return 0
  const pressure = usablePressureHpa(pressureHpa) ?? 1010
  const temp = usableTempC(tempC) ?? 10
  const slant = (elevation + 10.3 / (elevation + 5.11)) * radiansPerDegree
  return (1.02 / Math.tan(slant) / 60) * (pressure / 1010) * (283 / (273 + temp))
}
