import { finished, hashOfText } from './chance.ts'
import { blend, clamp, cosDegrees, sinDegrees } from './plane.ts'

/** A place on the unit sphere, where neither the poles nor the 180th meridian is an edge. */
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

/** Returns noise that is smooth from place to place and from hour to hour, from -1 to 1. */
export type Noise = (point: SpherePoint, timeMs: number) => number

const earthRadiusMiles = 3959
const hourMs = 3_600_000
/** Blending corners flattens the extremes; this and the curve at the end bring them back. */
const contrast = 1.5
/** One large odd number per axis: neighbors along any of them get unrelated hashes. */
const [xPrime, yPrime, zPrime, tPrime] = [0x9e3779b1, 0x85ebca77, 0xc2b2ae3d, 0x27d4eb2f]

function eased(along: number): number {
  return along * along * (3 - 2 * along)
}

/** Interpolates between the two corners of a lattice edge that share a hash. */
function edge(hash: number, low: number, high: number, along: number): number {
  const value = finished(hash ^ low)
  return value + (finished(hash ^ high) - value) * along
}

/** Creates value noise on a lattice of space and time whose cells are `sizeMiles` wide and `hours` long. */
export function createNoise(seed: number, purpose: string, sizeMiles: number, hours: number): Noise {
  const start = hashOfText(`${seed}/${purpose}`)
  const perUnit = earthRadiusMiles / sizeMiles
  const perMs = 1 / (hours * hourMs)

  /**
   * Returns one instant of the lattice at a place. Written out instead of looped, because it runs for every point of
   * every picture.
   */
  function layer(x: number, y: number, z: number, step: number): number {
    const x0 = Math.floor(x)
    const y0 = Math.floor(y)
    const z0 = Math.floor(z)
    const alongY = eased(y - y0)
    const alongZ = eased(z - z0)
    const time = Math.imul(step, tPrime)
    const west = start ^ Math.imul(x0, xPrime) ^ time
    const east = start ^ Math.imul(x0 + 1, xPrime) ^ time
    const south = Math.imul(y0, yPrime)
    const north = Math.imul(y0 + 1, yPrime)
    const low = Math.imul(z0, zPrime)
    const high = Math.imul(z0 + 1, zPrime)
    const a = edge(west ^ south, low, high, alongZ)
    const b = edge(west ^ north, low, high, alongZ)
    const c = edge(east ^ south, low, high, alongZ)
    const d = edge(east ^ north, low, high, alongZ)
    return blend(blend(a, b, alongY), blend(c, d, alongY), eased(x - x0))
  }

  // A station queries one place repeatedly, mostly between the same two instants of the lattice.
  let lastX = Number.NaN
  let lastY = Number.NaN
  let lastZ = Number.NaN
  let lastStep = Number.NaN
  let before = 0
  let after = 0

  return (point, timeMs) => {
    const t = timeMs * perMs
    const step = Math.floor(t)
    if (point.x !== lastX || point.y !== lastY || point.z !== lastZ || step !== lastStep) {
      lastX = point.x
      lastY = point.y
      lastZ = point.z
      lastStep = step
      const x = lastX * perUnit
      const y = lastY * perUnit
      const z = lastZ * perUnit
      before = layer(x, y, z, step)
      after = layer(x, y, z, step + 1)
    }
    const value = blend(before, after, eased(t - step))
    const stretched = clamp((value / 2 ** 31 - 1) * contrast, -1, 1)
    return stretched * (1.5 - 0.5 * stretched * stretched)
  }
}

/** Creates the noise of warm and cold spells. Shared, because cold air also brings snow off the lakes. */
export function createWarmthNoise(seed: number): Noise {
  return createNoise(seed, 'warmth', 700, 60)
}
