import { continentalUsPlace, noCoverage, noEcho, type GridPlace } from '#domain/radar/grid'
import { readMrms, type MrmsField } from './read-grib.ts'

/** The mosaic of the contiguous United States on our grid. */
export interface MrmsComposite {
  readonly validMs: number
  readonly place: GridPlace
  readonly echoes: Uint8Array
}

/** The center of the northwestern cell is at 54.995 N, 129.995 W. */
export const mrmsGrid: GridPlace = { columns: 7000, rows: 3500, north: 55, west: -130, stepDegrees: 0.01 }
/** A block of two by two MRMS cells is one of our cells. */
const times = 2

function isMrmsGrid(place: GridPlace): boolean {
  const isNear = (one: number, other: number) => Math.abs(one - other) < 1e-4
  return (
    place.columns === mrmsGrid.columns &&
    place.rows === mrmsGrid.rows &&
    isNear(place.north, mrmsGrid.north) &&
    isNear(place.west, mrmsGrid.west) &&
    isNear(place.stepDegrees, mrmsGrid.stepDegrees)
  )
}

/**
 * Returns the strongest echo of four cells. If there is no echo, one cell without coverage makes all four uncovered.
 */
export function joinedBytes(nw: number, ne: number, sw: number, se: number): number {
  const strongest = Math.max(nw % noCoverage, ne % noCoverage, sw % noCoverage, se % noCoverage)
  return strongest === noEcho ? Math.max(nw, ne, sw, se) : strongest
}

/** Parses a file as it is in the bucket. Expensive: run it in a thread. */
export function parseMrms(packedFile: Uint8Array): MrmsComposite {
  const { validMs, echoAt } = readMrms(packedFile, isMrmsGrid)
  return { validMs, place: continentalUsPlace, echoes: onHouseGrid(echoAt) }
}

function onHouseGrid(echoAt: MrmsField['echoAt']): Uint8Array {
  const { columns, rows, north, west } = continentalUsPlace
  const left = Math.round((west - mrmsGrid.west) / mrmsGrid.stepDegrees)
  const top = Math.round((mrmsGrid.north - north) / mrmsGrid.stepDegrees)
  const echoes = new Uint8Array(columns * rows)
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      const corner = (top + row * times) * mrmsGrid.columns + left + column * times
      const below = corner + mrmsGrid.columns
      const cell = row * columns + column
      echoes[cell] = joinedBytes(echoAt(corner), echoAt(corner + 1), echoAt(below), echoAt(below + 1))
    }
  }
  return echoes
}
