import { halfWorldMetres, latitudeOf, longitudeOf } from '#domain/geo/mercator'
import { columnAt, rowAt, type RadarGrid } from '#domain/radar/grid'
import type { MapView } from './drawable.ts'
import { occupiedIn, pieceCells, pieceKinds, piecesAcross } from './occupied.ts'

type EvenKind = 'empty' | 'unseen'

/**
 * The kind of a view that is uniform, including a one-cell margin. Most of the sky is uniform, and such an image need
 * not be drawn row by row. Null if the view is not uniform, or if that cannot be determined quickly.
 */
export function evenKindOf(grid: RadarGrid, { bounds }: MapView): EvenKind | null {
  const { place } = grid
  const [west, east] = [bounds.west, bounds.east].map(x => columnAt(place, longitudeOf(x))) as [
    number,
    number,
  ]
  const [north, south] = [bounds.north, bounds.south].map(y => rowAt(place, latitudeOf(y))) as [
    number,
    number,
  ]
  const isRoundTheWorld = bounds.east - bounds.west >= halfWorldMetres || west > east
  if (isRoundTheWorld) return null
  const isBeyond = west >= place.columns + 1 || south < -1 || north >= place.rows + 1
  if (isBeyond) return 'unseen'
  const isInside = west >= 1 && east < place.columns - 1 && north >= 1 && south < place.rows - 1
  if (!isInside) return null

  const [occupied, across] = [occupiedIn(grid), piecesAcross(grid)]
  const [firstPiece, lastPiece] = [Math.floor((west - 1) / pieceCells), Math.floor((east + 1) / pieceCells)]
  const [firstRow, lastRow] = [Math.floor(north - 1), Math.floor(south + 1)]
  const kind = occupied[firstRow * across + firstPiece]
  for (let row = firstRow; row <= lastRow; row++) {
    for (let piece = firstPiece; piece <= lastPiece; piece++)
      if (occupied[row * across + piece] !== kind) return null
  }
  if (kind === pieceKinds.mixed) return null
  return kind === pieceKinds.empty ? 'empty' : 'unseen'
}
