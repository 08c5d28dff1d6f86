import { cosDegrees, milesPerDegree, sinDegrees } from './plane.ts'
import { textureAt } from './texture.ts'

const hourMs = 3_600_000
/** Hills and hollows stay where they are; warmer and colder air between showers drifts with the wind. */
const reliefMiles = 150
const reliefF = 2.6
const driftingMiles = 110
const driftingF = 2
const flowDegrees = 68
const flowMph = 24
const milesPerDegreeHere = milesPerDegree * cosDegrees(38)

/**
 * Returns how much warmer a place is than the air around it, from octaves of 150 down to 7 miles. Without it the line
 * between rain and snow would be as smooth as the seasons, which no radar has ever shown.
 */
export function localWarmthF(latitude: number, longitude: number, timeMs: number): number {
  const north = latitude * milesPerDegree
  const east = longitude * milesPerDegreeHere
  const driftMiles = flowMph * (timeMs / hourMs)
  const x = (east - driftMiles * sinDegrees(flowDegrees)) / driftingMiles
  const y = (north - driftMiles * cosDegrees(flowDegrees)) / driftingMiles
  return (
    reliefF * textureAt(east / reliefMiles + 2.7, north / reliefMiles + 5.3) + driftingF * textureAt(x, y)
  )
}
