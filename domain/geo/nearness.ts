import { earthRadiusMiles, radiansPerDegree } from './distance.ts'

/*
 * How near a strike may have been, fast. The sphere, by which distances are shown, is up to 0.56 % off the ellipsoid,
 * by which people live. A ring must miss a strike by neither, so the smaller of both counts.
 *
 * Both follow from the chord between two unit vectors, (dx, dy, dz), without a sine for each place: its length gives
 * the distance on the sphere, and since the ellipsoid differs only from north to south, dz tells the rest. With the
 * radii of curvature N (east) and M (north) at the strike, miles² = N² chord² - (N² - M²) / cos² dz²; the quotient is
 * smooth up to the poles. A chord is shorter than its arc, by half a metre at 50 miles: on the safe side.
 */

const sphereSquared = earthRadiusMiles * earthRadiusMiles

/** WGS84. */
const equatorMiles = earthRadiusMiles * (6378.137 / 6371.0088)
const eccentricitySquared = 0.00669437999014

/** Up to here it is exact to 0.01 %; beyond, it is the least that the ellipsoid can make of a distance. */
const exactWithinMiles = 150
const smallestShare = 0.9943

/** 0.01 % for what the formula leaves out, a tenth of what I8 allows, and a millimetre for rounding. */
const share = 0.9999
const slackMiles = 1e-6

/** What a measured distance may be, for the strike to count as within so many miles. */
export function measuredLimit(miles: number): number {
  return (miles + slackMiles) * (1 / share)
}

/** How near that was, from the square of a measured distance. A hair less, so that it never exceeds its limit. */
export function nearMiles(measuredSquared: number): number {
  // Of places a hair apart the difference may have rounded to less than nothing.
  const measured = Math.sqrt(Math.max(0, measuredSquared))
  return Math.max(0, measured * (share - 1e-12) - slackMiles)
}

/** How far to search on the sphere for all that is within so many miles. */
export function searchMiles(miles: number): number {
  return (measuredLimit(miles) + slackMiles) / smallestShare
}

/** One strike, prepared to be compared with many places. Reused: no strike costs memory. */
export class Vantage {
  /** Where it is, as a unit vector. */
  x = 0
  y = 0
  z = 0
  #eastSquared = 0
  #northLess = 0

  /** The places to be compared lie within so many miles. */
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

  /** The square of the distance to the place with this unit vector, on the sphere or the ellipsoid, if that is less. */
  measureSquared(x: number, y: number, z: number): number {
    const dx = x - this.x
    const dy = y - this.y
    const northward = (z - this.z) * (z - this.z)
    const chord = dx * dx + dy * dy + northward
    return Math.min(chord * sphereSquared, chord * this.#eastSquared - northward * this.#northLess)
  }
}
