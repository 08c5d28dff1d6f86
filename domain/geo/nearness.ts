import { earthRadiusMiles, radiansPerDegree } from './distance.ts'

/*
 * How near a strike may have been, fast. The sphere, by which distances are shown, is up to 0.56 % off the ellipsoid,
 * by which people live. A ring must miss a strike by neither, so the smaller of both counts.
 *
 * Both follow from the chord between two unit vectors, (dx, dy, dz), without a sine for each place: its length gives
 * the angle on the sphere, and since the ellipsoid differs only from north to south, dz tells the rest. With the
 * radii of curvature N (east) and M (north) of the latitude half-way, miles² = N² angle² - (N² - M²) / cos² dz²; the
 * last quotient is smooth up to the poles.
 */

const sphereSquared = earthRadiusMiles * earthRadiusMiles

/** WGS84. */
const equatorMiles = earthRadiusMiles * (6378.137 / 6371.0088)
const eccentricitySquared = 0.00669437999014

/** Up to here it is exact to 0.0003 %; beyond, it is the least that the ellipsoid can make of a distance. */
const exactWithinMiles = 150
const smallestShare = 0.9943

/** 0.001 % for what the formula leaves out, a hundredth of what I8 allows, and a millimetre for rounding. */
const share = 0.99999
const slackMiles = 1e-6

/** How far to search on the sphere for all that is so near. */
export function searchMiles(nearMiles: number): number {
  return (nearMiles + 2 * slackMiles) / (smallestShare * share)
}

/** One strike, prepared to be compared with many places. Reused: no strike costs memory. */
export class Vantage {
  x = 0
  y = 0
  z = 0
  eastSquared = 0
  eastGrowth = 0
  northLess = 0

  /** The places that will be compared lie within so many miles. */
  stand(latitude: number, longitude: number, withinMiles: number): void {
    const phi = latitude * radiansPerDegree
    const lambda = longitude * radiansPerDegree
    this.x = Math.cos(phi) * Math.cos(lambda)
    this.y = Math.cos(phi) * Math.sin(lambda)
    this.z = Math.sin(phi)
    if (withinMiles > exactWithinMiles) {
      this.eastSquared = (smallestShare * earthRadiusMiles) ** 2
      this.eastGrowth = 0
      this.northLess = 0
      return
    }
    const flat = 1 - eccentricitySquared * this.z * this.z
    this.eastSquared = (equatorMiles * equatorMiles) / flat
    this.eastGrowth = (this.eastSquared * eccentricitySquared * this.z) / flat
    this.northLess =
      (this.eastSquared * eccentricitySquared * (flat + 1 - eccentricitySquared)) / (flat * flat)
  }

  /** From the squared chord and its northward part. Never more than the distance on the sphere or the ellipsoid. */
  milesTo(chordSquared: number, dz: number): number {
    // The angle's square as a series of the chord's; what is cut off would only add to it.
    const angleSquared = chordSquared * (1 + chordSquared * (1 / 12 + chordSquared * (1 / 90)))
    const onSphere = angleSquared * sphereSquared
    const onEllipsoid = angleSquared * (this.eastSquared + this.eastGrowth * dz) - this.northLess * dz * dz
    // Of two places a hair apart the second difference may round to less than nothing.
    const smaller = Math.max(0, Math.min(onSphere, onEllipsoid))
    return Math.max(0, Math.sqrt(smaller) * share - slackMiles)
  }
}
