import { columnAt, noCoverage, noEcho, rowAt, type GridPlace } from '#domain/radar/grid'
import { areasPlace } from './areas.ts'
import { readMrms } from './read-grib.ts'

/** A part of the image of all areas. */
export interface AreaPart {
  readonly validMs: number
  /** The area's northwestern cell in that image, and how many cells the area has. */
  readonly left: number
  readonly top: number
  readonly columns: number
  readonly rows: number
  readonly echoes: Uint8Array
}

/** A thousandth of a cell: edges are given in millionths of a degree. */
const slack = 1e-3

/** Returns where an area begins in the image, in cells; slightly west of its edge must not wrap around the world. */
function cornerOf(place: GridPlace): { readonly west: number; readonly north: number } {
  const west = columnAt(areasPlace, place.west)
  const around = 360 / areasPlace.stepDegrees
  const isWestOfIt = west > (around + areasPlace.columns) / 2
  return { west: isWestOfIt ? west - around : west, north: rowAt(areasPlace, place.north) }
}

/** Returns which cells of the image an area covers completely; half a cell at its edge is left uncovered. */
function windowOf(place: GridPlace): Omit<AreaPart, 'validMs' | 'echoes'> {
  const scale = place.stepDegrees / areasPlace.stepDegrees
  const { west, north } = cornerOf(place)
  const [left, top] = [Math.max(0, Math.ceil(west - slack)), Math.max(0, Math.ceil(north - slack))]
  const right = Math.min(areasPlace.columns, Math.floor(west + place.columns * scale + slack))
  const bottom = Math.min(areasPlace.rows, Math.floor(north + place.rows * scale + slack))
  return { left, top, columns: right - left, rows: bottom - top }
}

/** Returns whether the cells are small enough that each image cell has one, and the area is inside the image. */
function isArea(place: GridPlace): boolean {
  const { columns, rows } = windowOf(place)
  return place.stepDegrees <= areasPlace.stepDegrees * (1 + slack) && columns > 0 && rows > 0
}

/**
 * Parses one MRMS area from a file as it is in the bucket. Each cell of the image is as strong as the strongest area
 * cell in it. If there is no echo, a single area cell without coverage makes the image cell uncovered. Expensive: run
 * it in a thread.
 */
export function parseArea(packedFile: Uint8Array): AreaPart {
  const { validMs, place, echoAt } = readMrms(packedFile, isArea)
  const window = windowOf(place)
  const { left, top, columns, rows } = window
  const { west, north } = cornerOf(place)
  const scale = place.stepDegrees / areasPlace.stepDegrees
  const columnOf = Int32Array.from({ length: place.columns }, (_, column) => {
    const at = Math.floor(west + (column + 0.5) * scale) - left
    return at >= 0 && at < columns ? at : -1
  })
  const echoes = new Uint8Array(columns * rows).fill(noEcho)
  const isUnseen = new Uint8Array(columns * rows)
  for (let row = 0; row < place.rows; row++) {
    const toRow = Math.floor(north + (row + 0.5) * scale) - top
    if (toRow < 0 || toRow >= rows) continue
    for (let column = 0; column < place.columns; column++) {
      const toColumn = columnOf[column] as number
      if (toColumn < 0) continue
      const to = toRow * columns + toColumn
      const echo = echoAt(row * place.columns + column)
      if (echo === noCoverage) isUnseen[to] = 1
      else if (echo > (echoes[to] as number)) echoes[to] = echo
    }
  }
  for (let cell = 0; cell < echoes.length; cell++)
    if (echoes[cell] === noEcho && isUnseen[cell] === 1) echoes[cell] = noCoverage
  return { validMs, ...window, echoes }
}

/**
 * Joins some areas into an image. Where two areas overlap, the stronger echo wins, and a cell counts as covered if
 * either area covers it.
 */
export function joinAreas(parts: readonly Omit<AreaPart, 'validMs'>[]): Uint8Array {
  const picture = new Uint8Array(areasPlace.columns * areasPlace.rows).fill(noCoverage)
  for (const { left, top, columns, rows, echoes } of parts) {
    for (let row = 0; row < rows; row++) {
      for (let column = 0; column < columns; column++) {
        const at = (top + row) * areasPlace.columns + left + column
        const echo = echoes[row * columns + column] as number
        if (echo === noCoverage) continue
        const known = picture[at] as number
        picture[at] = known === noCoverage ? echo : Math.max(known, echo)
      }
    }
  }
  return picture
}
