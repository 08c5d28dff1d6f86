import { cellCount, echoOf as byteOf, middleOf, noEcho, type GridPlace } from '#domain/radar/grid'
import { cellEchoAround, echoReachRadii } from '#simulator/weather/cell-echo'
import type { SimulatedCell } from '#simulator/weather/cells'
import { milesPerDegree, milesPerDegreeEast } from '#simulator/weather/plane'
import { createWideRain, weakestEchoDbz } from '#simulator/weather/wide-rain'
import { between, createLattice, cubicWeights } from './radar-lattice.ts'
import type { World } from '#simulator/world'

/** The base of widespread rain is smooth, so it is computed at points this far apart and interpolated. */
const latticeDegrees = 0.14
/** Interpolation is not used for cells wider than that, where nothing would be gained. */
const fewestCells = 2

/** How far a curve through the corners of a square can rise above them. */
const overshootDbz = 3

/** Returns whether there is no rain on either side of a square, and thus none inside it, as in most of the sky. */
function isDry(corners: Float64Array, square: number): boolean {
  const least = weakestEchoDbz - overshootDbz
  return (corners[square + 1] as number) < least && (corners[square + 2] as number) < least
}

/** Paints a grid. An echo is painted only where `seen` has none; elsewhere `seen` stays as it is. */
export type RadarPainter = (place: GridPlace, timeMs: number, seen?: Uint8Array) => Uint8Array

/** Computes every cell of a grid as `World.reflectivityAt` returns it, within 1 dBZ, but many times faster. */
export function createRadarPainter(world: World): RadarPainter {
  const wideRain = createWideRain(world.seed)

  function paintWideRain(echoes: Uint8Array, place: GridPlace, timeMs: number) {
    const { columns, rows, stepDegrees, west, north } = place
    const side = Math.max(fewestCells, Math.round(latticeDegrees / stepDegrees))
    const squares = Math.ceil(columns / side)
    const weights = cubicWeights(side)
    const lattice = createLattice(squares, (column, row) => {
      const { latitude, longitude } = middleOf(place, column * side, row * side)
      return wideRain.groundAt(latitude, longitude, timeMs)
    })
    // Shared by all points, because a picture has a million.
    const ground = { mostDbz: 0, mostSnowDbz: 0 }
    for (let row = 0; row < rows; row++) {
      const latitude = north - (row + 0.5) * stepDegrees
      const { rain, snow } = lattice.along(Math.floor(row / side), weights, row % side)
      for (let square = 0; square < squares; square++) {
        if (isDry(rain, square) && isDry(snow, square)) continue
        const left = square * side
        for (let column = left; column < Math.min(columns, left + side); column++) {
          const cell = row * columns + column
          if (echoes[cell] !== noEcho) continue
          ground.mostDbz = between(rain, square, weights, column - left)
          ground.mostSnowDbz = between(snow, square, weights, column - left)
          if (ground.mostDbz < weakestEchoDbz && ground.mostSnowDbz < weakestEchoDbz) continue
          const dbz = wideRain.echoAt(ground, latitude, west + (column + 0.5) * stepDegrees, timeMs)
          if (dbz >= weakestEchoDbz) echoes[cell] = byteOf(dbz)
        }
      }
    }
  }

  return (place, timeMs, seen) => {
    const echoes = seen ? seen.slice() : new Uint8Array(cellCount(place))
    paintWideRain(echoes, place, timeMs)
    for (const cell of world.cellsAt(timeMs)) paintCell(echoes, place, cell)
    return echoes
  }
}

/** Paints a cell. The strongest echo wins; no coverage ranks above every echo. */
function paintCell(echoes: Uint8Array, place: GridPlace, cell: SimulatedCell) {
  const { columns, rows, stepDegrees, west, north } = place
  const reachMiles = echoReachRadii * cell.radiusMiles
  const highDegrees = reachMiles / milesPerDegree
  const top = Math.max(0, Math.floor((north - cell.latitude - highDegrees) / stepDegrees))
  const bottom = Math.min(rows - 1, Math.floor((north - cell.latitude + highDegrees) / stepDegrees))
  for (let row = top; row <= bottom; row++) {
    const latitude = north - (row + 0.5) * stepDegrees
    const northMiles = (latitude - cell.latitude) * milesPerDegree
    const left = reachMiles * reachMiles - northMiles * northMiles
    if (left <= 0) continue
    const milesEast = milesPerDegreeEast((cell.latitude + latitude) / 2)
    const wideDegrees = Math.sqrt(left) / milesEast
    const first = Math.max(0, Math.floor((cell.longitude - wideDegrees - west) / stepDegrees))
    const last = Math.min(columns - 1, Math.floor((cell.longitude + wideDegrees - west) / stepDegrees))
    for (let column = first; column <= last; column++) {
      const eastMiles = (west + (column + 0.5) * stepDegrees - cell.longitude) * milesEast
      const dbz = cellEchoAround(cell.shape, northMiles, eastMiles)
      if (dbz < weakestEchoDbz) continue
      const at = row * columns + column
      echoes[at] = Math.max(echoes[at] as number, byteOf(dbz))
    }
  }
}
