import { earthRadiusMiles, milesPerKilometre, radiansPerDegree, type Point } from '#domain/geo/distance'

/** The two satellites that detect lightning over the Americas, by position. */
export const lightningSatellites = ['east', 'west'] as const
export type LightningSatellite = (typeof lightningSatellites)[number]

/** The satellites' longitudes above the equator. */
export const subpointLongitudes: Readonly<Record<LightningSatellite, number>> = { east: -75.2, west: -137.0 }

/** Halfway between the satellites. */
export const sideBorderLongitude = -106

/** The satellite on a place's side, which sees it better. */
export function satelliteOfSide({ longitude }: Pick<Point, 'longitude'>): LightningSatellite {
  const eastOfBorder = (((longitude - sideBorderLongitude) % 360) + 360) % 360
  return eastOfBorder < 180 ? 'east' : 'west'
}

const earthRadiusKilometres = earthRadiusMiles / milesPerKilometre
/** Radius of a geostationary orbit, from the center of the earth. */
const orbitRadiusKilometres = 42_164

/** The angle at the center of the earth between a place and the point below a satellite. */
function degreesFromSubpoint({ latitude, longitude }: Point, subpointLongitude: number): number {
  const cosine =
    Math.cos(latitude * radiansPerDegree) * Math.cos((longitude - subpointLongitude) * radiansPerDegree)
  return Math.acos(Math.min(1, Math.max(-1, cosine))) / radiansPerDegree
}

/** Beyond this angle, the earth blocks the view. */
const horizonDegrees = Math.acos(earthRadiusKilometres / orbitRadiusKilometres) / radiansPerDegree

/** Whether a satellite above a longitude on the equator can see a place. */
export function isAboveHorizon(place: Point, subpointLongitude: number): boolean {
  return degreesFromSubpoint(place, subpointLongitude) <= horizonDegrees
}

/**
 * Published in 'A Technique for Determining Three-Dimensional Storm Cloud-Top Locations Using Stereo Optical Lightning
 * Pulses Observed from Orbit': a pixel covers 8 km below the satellite and 14 km at the edge of its view, and the
 * height of the light is known to 4.0 km. Places are computed as if all light came from an assumed cloud top, 14 km
 * above the equator and 6 km above the poles; where the real cloud top is higher or lower, the place is shifted.
 */
const pixelKilometres = { below: 8, atEdge: 14 }
const heightErrorKilometres = 4
/** The edge of the satellite's view: 54° of latitude. */
const edgeDegrees = 54
const leastErrorMiles = 5
const mostErrorMiles = 15

/** The components of a flash's position error, each in kilometers. */
export function positionErrorParts(place: Point, satellite: LightningSatellite) {
  const angle = Math.min(degreesFromSubpoint(place, subpointLongitudes[satellite]), horizonDegrees)
  const pixel =
    pixelKilometres.below +
    (pixelKilometres.atEdge - pixelKilometres.below) * Math.min(1, angle / edgeDegrees)
  // The tangent of the angle between the zenith and the satellite.
  const slant =
    Math.sin(angle * radiansPerDegree) /
    Math.max(1e-9, Math.cos(angle * radiansPerDegree) - earthRadiusKilometres / orbitRadiusKilometres)
  return { pixel, parallax: heightErrorKilometres * slant }
}

/**
 * The maximum distance between a flash's reported and real position: a whole pixel (half of one for the position within
 * the pixel, and as much for the satellite's pointing, which was specified to 5 km) plus the shift from a cloud top of
 * a different height. Between 5 and 15 miles; about 10 over Texas. How far the flash spreads around that position is
 * added to it (`footprintMiles`).
 */
export function satellitePositionErrorMiles(place: Point, satellite: LightningSatellite): number {
  const { pixel, parallax } = positionErrorParts(place, satellite)
  const miles = (pixel + parallax) * milesPerKilometre
  return Math.min(mostErrorMiles, Math.max(leastErrorMiles, Math.round(miles * 10) / 10))
}

/** The largest area that a file can state; a larger one, and an unknown one, has the fill value. */
const mostAreaKm2 = 10_000

/**
 * How far a flash may have spread around its position: the radius of a circle with the area that the satellite saw lit,
 * or the distance to the farthest part of it that the file lists. Flashes are often long and narrow.
 */
export function footprintMiles({
  areaKm2,
  reachKm,
}: {
  readonly areaKm2: number | null
  readonly reachKm: number
}) {
  const radiusKm = Math.sqrt((areaKm2 ?? mostAreaKm2) / Math.PI)
  return Math.ceil(Math.max(radiusKm, reachKm) * milesPerKilometre * 10) / 10
}
