import { radiansPerDegree, type Point } from '#domain/geo/distance'
import { sunPosition } from '#domain/conditions/formulas/sun-position'

/** The sun half a degree above the horizon; when the sun is lower, it is treated as night. */
export const leastCosZenith = 0.00873

/** The largest share of sunlight that can pass through the atmosphere. */
const mostShare = 0.85

/** A sensor may read this much in the dark. */
const darkOffsetWm2 = 15

export interface SunOverhead {
  /** The cosine of the zenith angle, for the sun's apparent position. */
  readonly cosZenith: number
  readonly apparentElevationDegrees: number
  /** The radiation that would reach level ground without an atmosphere. Zero at night. */
  readonly topWm2: number
}

export interface SolarLight {
  readonly solarWm2: number
  /** The direct share of the radiation. */
  readonly directFraction: number
  readonly cosZenith: number
}

export function sunOverhead(timeMs: number | null, place: Point): SunOverhead | null {
  const sun = sunPosition(timeMs, place)
  if (sun === null) return null
  const elevation = sun.elevationDegrees + refraction(sun.elevationDegrees)
  const cosZenith = Math.sin(elevation * radiansPerDegree)
  const topWm2 = cosZenith < leastCosZenith ? 0 : (1367 * cosZenith) / sun.distanceAu ** 2
  return { cosZenith, apparentElevationDegrees: elevation, topWm2 }
}

/** The model's own formula, at 1013 hPa and 15 degrees; other formulas differ by less than a twentieth of a degree. */
function refraction(elevation: number): number {
  if (elevation < -1) return 0
  if (elevation >= 19.225) return (0.00452 * 1013.25) / 288 / Math.tan(elevation * radiansPerDegree)
  const bent = 0.1594 + elevation * (0.0196 + 0.00002 * elevation)
  return (bent * 1013.25) / ((1 + elevation * (0.505 + 0.0845 * elevation)) * 288)
}

/** Splits measured radiation into direct and diffuse light. Radiation beyond the possible maximum is a sensor error. */
export function lightFrom(sun: SunOverhead, solarWm2: number): SolarLight {
  const { cosZenith, topWm2 } = sun
  const measured = Math.max(0, solarWm2)
  if (topWm2 === 0) {
    return { solarWm2: measured < darkOffsetWm2 ? 0 : measured, directFraction: 0, cosZenith }
  }
  const share = Math.min(measured / topWm2, mostShare)
  return { solarWm2: share * topWm2, directFraction: directFraction(share), cosZenith }
}

function directFraction(share: number): number {
  if (share <= 0) return 0
  return Math.min(0.9, Math.max(0, Math.exp(3 - 1.34 * share - 1.65 / share)))
}
