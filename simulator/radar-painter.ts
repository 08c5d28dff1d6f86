import { cellCount, echoOf as byteOf, middleOf, type GridPlace } from '#domain/radar/grid'
import { echoReachRadii, type StormCell } from './weather/cells.ts'
import { demoPlaceWith } from './weather/places.ts'
import {
  blend,
  cosDegrees,
  milesBetween,
  milesPerDegree,
  milesPerDegreeEast,
  sinDegrees,
} from './weather/plane.ts'
import { createPatchiness, createWideRain, echoOf, weakestEchoDbz } from './weather/reflectivity.ts'
import type { World } from './world.ts'

/** Wide rain is smooth: it is worked out at points so far apart, and blended in between. */
const latticeDegrees = 0.12
/** But not in cells wider than that, where there is nothing to gain. */
const fewestCells = 2
/** The lake's snow bands are too narrow for that. */
const snowBands = demoPlaceWith('cold')
const snowBandsMiles = 100

/** What is painted of a place: cells that are marked in `unseen` stay empty, since nobody asks for them. */
export type RadarPainter = (place: GridPlace, timeMs: number, unseen?: Uint8Array) => Uint8Array

/** Every cell of a grid as `World.reflectivityAt` has it, within 1 dBZ, and many times as fast. */
export function createRadarPainter(world: World): RadarPainter {
  const wideRain = createWideRain(world.seed)
  const patchy = createPatchiness(world.seed)
  let scratch = new Float32Array(0)

  function rainIn(place: GridPlace, column: number, row: number, timeMs: number): number {
    const { latitude, longitude } = middleOf(place, column, row)
    return wideRain(latitude, longitude, timeMs)
  }

  /** Only where at least one corner has rain, which is seldom. */
  function paintWideRain(dbz: Float32Array, place: GridPlace, timeMs: number) {
    const side = Math.max(fewestCells, Math.round(latticeDegrees / place.stepDegrees))
    const corners = (row: number) =>
      Float64Array.from({ length: Math.ceil(place.columns / side) + 1 }, (_, index) =>
        rainIn(place, index * side, row, timeMs),
      )
    let above = corners(0)
    for (let top = 0; top < place.rows; top += side) {
      const below = corners(top + side)
      for (let index = 0; index + 1 < above.length; index++) {
        const [nw = 0, ne = 0, sw = 0, se = 0] = [
          above[index],
          above[index + 1],
          below[index],
          below[index + 1],
        ]
        const left = index * side
        const middle = middleOf(place, left, top)
        const isNarrow = milesBetween(snowBands, middle.latitude, middle.longitude) < snowBandsMiles
        if (!isNarrow && Math.max(nw, ne, sw, se) < weakestEchoDbz) continue
        for (let row = top; row < Math.min(place.rows, top + side); row++) {
          const down = (row - top) / side
          const [west, east] = [blend(nw, sw, down), blend(ne, se, down)]
          for (let column = left; column < Math.min(place.columns, left + side); column++) {
            dbz[row * place.columns + column] = isNarrow
              ? rainIn(place, column, row, timeMs)
              : blend(west, east, (column - left) / side)
          }
        }
      }
      above = below
    }
  }

  /** The patches are the finest thing in the picture: they are worked out cell by cell, where there is an echo. */
  function asBytes(dbz: Float32Array, place: GridPlace, timeMs: number, unseen?: Uint8Array): Uint8Array {
    const bytes = new Uint8Array(dbz.length)
    const { columns, rows } = place
    const longitudes = Array.from({ length: columns }, (_, column) => middleOf(place, column, 0).longitude)
    const cosines = Float64Array.from(longitudes, cosDegrees)
    const sines = Float64Array.from(longitudes, sinDegrees)
    const point = { x: 0, y: 0, z: 0 } // one for all: a picture has a million of them
    for (let row = 0; row < rows; row++) {
      const { latitude } = middleOf(place, 0, row)
      const fromAxis = cosDegrees(latitude)
      point.z = sinDegrees(latitude)
      for (let column = 0; column < columns; column++) {
        const cell = row * columns + column
        const value = dbz[cell] as number
        if (value < weakestEchoDbz || (unseen && unseen[cell] !== 0)) continue
        point.x = fromAxis * (cosines[column] as number)
        point.y = fromAxis * (sines[column] as number)
        bytes[cell] = byteOf(patchy(value, point, timeMs))
      }
    }
    return bytes
  }

  return (place, timeMs, unseen) => {
    if (scratch.length !== cellCount(place)) scratch = new Float32Array(cellCount(place))
    scratch.fill(0)
    paintWideRain(scratch, place, timeMs)
    for (const cell of world.cellsAt(timeMs)) paintCell(scratch, place, cell)
    return asBytes(scratch, place, timeMs, unseen)
  }
}

function paintCell(dbz: Float32Array, place: GridPlace, cell: StormCell) {
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
      const echo = echoOf(cell, Math.sqrt(northMiles * northMiles + eastMiles * eastMiles))
      const at = row * columns + column
      if (echo > (dbz[at] as number)) dbz[at] = echo
    }
  }
}
