import type { RainGround } from '#simulator/weather/wide-rain'

/** Returns Catmull-Rom weights: four for each position across a square, for a curve through all corners. */
export function cubicWeights(side: number): Float64Array {
  const weights = new Float64Array(4 * side)
  for (let at = 0; at < side; at++) {
    const along = at / side
    const square = along * along
    const cube = square * along
    weights[4 * at] = (-cube + 2 * square - along) / 2
    weights[4 * at + 1] = (3 * cube - 5 * square + 2) / 2
    weights[4 * at + 2] = (-3 * cube + 4 * square + along) / 2
    weights[4 * at + 3] = (cube - square) / 2
  }
  return weights
}

/** Returns the value at a position across a square; the corners begin one square farther west. */
export function between(corners: Float64Array, square: number, weights: Float64Array, at: number): number {
  return (
    (weights[4 * at] as number) * (corners[square] as number) +
    (weights[4 * at + 1] as number) * (corners[square + 1] as number) +
    (weights[4 * at + 2] as number) * (corners[square + 2] as number) +
    (weights[4 * at + 3] as number) * (corners[square + 3] as number)
  )
}

interface Corners {
  readonly rain: Float64Array
  readonly snow: Float64Array
}

/** Creates a lattice that holds four rows of corners at a time, from north to south. */
export function createLattice(squares: number, groundAt: (column: number, row: number) => RainGround) {
  const known = new Map<number, Corners>()
  const count = squares + 3

  function cornersOf(row: number): Corners {
    const found = known.get(row)
    if (found) return found
    const corners = { rain: new Float64Array(count), snow: new Float64Array(count) }
    for (let index = 0; index < count; index++) {
      const { mostDbz, mostSnowDbz } = groundAt(index - 1, row)
      corners.rain[index] = mostDbz
      corners.snow[index] = mostSnowDbz
    }
    known.set(row, corners)
    known.delete(row - 4)
    return corners
  }

  const line: Corners = { rain: new Float64Array(count), snow: new Float64Array(count) }
  return {
    /**
     * Returns the corners of all squares on a line this far below a row of corners; the next call reuses the result.
     */
    along(row: number, weights: Float64Array, at: number): Corners {
      const above = cornersOf(row - 1)
      const top = cornersOf(row)
      const bottom = cornersOf(row + 1)
      const below = cornersOf(row + 2)
      const a = weights[4 * at] as number
      const b = weights[4 * at + 1] as number
      const c = weights[4 * at + 2] as number
      const d = weights[4 * at + 3] as number
      for (const kind of ['rain', 'snow'] as const) {
        const [first, second, third, fourth] = [above[kind], top[kind], bottom[kind], below[kind]]
        const into = line[kind]
        for (let corner = 0; corner < into.length; corner++) {
          into[corner] =
            a * (first[corner] as number) +
            b * (second[corner] as number) +
            c * (third[corner] as number) +
            d * (fourth[corner] as number)
        }
      }
      return line
    },
  }
}
