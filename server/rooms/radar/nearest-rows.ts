import { noCoverage, type RadarGrid } from '#domain/radar/grid'
import type { MapView } from './drawable.ts'
import { gridColumnsOf, runsOf, wholeOf, type DrawRow, type PixelRun } from './grid-view.ts'
import { pairOf } from './hatching.ts'
import { occupiedIn, pieceKinds, piecesAcross } from './occupied.ts'

/** Draws rows in which each pixel has the color of the cell that contains it. */
export function nearestRows(grid: RadarGrid, view: MapView, colorOf: Uint8Array): DrawRow {
  const { place, echoes } = grid
  const beyond = colorOf[noCoverage] as number
  const columns = wholeOf(gridColumnsOf(place, view), place.columns, 0)
  const [runs, occupied, across] = [runsOf(columns), occupiedIn(grid), piecesAcross(grid)]

  function draw({ from, to }: PixelRun, first: number, phase: number, bytes: Uint8Array, start: number) {
    for (let x = from, at = start + (from >> 1); x < to; x += 2, at++) {
      const west = colorOf[echoes[first + (columns[x] as number)] as number] as number
      const east = colorOf[echoes[first + (columns[x + 1] as number)] as number] as number
      bytes[at] = pairOf(west, east, phase + x)
    }
  }

  function fill({ from, to }: PixelRun, phase: number, bytes: Uint8Array, start: number) {
    for (let x = from, at = start + (from >> 1); x < to; x += 2, at++)
      bytes[at] = pairOf(beyond, beyond, phase + x)
  }

  return (row, phase, bytes, start) => {
    const own = Math.floor(row)
    const isRow = row >= 0 && row < place.rows
    for (let index = 0; index < runs.length; index++) {
      const run = runs[index] as PixelRun
      const isIn = isRow && run.piece >= 0
      const kind = isIn ? occupied[own * across + run.piece] : pieceKinds.unseen
      const isEven = !isIn || kind === occupied[own * across + run.pieceToo]
      if (!isEven || kind === pieceKinds.mixed) draw(run, own * place.columns, phase, bytes, start)
      else if (kind === pieceKinds.unseen) fill(run, phase, bytes, start)
    }
  }
}
