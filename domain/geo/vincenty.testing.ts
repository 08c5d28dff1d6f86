import type { Point } from './distance.ts'

const milesPerMetre = 0.000621371
const [equator, flattening] = [6378137, 1 / 298.257223563]
const pole = equator * (1 - flattening)

/**
 * The distance on the WGS84 ellipsoid to half a millimeter (Vincenty, 1975), implemented from the paper and sharing no
 * code with what it checks. Not for places that are nearly antipodal.
 */
export function ellipsoidMiles(from: Point, to: Point): number {
  const radians = (degrees: number) => (degrees * Math.PI) / 180
  const reduced = (latitude: number) => Math.atan((1 - flattening) * Math.tan(radians(latitude)))
  const [u1, u2, l] = [reduced(from.latitude), reduced(to.latitude), radians(to.longitude - from.longitude)]
  const [s1, c1, s2, c2] = [Math.sin(u1), Math.cos(u1), Math.sin(u2), Math.cos(u2)]
  let lambda = l
  for (let round = 0; ; round++) {
    const [sl, cl] = [Math.sin(lambda), Math.cos(lambda)]
    const sinSigma = Math.hypot(c2 * sl, c1 * s2 - s1 * c2 * cl)
    if (sinSigma === 0) return 0
    const cosSigma = s1 * s2 + c1 * c2 * cl
    const sigma = Math.atan2(sinSigma, cosSigma)
    const sinAlpha = (c1 * c2 * sl) / sinSigma
    const cos2Alpha = 1 - sinAlpha ** 2
    const cos2Middle = cos2Alpha === 0 ? 0 : cosSigma - (2 * s1 * s2) / cos2Alpha
    const c = (flattening / 16) * cos2Alpha * (4 + flattening * (4 - 3 * cos2Alpha))
    const inner = cos2Middle + c * cosSigma * (2 * cos2Middle ** 2 - 1)
    const next = l + (1 - c) * flattening * sinAlpha * (sigma + c * sinSigma * inner)
    if (Math.abs(next - lambda) > 1e-12 && round < 50) {
      lambda = next
      continue
    }
    const u = (cos2Alpha * (equator ** 2 - pole ** 2)) / pole ** 2
    const a = 1 + (u / 16384) * (4096 + u * (-768 + u * (320 - 175 * u)))
    const b = (u / 1024) * (256 + u * (-128 + u * (74 - 47 * u)))
    const third = (b / 6) * cos2Middle * (4 * sinSigma ** 2 - 3) * (4 * cos2Middle ** 2 - 3)
    const second = cosSigma * (2 * cos2Middle ** 2 - 1) - third
    return milesPerMetre * pole * a * (sigma - b * sinSigma * (cos2Middle + (b / 4) * second))
  }
}
