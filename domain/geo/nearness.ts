import { earthRadiusMiles, radiansPerDegree } from './distance.ts'

/*
 * Computes quickly how near a strike may have been. The sphere, used for displayed distances, is up to 0.56 % off the
 * ellipsoid, the real shape. A ring must not miss a strike on either, so the smaller distance is used.
 *
 * Both follow from the chord between two unit vectors, (dx, dy, dz), without a sine for each place: its length gives
 * the distance on the sphere, and dz gives the correction, because the ellipsoid differs only from north to south. With
 * the radii of curvature N (east) and M (north) at the strike, miles² = N² chord² - (N² - M²) / cos² dz²; the quotient
 * is smooth up to the poles. A chord is shorter than its arc, by half a meter at 50 miles, which errs on the side of
 * caution.
 */

const sphereSquared = earthRadiusMiles * earthRadiusMiles

/** WGS84. */
const equatorMiles = earthRadiusMiles * (6378.137 / 6371.0088)
const eccentricitySquared = 0.00669437999014

/**
 * Up to this distance, the result is exact to 0.01 %; beyond it, the result is the smallest possible ellipsoid
 * distance.
 */
const exactWithinMiles = 150
const smallestShare = 0.9943

/** 0.01 % for the formula's approximation, a tenth of what I8 allows, and a millimeter for rounding. */
const share = 0.9999
const slackMiles = 1e-6

/** The limit for a measured distance at which a strike is within this many miles. */
export function measuredLimit(miles: number): number {
  return (miles + slackMiles) * (1 / share)
}

/** The distance from a measured square. Slightly too small, so that it never exceeds its limit. */
export function nearMiles(measuredSquared: number): number {
  // For places that are almost identical, rounding may make the difference negative.
  const measured = Math.sqrt(Math.max(0, measuredSquared))
  return Math.max(0, measured * (share - 1e-12) - slackMiles)
}

/** The search radius on the sphere for everything within this many miles. */
export function searchMiles(miles: number): number {
  return (measuredLimit(miles) + slackMiles) / smallestShare
}

/** One strike, prepared for comparison with many places. The object is reused, so strikes allocate no memory. */
export class Vantage {
  /** The strike's position as a unit vector. */
  x = 0
  y = 0
  z = 0
  #eastSquared = 0
  #northLess = 0

  /** Moves to another strike. The places to compare with it lie within this many miles. */
  stand(latitude: number, longitude: number, withinMiles: number): void {
    const phi = latitude * radiansPerDegree
    const lambda = longitude * radiansPerDegree
    this.x = Math.cos(phi) * Math.cos(lambda)
    this.y = Math.cos(phi) * Math.sin(lambda)
    this.z = Math.sin(phi)
    if (withinMiles > exactWithinMiles) {
      this.#eastSquared = (smallestShare * earthRadiusMiles) ** 2
      this.#northLess = 0
      return
    }
    const flat = 1 - eccentricitySquared * this.z * this.z
    this.#eastSquared = (equatorMiles * equatorMiles) / flat
    this.#northLess =
      (this.#eastSquared * eccentricitySquared * (flat + 1 - eccentricitySquared)) / (flat * flat)
  }

  /** The squared distance to the place with this unit vector, on the sphere or the ellipsoid, whichever is less. */
  measureSquared(x: number, y: number, z: number): number {
    const dx = x - this.x
    const dy = y - this.y
    const northward = (z - this.z) * (z - this.z)
    const chord = dx * dx + dy * dy + northward
    return Math.min(chord * sphereSquared, chord * this.#eastSquared - northward * this.#northLess)
  }
}
