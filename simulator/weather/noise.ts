import { finished, hashOfText } from './chance.ts'
import { blend, clamp, cosDegrees, sinDegrees } from './plane.ts'

/** A place on the unit sphere: there neither the poles nor the 180th meridian is an edge. */
export interface SpherePoint {
  readonly x: number
  readonly y: number
  readonly z: number
}

export function onSphere(latitude: number, longitude: number): SpherePoint {
  const fromAxis = cosDegrees(latitude)
  return {
    x: fromAxis * cosDegrees(longitude),
    y: fromAxis * sinDegrees(longitude),
    z: sinDegrees(latitude),
  }
}

/** Smooth from place to place and from hour to hour, from -1 to 1. */
export type Noise = (point: SpherePoint, timeMs: number) => number

const earthRadiusMiles = 3959
const hourMs = 3_600_000
/** Blending corners flattens the extremes; this and the curve at the end bring them back. */
const contrast = 1.5
/** One large odd number per axis: neighbours along any of them get hashes that have nothing to do with each other. */
const [xPrime, yPrime, zPrime, tPrime] = [0x9e3779b1, 0x85ebca77, 0xc2b2ae3d, 0x27d4eb2f]

function eased(along: number): number {
  return along * along * (3 - 2 * along)
}

/** Between the two corners of a lattice edge that share a hash. */
function edge(hash: number, low: number, high: number, along: number): number {
  const value = finished(hash ^ low)
  return value + (finished(hash ^ high) - value) * along
}

/** Value noise on a lattice of space and time whose cells are `sizeMiles` wide and `hours` long. */
export function createNoise(seed: number, purpose: string, sizeMiles: number, hours: number): Noise {
  const start = hashOfText(`${seed}/${purpose}`)
  const perUnit = earthRadiusMiles / sizeMiles
  const perMs = 1 / (hours * hourMs)

  // Written out, not looped: this runs for every point of every radar picture.
  return (point, timeMs) => {
    const x = point.x * perUnit
    const y = point.y * perUnit
    const z = point.z * perUnit
    const t = timeMs * perMs
    const x0 = Math.floor(x)
    const y0 = Math.floor(y)
    const z0 = Math.floor(z)
    const t0 = Math.floor(t)
    const alongX = eased(x - x0)
    const alongY = eased(y - y0)
    const alongZ = eased(z - z0)
    const west = start ^ Math.imul(x0, xPrime)
    const east = start ^ Math.imul(x0 + 1, xPrime)
    const south = Math.imul(y0, yPrime)
    const north = Math.imul(y0 + 1, yPrime)
    const low = Math.imul(z0, zPrime)
    const high = Math.imul(z0 + 1, zPrime)

    const layer = (time: number) => {
      const a = edge(west ^ south ^ time, low, high, alongZ)
      const b = edge(west ^ north ^ time, low, high, alongZ)
      const c = edge(east ^ south ^ time, low, high, alongZ)
      const d = edge(east ^ north ^ time, low, high, alongZ)
      return blend(blend(a, b, alongY), blend(c, d, alongY), alongX)
    }
    const value = blend(layer(Math.imul(t0, tPrime)), layer(Math.imul(t0 + 1, tPrime)), eased(t - t0))
    const stretched = clamp((value / 2 ** 31 - 1) * contrast, -1, 1)
    return stretched * (1.5 - 0.5 * stretched * stretched)
  }
}
