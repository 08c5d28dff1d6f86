import { cellEcho, echoReachRadii } from './cell-echo.ts'
import type { SimulatedCell } from './cells.ts'
import { milesPerDegree } from './plane.ts'
import { createWideRain, weakestEchoDbz } from './wide-rain.ts'

/** Returns the echo of the given cells, which must be all that can reach the place, and of the widespread rain. */
export type Reflectivity = (
  cells: readonly SimulatedCell[],
  latitude: number,
  longitude: number,
  timeMs: number,
) => number

export function createReflectivity(seed: number): Reflectivity {
  const wideRain = createWideRain(seed)

  return (cells, latitude, longitude, timeMs) => {
    const ground = wideRain.groundAt(latitude, longitude, timeMs)
    let dbz = wideRain.echoAt(ground, latitude, longitude, timeMs)
    for (const cell of cells) {
      // Checks the cheap half of the distance first, because most cells of a picture are far away.
      const northMiles = Math.abs(latitude - cell.latitude) * milesPerDegree
      if (northMiles >= echoReachRadii * cell.radiusMiles) continue
      const echo = cellEcho(cell, latitude, longitude)
      if (echo > dbz) dbz = echo
    }
    return dbz < weakestEchoDbz ? 0 : dbz
  }
}
