import { createTropics } from '#simulator/tropics'
import { tropicalRainDbz } from '#simulator/tropics-rain'
import { echoReachRadii, type StormCell } from './cells.ts'
import { createNoise, onSphere, type SpherePoint } from './noise.ts'
import { regimeAt } from './places.ts'
import { clamp, milesBetween, milesPerDegree, smoothstep } from './plane.ts'

/** A radar shows nothing below this. */
export const weakestEchoDbz = 5
/** An echo is patchy: up to this much is taken away, nothing is added, so a cell's maximum stays its maximum. */
const patchinessDbz = 4
export const strongestStratiformDbz = 36

/** The steep core of a cell, or the light rain that it trails; zero out of its reach. */
export function echoOf(cell: StormCell, miles: number): number {
  const radii = miles / cell.radiusMiles
  if (radii >= echoReachRadii) return 0
  const core = cell.maxReflectivityDbz - 20 * radii * radii
  const trailing = Math.min(30, cell.maxReflectivityDbz - 10) * (1 - radii / echoReachRadii)
  return Math.max(core, trailing)
}

/** Of the given cells, which must be all that can reach the place, and of the wide rain. */
export type Reflectivity = (
  cells: readonly StormCell[],
  latitude: number,
  longitude: number,
  timeMs: number,
) => number

/** Wide rain of fronts and lows, the lake's snow bands over Buffalo, and what tropical storms bring. */
export function createWideRain(seed: number) {
  const ofFronts = createFrontalRain(seed)
  const tropicalStormsAt = createTropics(seed)
  return (latitude: number, longitude: number, timeMs: number): number => {
    const tropical = tropicalRainDbz(tropicalStormsAt(timeMs), latitude, longitude)
    return Math.max(ofFronts(latitude, longitude, timeMs), tropical)
  }
}

function createFrontalRain(seed: number) {
  const rainAreas = createNoise(seed, 'rain-areas', 260, 9)
  const snowBands = createNoise(seed, 'snow-bands', 30, 1.5)
  return (latitude: number, longitude: number, timeMs: number): number => {
    const point = onSphere(latitude, longitude)
    const front = strongestStratiformDbz * smoothstep(0.5, 1, rainAreas(point, timeMs))
    const regime = regimeAt(latitude, longitude)
    if (!regime) return front
    const { place, weight } = regime
    if (place.hazard === 'smoke' || place.hazard === 'heat') return front * (1 - weight)
    if (place.hazard !== 'cold') return front
    const band = weight * (13 + 15 * snowBands(point, timeMs))
    return clamp(Math.max(front, band), 0, strongestStratiformDbz)
  }
}

/** An echo as a radar shows it, patchy as echoes are. */
export function createPatchiness(seed: number) {
  const patches = createNoise(seed, 'patches', 5, 0.25)
  return (dbz: number, point: SpherePoint, timeMs: number): number => {
    if (dbz < weakestEchoDbz) return 0
    const shown = dbz - patchinessDbz * (0.5 + 0.5 * patches(point, timeMs))
    return shown < weakestEchoDbz ? 0 : shown
  }
}

export function createReflectivity(seed: number): Reflectivity {
  const wideRain = createWideRain(seed)
  const patchy = createPatchiness(seed)

  return (cells, latitude, longitude, timeMs) => {
    let dbz = wideRain(latitude, longitude, timeMs)
    for (const cell of cells) {
      // The cheap half of the distance first: most cells of a picture are far away.
      const northMiles = Math.abs(latitude - cell.latitude) * milesPerDegree
      if (northMiles >= echoReachRadii * cell.radiusMiles) continue
      const echo = echoOf(cell, milesBetween(cell, latitude, longitude))
      if (echo > dbz) dbz = echo
    }
    return patchy(dbz, onSphere(latitude, longitude), timeMs)
  }
}
