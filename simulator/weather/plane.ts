import { radiansPerDegree, type Point } from '#domain/geo/distance'

/**
 * Local geometry. Storms and rings are small compared with the globe: treating the miles around a place as flat
 * suffices.
 */

export const milesPerDegree = 69.055

export function sinDegrees(degrees: number): number {
  return Math.sin(degrees * radiansPerDegree)
}

export function cosDegrees(degrees: number): number {
  return Math.cos(degrees * radiansPerDegree)
}

/** Never returns zero, to prevent a division by zero at the poles. */
export function milesPerDegreeEast(latitude: number): number {
  return milesPerDegree * Math.max(0.01, cosDegrees(latitude))
}

/** Returns the shorter longitude difference. */
function shortWay(degrees: number): number {
  return degrees - 360 * Math.round(degrees / 360)
}

/** Returns how far north and east of the first place the second one is. */
export function offsetMiles(from: Point, latitude: number, longitude: number) {
  const eastPerDegree = milesPerDegreeEast((from.latitude + latitude) / 2)
  return {
    north: (latitude - from.latitude) * milesPerDegree,
    east: shortWay(longitude - from.longitude) * eastPerDegree,
  }
}

export function milesBetween(from: Point, latitude: number, longitude: number): number {
  const { north, east } = offsetMiles(from, latitude, longitude)
  return Math.sqrt(north * north + east * east)
}

/** Returns a heading in [0, 360). */
export function headingBetween(east: number, north: number): number {
  return (Math.atan2(east, north) / radiansPerDegree + 360) % 360
}

/**
 * Returns 0 below the low edge, 1 above the high edge, and smooth values between; the edges may be given in reverse.
 */
export function smoothstep(low: number, high: number, value: number): number {
  const along = clamp((value - low) / (high - low), 0, 1)
  return along * along * (3 - 2 * along)
}

export function clamp(value: number, low: number, high: number): number {
  return value < low ? low : value > high ? high : value
}

export function blend(from: number, to: number, weight: number): number {
  return from + (to - from) * weight
}
