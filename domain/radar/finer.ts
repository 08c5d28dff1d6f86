import { smoothNoise } from './grain.ts'
import { noCoverage, noEcho, type RadarGrid } from './grid.ts'

/** A part of a grid, measured in its cells. */
export interface GridPart {
  readonly left: number
  readonly top: number
  readonly columns: number
  readonly rows: number
}

/** How much finer cells differ from their cell, in bytes: slightly, or more where neighboring cells differ more. */
const leastGrain = 3
const mostGrain = 10
const grainPerStep = 0.3
/** How far an echo's edge varies, as a share of a cell. */
const edgeGrain = 0.35

/**
 * Part of a simulated sky in cells this many times finer: interpolated between the surrounding cell centers, with
 * grain. Finer cells average to their cell's strength, except at its edge. Only made-up data may get made-up detail: a
 * real radar's grid has no `grain` and is never drawn finer than measured.
 */
export function finerPart(grid: RadarGrid, part: GridPart, times: number): RadarGrid {
  const { place, echoes, ground, grain = 0 } = grid
  const columns = part.columns * times
  const finer = new Uint8Array(columns * part.rows * times)
  const at = (column: number, row: number) =>
    echoes[
      Math.min(place.rows - 1, Math.max(0, row)) * place.columns +
        Math.min(place.columns - 1, Math.max(0, column))
    ] as number
  const values = new Float64Array(times * times)
  const weights = splineWeights(times)

  for (let row = 0; row < part.rows; row++) {
    for (let column = 0; column < part.columns; column++) {
      const [x, y] = [part.left + column, part.top + row]
      const start = row * times * columns + column * times
      const own = at(x, y)
      const around = [-1, 0, 1].flatMap(south => [-1, 0, 1].map(east => at(x + east, y + south)))
      const isEven = around.every(each => each === own)
      if (own === noCoverage || (isEven && own === noEcho)) {
        if (own === noCoverage)
          for (let down = 0; down < times; down++)
            finer.fill(own, start + down * columns, start + down * columns + times)
        continue
      }
      const seen = around.filter(isEcho)
      const range = seen.length > 0 ? Math.max(...seen) - Math.min(...seen) : 0
      const height = Math.min(mostGrain, leastGrain + grainPerStep * range)
      let [sum, count] = [0, 0]
      for (let down = 0; down < times; down++) {
        for (let along = 0; along < times; along++) {
          const noise = grainAt(grain, x * times + along, y * times + down, times)
          const value = blended(around, weights, 9 * (down * times + along), edgeGrain * noise)
          values[down * times + along] = value === 0 ? 0 : value + height * noise
          if (value === 0) continue
          sum += values[down * times + along] as number
          count++
        }
      }
      const shift = isEcho(own) && count === times * times ? own - sum / count : 0
      for (let each = 0; each < values.length; each++) {
        const value = values[each] as number
        const cell = start + Math.floor(each / times) * columns + (each % times)
        if (value !== 0) finer[cell] = Math.min(noCoverage - 1, Math.max(1, Math.round(value + shift)))
      }
    }
  }
  return {
    place: {
      west: place.west + part.left * place.stepDegrees,
      north: place.north - part.top * place.stepDegrees,
      stepDegrees: place.stepDegrees / times,
      columns,
      rows: part.rows * times,
    },
    echoes: finer,
    ground,
  }
}

function isEcho(echo: number): boolean {
  return echo !== noEcho && echo !== noCoverage
}

/**
 * Weights of three cells in a row, by the position within the middle one: a quadratic B-spline, which has no corners.
 */
function weightsOf(along: number): readonly [number, number, number] {
  return [0.5 * (1 - along) ** 2, 0.5 + along * (1 - along), 0.5 * along ** 2]
}

/** The weight of each of nine cells in each finer cell of the middle one. */
function splineWeights(times: number): Float64Array {
  const weights = new Float64Array(9 * times * times)
  for (let each = 0; each < times * times; each++) {
    const across = weightsOf(((each % times) + 0.5) / times)
    const downward = weightsOf((Math.floor(each / times) + 0.5) / times)
    downward.forEach((down, row) =>
      across.forEach((along, column) => (weights[9 * each + 3 * row + column] = down * along)),
    )
  }
  return weights
}

/**
 * A stronger echo fills its cell. A weaker one is at the edge of the rain, and its strength determines where the edge
 * is.
 */
const wholeEcho = 24

/** The blended strength of nine cells; zero if those with an echo have less than about half of the weight. */
function blended(around: readonly number[], weights: Float64Array, first: number, edge: number): number {
  let [share, whole, sum] = [0, 0, 0]
  for (let cell = 0; cell < 9; cell++) {
    const echo = around[cell] as number
    if (!isEcho(echo)) continue
    const weight = weights[first + cell] as number
    share += weight
    whole += weight * Math.min(1, echo / wholeEcho)
    sum += weight * echo
  }
  return whole > 0.3 + edge && share > 0.05 ? sum / share : 0
}

/** The grain, from -1 to 1, smooth over half a cell and over a quarter. */
function grainAt(seed: number, x: number, y: number, times: number): number {
  return (
    0.6 * smoothNoise(seed, (2 * x) / times, (2 * y) / times) +
    0.4 * smoothNoise(seed + 1, (4 * x) / times, (4 * y) / times)
  )
}
