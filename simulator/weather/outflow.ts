import type { SimulatedCell } from './cells.ts'
import { clamp, offsetMiles, smoothstep } from './plane.ts'

/** The cold air that falls out of cells and spreads over the ground. */
export interface Outflow {
  readonly eastMph: number
  readonly northMph: number
  readonly gustMph: number
  readonly coolingF: number
}

const reachRadii = 2.2
const mostCoolingF = 14

export function outflowOf(cells: readonly SimulatedCell[], latitude: number, longitude: number): Outflow {
  const flow = { eastMph: 0, northMph: 0, gustMph: 0, coolingF: 0 }
  for (const cell of cells) {
    const { north, east } = offsetMiles(cell, latitude, longitude)
    const miles = Math.sqrt(north * north + east * east)
    const radii = miles / cell.radiusMiles
    if (radii >= reachRadii) continue
    const power = smoothstep(20, 64, cell.maxReflectivityDbz) * smoothstep(reachRadii, 0.5, radii)
    // The air moves away from the core and, as the cell moves on, with it; in the very middle it falls straight down.
    const awayMph = (18 * power * Math.min(1, radii)) / Math.max(miles, 0.1)
    flow.eastMph += awayMph * east
    flow.northMph += awayMph * north
    flow.gustMph = Math.max(flow.gustMph, 28 * power)
    flow.coolingF = clamp(flow.coolingF + 11 * power, 0, mostCoolingF)
  }
  return flow
}
