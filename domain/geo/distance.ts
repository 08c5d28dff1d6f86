/** A place in degrees, north and east positive. */
export interface Point {
  readonly latitude: number
  readonly longitude: number
}

/** The product's constant, kept exactly because displayed distances are compared with it. */
export const milesPerKilometre = 0.621371

/** The earth as a sphere of its mean radius. */
export const earthRadiusMiles = 6371.0088 * milesPerKilometre

export const radiansPerDegree = Math.PI / 180

/** Below this angle (a few micrometers) two places are the same, and there is no bearing between them. */
const noAngle = 1e-12

/** Longitudes wrap and may be any number; latitudes beyond a pole are invalid. */
export function isPlace({ latitude, longitude }: Point): boolean {
  return Number.isFinite(latitude) && Math.abs(latitude) <= 90 && Number.isFinite(longitude)
}

/** In [-180, 180). */
export function normalizedLongitude(degrees: number): number {
  if (degrees >= -180 && degrees < 180) return degrees
  const turned = (((degrees + 180) % 360) + 360) % 360
  return turned - 180
}

/** Distance along the great circle. Null if an input is missing. */
export function distanceMiles(from: Point, to: Point): number | null {
  if (!isPlace(from) || !isPlace(to)) return null
  const north = Math.sin(((to.latitude - from.latitude) * radiansPerDegree) / 2)
  const east = Math.sin(((to.longitude - from.longitude) * radiansPerDegree) / 2)
  const cosines = Math.cos(from.latitude * radiansPerDegree) * Math.cos(to.latitude * radiansPerDegree)
  // Rounding may push the value past 1 for antipodal places.
  const half = Math.min(1, north * north + cosines * east * east)
  return 2 * earthRadiusMiles * Math.atan2(Math.sqrt(half), Math.sqrt(1 - half))
}

/** The initial bearing, clockwise from north, in [0, 360). Null for equal and for antipodal places. */
export function bearingDegrees(from: Point, to: Point): number | null {
  if (!isPlace(from) || !isPlace(to)) return null
  const [latitude, toLatitude] = [from.latitude * radiansPerDegree, to.latitude * radiansPerDegree]
  const turn = (to.longitude - from.longitude) * radiansPerDegree
  const east = Math.sin(turn) * Math.cos(toLatitude)
  // The usual difference of two products, rearranged to avoid cancellation for places that are very close together.
  const north =
    Math.sin(toLatitude - latitude) + 2 * Math.sin(latitude) * Math.cos(toLatitude) * Math.sin(turn / 2) ** 2
  if (Math.hypot(east, north) < noAngle) return null
  return (Math.atan2(east, north) / radiansPerDegree + 360) % 360
}

/** The place reached at this bearing and distance. Null if an input is missing. */
export function destination(from: Point, bearing: number, miles: number): Point | null {
  if (!isPlace(from) || !Number.isFinite(bearing) || !Number.isFinite(miles)) return null
  const latitude = from.latitude * radiansPerDegree
  const angle = miles / earthRadiusMiles
  const onward = Math.sin(angle) * Math.cos(bearing * radiansPerDegree)
  const sideways = Math.sin(angle) * Math.sin(bearing * radiansPerDegree)
  const up = Math.sin(latitude) * Math.cos(angle) + Math.cos(latitude) * onward
  const out = Math.cos(latitude) * Math.cos(angle) - Math.sin(latitude) * onward
  return {
    // Not the arc sine, which is inaccurate near the poles.
    latitude: Math.atan2(up, Math.hypot(out, sideways)) / radiansPerDegree,
    longitude: normalizedLongitude(from.longitude + Math.atan2(sideways, out) / radiansPerDegree),
  }
}
