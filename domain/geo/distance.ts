/** A place in degrees, north and east positive. */
export interface Point {
  readonly latitude: number
  readonly longitude: number
}

/** The product's constant; kept to the letter, since shown distances are compared with it. */
export const milesPerKilometre = 0.621371

/** The earth as a sphere of its mean radius. */
export const earthRadiusMiles = 6371.0088 * milesPerKilometre

export const radiansPerDegree = Math.PI / 180

/** Below this angle (a few micrometres) two places are one, and no direction leads from one to the other. */
const noAngle = 1e-12

/** Longitudes go round and may be any number; there is nothing beyond a pole. */
export function isPlace({ latitude, longitude }: Point): boolean {
  return Number.isFinite(latitude) && Math.abs(latitude) <= 90 && Number.isFinite(longitude)
}

/** In [-180, 180). */
export function normalizedLongitude(degrees: number): number {
  if (degrees >= -180 && degrees < 180) return degrees
  const turned = (((degrees + 180) % 360) + 360) % 360
  return turned - 180
}

/** Along the great circle. Null where an input is missing. */
export function distanceMiles(from: Point, to: Point): number | null {
  if (!isPlace(from) || !isPlace(to)) return null
  const north = Math.sin(((to.latitude - from.latitude) * radiansPerDegree) / 2)
  const east = Math.sin(((to.longitude - from.longitude) * radiansPerDegree) / 2)
  const cosines = Math.cos(from.latitude * radiansPerDegree) * Math.cos(to.latitude * radiansPerDegree)
  // Rounding may carry it past 1 for places opposite to each other.
  const half = Math.min(1, north * north + cosines * east * east)
  return 2 * earthRadiusMiles * Math.atan2(Math.sqrt(half), Math.sqrt(1 - half))
}

/** The direction in which to leave, clockwise from north, in [0, 360). Null for equal and for opposite places. */
export function bearingDegrees(from: Point, to: Point): number | null {
  if (!isPlace(from) || !isPlace(to)) return null
  const [latitude, toLatitude] = [from.latitude * radiansPerDegree, to.latitude * radiansPerDegree]
  const turn = (to.longitude - from.longitude) * radiansPerDegree
  const east = Math.sin(turn) * Math.cos(toLatitude)
  // The usual difference of two products, written so that places a step apart do not cancel out.
  const north =
    Math.sin(toLatitude - latitude) + 2 * Math.sin(latitude) * Math.cos(toLatitude) * Math.sin(turn / 2) ** 2
  if (Math.hypot(east, north) < noAngle) return null
  return (Math.atan2(east, north) / radiansPerDegree + 360) % 360
}

/** Where one arrives. Null where an input is missing. */
export function destination(from: Point, bearing: number, miles: number): Point | null {
  if (!isPlace(from) || !Number.isFinite(bearing) || !Number.isFinite(miles)) return null
  const latitude = from.latitude * radiansPerDegree
  const angle = miles / earthRadiusMiles
  const onward = Math.sin(angle) * Math.cos(bearing * radiansPerDegree)
  const sideways = Math.sin(angle) * Math.sin(bearing * radiansPerDegree)
  const up = Math.sin(latitude) * Math.cos(angle) + Math.cos(latitude) * onward
  const out = Math.cos(latitude) * Math.cos(angle) - Math.sin(latitude) * onward
  return {
    // Not the arc sine: it is blind near the poles.
    latitude: Math.atan2(up, Math.hypot(out, sideways)) / radiansPerDegree,
    longitude: normalizedLongitude(from.longitude + Math.atan2(sideways, out) / radiansPerDegree),
  }
}
