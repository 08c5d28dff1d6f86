import { climateAt } from './climate.ts'
import { echoReachRadii, type StormCell } from './cells.ts'
import { createNoise, onSphere } from './noise.ts'
import { clamp, milesBetween, smoothstep } from './plane.ts'
import type { Storms } from './storms.ts'

/** A radar shows nothing below this. */
const weakestEchoDbz = 5
/** An echo is patchy: up to this much is taken away, nothing is added, so a cell's maximum stays its maximum. */
const patchinessDbz = 4
export const strongestStratiformDbz = 36

/** The steep core of a cell, or the light rain that it trails; zero out of its reach. */
function echoOf(cell: StormCell, miles: number): number {
  const radii = miles / cell.radiusMiles
  if (radii >= echoReachRadii) return 0
  const core = cell.maxReflectivityDbz - 20 * radii * radii
  const trailing = Math.min(30, cell.maxReflectivityDbz - 10) * (1 - radii / echoReachRadii)
  return Math.max(core, trailing)
}

export type Reflectivity = (latitude: number, longitude: number, timeMs: number) => number

export function createReflectivity(seed: number, storms: Storms): Reflectivity {
  const patches = createNoise(seed, 'patches', 5, 0.25)
  const rainAreas = createNoise(seed, 'rain-areas', 260, 9)
  const snowBands = createNoise(seed, 'snow-bands', 30, 1.5)

  /** Wide rain of fronts and lows, and the lake's snow bands over Buffalo. */
  function stratiform(latitude: number, longitude: number, timeMs: number): number {
    const point = onSphere(latitude, longitude)
    const front = strongestStratiformDbz * smoothstep(0.5, 1, rainAreas(point, timeMs))
    const { hazard, hazardWeight } = climateAt(latitude, longitude, timeMs)
    if (hazard === 'smoke' || hazard === 'heat') return front * (1 - hazardWeight)
    if (hazard !== 'cold') return front
    const band = hazardWeight * (13 + 15 * snowBands(point, timeMs))
    return clamp(Math.max(front, band), 0, strongestStratiformDbz)
  }

  return (latitude, longitude, timeMs) => {
    let dbz = stratiform(latitude, longitude, timeMs)
    for (const cell of storms.cellsNear(latitude, longitude, timeMs)) {
      const echo = echoOf(cell, milesBetween(cell, latitude, longitude))
      if (echo > dbz) dbz = echo
    }
    if (dbz < weakestEchoDbz) return 0
    dbz -= patchinessDbz * (0.5 + 0.5 * patches(onSphere(latitude, longitude), timeMs))
    return dbz < weakestEchoDbz ? 0 : dbz
  }
}
