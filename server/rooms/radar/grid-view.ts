import { latitudeOf, longitudeOf } from '#domain/geo/mercator'
import { columnAt, rowAt, type GridPlace } from '#domain/radar/grid'
import type { MapView } from './drawable.ts'
import { pieceCells } from './occupied.ts'

/** Draws one image row from this grid row into the bytes, from the offset `start` on. */
export type DrawRow = (row: number, phase: number, bytes: Uint8Array, start: number) => void

/** The grid position of each image column, in cells from the first cell's edge; an even number of columns. */
export function gridColumnsOf(place: GridPlace, { bounds, width }: MapView): Float64Array {
  const perPixel = (bounds.east - bounds.west) / width
  const columns = new Float64Array(width + (width % 2))
  for (let x = 0; x < columns.length; x++)
    columns[x] = columnAt(place, longitudeOf(bounds.west + (x + 0.5) * perPixel))
  return columns
}

export function gridRowsOf(
  { place }: { readonly place: GridPlace },
  { bounds, height }: MapView,
): Float64Array {
  const perPixel = (bounds.north - bounds.south) / height
  const rows = new Float64Array(height)
  for (let y = 0; y < height; y++) rows[y] = rowAt(place, latitudeOf(bounds.north - (y + 0.5) * perPixel))
  return rows
}

/** The cell of each column, shifted west by this many cells; -1 beyond the grid. */
export function wholeOf(columns: Float64Array, across: number, west: number): Int32Array {
  const whole = new Int32Array(columns.length)
  for (let x = 0; x < columns.length; x++) {
    const column = columns[x] as number
    whole[x] = column >= 0 && column < across ? Math.max(0, Math.floor(column - west)) : -1
  }
  return whole
}

/** Adjacent pixel pairs whose cells lie in the same pieces of the grid: usually one piece, at its edge two. */
export interface PixelRun {
  readonly from: number
  readonly to: number
  readonly piece: number
  readonly pieceToo: number
}

/** A pair that is half beyond the grid gets piece -1, as if all of it were. */
export function runsOf(columns: Int32Array): PixelRun[] {
  const runs: PixelRun[] = []
  const pieceOf = (x: number) => Math.floor((columns[x] as number) / pieceCells)
  const isBeyond = (x: number) => pieceOf(x) < 0 || pieceOf(x + 1) < 0
  const isAlike = (x: number, other: number) =>
    isBeyond(x)
      ? isBeyond(other)
      : !isBeyond(other) && pieceOf(x) === pieceOf(other) && pieceOf(x + 1) === pieceOf(other + 1)
  for (let from = 0, to = 2; from < columns.length; from = to, to += 2) {
    while (to < columns.length && isAlike(from, to)) to += 2
    const [piece, pieceToo] = isBeyond(from) ? [-1, -1] : [pieceOf(from), pieceOf(from + 1)]
    runs.push({ from, to, piece, pieceToo })
  }
  return runs
}
