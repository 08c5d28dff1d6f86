import { columnAt, dbzOf, echoOf, middleOf, noCoverage, noEcho, rowAt, type RadarGrid } from './grid.ts'
import { motionAt, type MotionField } from './motion-field.ts'

/** Until this time echoes are only advected; after it the model is blended in, and eventually used alone. */
export const movedOnlyMinutes = 60
export const modelOnlyMinutes = 120

/** The path back is traced in steps of at most this many minutes, because the motion changes along it. */
const stepMinutes = 10
/** Paths are traced once for a square of this many cells and interpolated in between. */
const squareCells = 8

/**
 * Advects the echoes along the field for this many minutes: each cell takes the value of the nearest cell from which
 * its air comes (backward, semi-Lagrangian). Nothing is averaged, because half an echo and half no echo is a drizzle
 * that no one saw, and averaging at every step dissolves a core. Anything from outside radar coverage is unknown.
 */
export function movedOn({ place, echoes }: RadarGrid, field: MotionField, minutes: number): RadarGrid {
  const { columns, rows } = place
  const moved = new Uint8Array(echoes.length)
  const across = Math.ceil(columns / squareCells) + 1
  let above = waysBack(field, across, 0, minutes)
  for (let top = 0; top < rows; top += squareCells) {
    const below = waysBack(field, across, top + squareCells, minutes)
    for (let row = top; row < Math.min(rows, top + squareCells); row++) {
      const down = (row - top) / squareCells
      for (let square = 0; square + 1 < across; square++) {
        const [nw, ne] = [2 * square, 2 * square + 2]
        const at = (ways: Float32Array, index: number) => ways[index] as number
        let x = at(above, nw) + (at(below, nw) - at(above, nw)) * down
        let y = at(above, nw + 1) + (at(below, nw + 1) - at(above, nw + 1)) * down
        const perX = (at(above, ne) + (at(below, ne) - at(above, ne)) * down - x) / squareCells
        const perY = (at(above, ne + 1) + (at(below, ne + 1) - at(above, ne + 1)) * down - y) / squareCells
        const end = Math.min(columns, (square + 1) * squareCells)
        for (let column = square * squareCells; column < end; column++, x += perX, y += perY) {
          const cell = row * columns + column
          const fromColumn = Math.round(column - x)
          const fromRow = Math.round(row - y)
          const isInside = fromColumn >= 0 && fromColumn < columns && fromRow >= 0 && fromRow < rows
          moved[cell] =
            echoes[cell] === noCoverage || !isInside
              ? noCoverage
              : (echoes[fromRow * columns + fromColumn] as number)
        }
      }
    }
    above = below
  }
  return { place, echoes: moved }
}

/** How far east and south of its origin each corner in a row of squares lies, in cells. */
function waysBack(field: MotionField, across: number, row: number, minutes: number): Float32Array {
  const ways = new Float32Array(2 * across)
  const motion = { east: 0, south: 0 }
  const steps = Math.max(1, Math.ceil(minutes / stepMinutes))
  for (let corner = 0; corner < across; corner++) {
    let [x, y] = [corner * squareCells, row]
    for (let step = 0; step < steps; step++) {
      motionAt(field, x, y, motion)
      x -= (motion.east * minutes) / steps
      y -= (motion.south * minutes) / steps
    }
    ways[2 * corner] = corner * squareCells - x
    ways[2 * corner + 1] = row - y
  }
  return ways
}

/** The model's weight after this many minutes, from 0 to 1. */
export function modelShare(minutes: number): number {
  const along = (minutes - movedOnlyMinutes) / (modelOnlyMinutes - movedOnlyMinutes)
  return Math.min(1, Math.max(0, along))
}

/**
 * Blends the advected echoes with the model by echo strength, not by decibels. If one has no data, the other is used
 * alone. The model may have coarser cells, so each cell uses the model cell that contains it.
 */
export function blendedInto(moved: RadarGrid, model: RadarGrid, share: number): RadarGrid {
  const { place } = moved
  const blended = new Uint8Array(moved.echoes.length)
  const table = blendTable(share)
  const modelColumns = Int32Array.from({ length: place.columns }, (_, column) =>
    Math.floor(columnAt(model.place, middleOf(place, column, 0).longitude)),
  )
  for (let row = 0; row < place.rows; row++) {
    const modelRow = Math.floor(rowAt(model.place, middleOf(place, 0, row).latitude))
    const isRow = modelRow >= 0 && modelRow < model.place.rows
    for (let column = 0; column < place.columns; column++) {
      const cell = row * place.columns + column
      const modelColumn = modelColumns[column] as number
      const isIn = isRow && modelColumn >= 0 && modelColumn < model.place.columns
      const other = isIn ? (model.echoes[modelRow * model.place.columns + modelColumn] as number) : noCoverage
      blended[cell] = table[(moved.echoes[cell] as number) * 256 + other] as number
    }
  }
  return { place, echoes: blended }
}

/** The blended result for every pair of bytes. */
function blendTable(share: number): Uint8Array {
  const strengths = Float64Array.from({ length: 256 }, (_, echo) => {
    const dbz = dbzOf(echo)
    return dbz === null ? 0 : 10 ** (dbz / 10)
  })
  return Uint8Array.from({ length: 256 * 256 }, (_, pair) => {
    const [one, other] = [pair >> 8, pair & 255]
    if (one === noCoverage) return other
    if (other === noCoverage) return one
    const strength = (1 - share) * (strengths[one] as number) + share * (strengths[other] as number)
    return strength > 1 ? echoOf(10 * Math.log10(strength)) : noEcho
  })
}
