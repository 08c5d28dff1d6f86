import { noCoverage, noEcho, type RadarGrid } from '#domain/radar/grid'

/** Rows are examined in pieces of this many cells. */
export const pieceCells = 64

const known = new WeakMap<Uint8Array, Uint8Array>()

export function piecesAcross({ place }: RadarGrid): number {
  return Math.ceil(place.columns / pieceCells)
}

/** The kind of a row piece: without an echo, without any coverage, or mixed. */
export const pieceKinds = { empty: 0, unseen: 1, mixed: 2 } as const

/**
 * The kind of each piece of each row, including adjacent cells: most of the sky is empty or uncovered, and need not be
 * drawn cell by cell. Computed once for each grid.
 */
export function occupiedIn(grid: RadarGrid): Uint8Array {
  const found = known.get(grid.echoes)
  if (found) return found
  const { columns, rows } = grid.place
  const across = piecesAcross(grid)
  const occupied = new Uint8Array(across * rows)
  for (let row = 0; row < rows; row++) {
    for (let piece = 0; piece < across; piece++) {
      const from = row * columns + Math.max(0, piece * pieceCells - 1)
      const to = row * columns + Math.min(columns, (piece + 1) * pieceCells + 1)
      const first = grid.echoes[from]
      let cell = from + 1
      while (cell < to && grid.echoes[cell] === first) cell++
      const isEven = cell === to
      if (isEven && first === noEcho) continue
      const isUnseen = isEven && first === noCoverage
      occupied[row * across + piece] = isUnseen ? pieceKinds.unseen : pieceKinds.mixed
    }
  }
  known.set(grid.echoes, occupied)
  return occupied
}
