import { groundByteOf } from '#domain/radar/falling'
import { cellCount, middleOf, type GridPlace, type GroundGrid } from '#domain/radar/grid'
import { createAirMass, moistened } from '#simulator/weather/air-mass'
import { climateAt } from '#simulator/weather/climate'
import { localWarmthF } from '#simulator/weather/local-warmth'
import { onSphere } from '#simulator/weather/noise'

/** Air masses are hundreds of miles wide, so they are computed at points this far apart and interpolated. */
const airMassDegrees = 0.5
/** Local variations are much smaller. */
const cellDegrees = 0.125
/** A world map needs less detail. */
const mostCells = 200_000
/** Returns how cold the ground is under a grid. */
export type GroundUnder = (under: GridPlace, timeMs: number) => GroundGrid

/**
 * Computes the world's temperature where it rains or snows. Between showers it is warmer, but there is no echo to
 * classify.
 */
export function createGround(seed: number): GroundUnder {
  const airMassAt = createAirMass(seed)

  /** Returns the temperature without the local variation, and how much of that variation there is. */
  function smoothAt(latitude: number, longitude: number, timeMs: number) {
    const climate = climateAt(latitude, longitude, timeMs)
    const ownShare = 1 - climate.hazardWeight
    const point = onSphere(latitude, longitude)
    const air = airMassAt({ point, longitude, timeMs, climate, cloudFraction: 1 })
    return { temperatureF: moistened(air.temperatureF, air.dewPointF, 1).temperatureF, ownShare }
  }

  return (under, timeMs) => {
    const place = placeUnder(under)
    const smooth = placeUnder(under, airMassDegrees / cellDegrees)
    const airs = Array.from({ length: cellCount(smooth) }, (_, cell) => {
      const { latitude, longitude } = middleOf(
        smooth,
        cell % smooth.columns,
        Math.floor(cell / smooth.columns),
      )
      return smoothAt(latitude, longitude, timeMs)
    })
    const temperatures = Float32Array.from(airs, air => air.temperatureF)
    const ownShares = Float32Array.from(airs, air => air.ownShare)
    const halfDegrees = Uint8Array.from({ length: cellCount(place) }, (_, cell) => {
      const [column, row] = [cell % place.columns, Math.floor(cell / place.columns)]
      const smoothF = blended(temperatures, smooth, place, column, row)
      const { latitude, longitude } = middleOf(place, column, row)
      const ownF = localWarmthF(latitude, longitude, timeMs)
      return groundByteOf(smoothF + blended(ownShares, smooth, place, column, row) * ownF)
    })
    return { place, halfDegrees }
  }
}

/** Interpolates between the centers of four coarse cells. */
function blended(values: Float32Array, coarse: GridPlace, fine: GridPlace, column: number, row: number) {
  const scale = fine.stepDegrees / coarse.stepDegrees
  const x = Math.min(coarse.columns - 1, Math.max(0, (column + 0.5) * scale - 0.5))
  const y = Math.min(coarse.rows - 1, Math.max(0, (row + 0.5) * scale - 0.5))
  const [west, north] = [Math.floor(x), Math.floor(y)]
  const [east, south] = [Math.min(coarse.columns - 1, west + 1), Math.min(coarse.rows - 1, north + 1)]
  const at = (each: number, line: number) => values[line * coarse.columns + each] as number
  const above = at(west, north) + (at(east, north) - at(west, north)) * (x - west)
  const below = at(west, south) + (at(east, south) - at(west, south)) * (x - west)
  return above + (below - above) * (y - north)
}

function placeUnder({ west, north, stepDegrees, columns, rows }: GridPlace, times = 1): GridPlace {
  const [wideDegrees, highDegrees] = [columns * stepDegrees, rows * stepDegrees]
  const cells = (wideDegrees * highDegrees) / cellDegrees ** 2
  const step = times * (cells > mostCells ? 4 * cellDegrees : cellDegrees)
  return {
    west,
    north,
    stepDegrees: step,
    columns: Math.ceil(wideDegrees / step),
    rows: Math.ceil(highDegrees / step),
  }
}
