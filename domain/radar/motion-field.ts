import { noCoverage, type RadarGrid } from './grid.ts'

/** The motion of echoes, on a lattice much coarser than the echoes and interpolated in between. */
export interface MotionField {
  /** A lattice point is at the center of every square of this many cells. */
  readonly spacingCells: number
  readonly columns: number
  readonly rows: number
  /** Cells per minute, east and south positive. */
  readonly east: Float32Array
  readonly south: Float32Array
}

const spacingCells = 24
/** The block compared around a lattice point: 64 cells across, about 80 miles. */
const reachCells = 32
/** Nothing worth tracking moves faster than 110 mph. */
const fastestCellsPerMinute = 1.5
/** The coarse image finds the approximate shift, the finer one the last cells, and a parabola the fraction. */
const scales = [4, 2] as const
const coarsest = scales[0]
const finest = scales[1]
/** Less rain than fills about ten cells cannot be distinguished from chance. */
const leastStrength = 300
/** A match that leaves more than this share of the strength unexplained is rejected. */
const mostUnexplained = 0.6
/** The best shift must explain this much more than no shift, because new showers look like old ones that jumped. */
const haste = 0.4
const smoothings = 1
/** A motion that differs from its surroundings by more than this, 25 mph, was matched with another shower. */
const strayCellsPerMinute = 0.3
const strayReach = 3

/** An image from this many minutes before. */
export interface EarlierGrid {
  readonly grid: RadarGrid
  readonly minutes: number
}

/**
 * Block matching: around each lattice point, finds the motion under which the earlier echoes best explain the later
 * ones. Several earlier images must agree: motion shows best over a long time, but showers stay the same only over a
 * short one. Points without echoes or without a convincing match follow their neighbors.
 */
export function motionField(earlier: readonly EarlierGrid[], later: RadarGrid): MotionField {
  const { place } = later
  const isBefore = ({ grid, minutes }: EarlierGrid) =>
    grid.echoes.length === later.echoes.length && minutes > 0
  if (earlier.length === 0 || !earlier.every(isBefore)) {
    throw new Error('Motion needs two images of the same place, the earlier one first')
  }
  const longestFirst = earlier.toSorted((one, other) => other.minutes - one.minutes)
  const columns = Math.ceil(place.columns / spacingCells)
  const rows = Math.ceil(place.rows / spacingCells)
  const east = new Float32Array(columns * rows)
  const south = new Float32Array(columns * rows)
  const weight = new Float32Array(columns * rows)
  const views = scales.map((scale): View => ({
    scale,
    before: longestFirst.map(({ grid, minutes }) => ({ ...strengths(grid, scale), minutes })),
    after: strengths(later, scale),
  }))
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      const middle = { x: (column + 0.5) * spacingCells, y: (row + 0.5) * spacingCells }
      const motion = bestMotion(views, middle)
      if (!motion) continue
      const point = row * columns + column
      east[point] = motion.east
      south[point] = motion.south
      weight[point] = motion.weight
    }
  }
  const lattice = { columns, rows, weight, east, south }
  dropStrays(lattice)
  spread(lattice)
  return { spacingCells, columns, rows, east, south }
}

/**
 * Strong echoes have much more weight than widespread light rain, which hardly shows its motion. Beyond 50 dBZ the
 * weight is constant, so that a growing storm still matches itself.
 */
const strengthOf = Float32Array.from({ length: 256 }, (_, echo) =>
  echo === noCoverage ? 0 : Math.min(50, echo / 2) ** 2 / 16,
)

interface Picture {
  readonly columns: number
  readonly rows: number
  readonly values: Float32Array
}

/** All images at one scale, earliest first. */
interface View {
  readonly scale: number
  readonly before: readonly (Picture & { readonly minutes: number })[]
  readonly after: Picture
}

function strengths({ place, echoes }: RadarGrid, scale: number): Picture {
  const columns = Math.ceil(place.columns / scale)
  const rows = Math.ceil(place.rows / scale)
  const values = new Float32Array(columns * rows)
  for (let row = 0; row < place.rows; row++) {
    const from = row * place.columns
    const to = Math.floor(row / scale) * columns
    for (let column = 0; column < place.columns; column++) {
      const echo = echoes[from + column] as number
      if (echo !== 0) {
        const cell = to + Math.floor(column / scale)
        values[cell] = (values[cell] as number) + (strengthOf[echo] as number) / (scale * scale)
      }
    }
  }
  return { columns, rows, values }
}

interface Motion {
  /** Cells per minute. */
  readonly east: number
  readonly south: number
  readonly weight: number
}

interface Shift {
  readonly x: number
  readonly y: number
}

/** Finds the best motion at a point; null if there is too little data. */
function bestMotion(views: readonly View[], middle: Shift): Motion | null {
  let at = { x: 0, y: 0 }
  let reach: number | null = null
  for (const view of views) {
    const { scale, before, after } = view
    const block = blockAround(after, middle, scale)
    const energy = energyOf(after, block)
    if (energy * scale ** 2 < leastStrength) return null
    const longest = before[0]?.minutes ?? NaN
    const most = (fastestCellsPerMinute * longest) / scale
    const costs = before.map(picture => ({ minutes: picture.minutes, cost: costsOf(picture, after, block) }))
    // Shifts are for the longest interval; over a shorter one echoes move proportionally less.
    const all: Cost = (x, y) =>
      costs.reduce(
        (sum, { minutes, cost }) => {
          const share = minutes / longest
          return sum + cost(Math.round(x * share), Math.round(y * share))
        },
        (haste * energy * (x * x + y * y)) / most ** 2,
      )
    at = cheapest(all, at, reach ?? Math.ceil(most))
    if (scale === finest) return refined(costs, at, energy)
    at = { x: (at.x * coarsest) / finest, y: (at.y * coarsest) / finest }
    reach = 2
  }
  return null
}

/**
 * Refines a shift to fractions of a cell, over the longest interval with a convincing match. Weighted by the cost of
 * being off by a cell, because in uniform rain any shift fits equally well.
 */
function refined(
  costs: readonly { readonly minutes: number; readonly cost: Cost }[],
  at: Shift,
  energy: number,
): Motion | null {
  const longest = costs[0]?.minutes ?? NaN
  for (const { minutes, cost } of costs) {
    const [x, y] = [Math.round((at.x * minutes) / longest), Math.round((at.y * minutes) / longest)]
    const least = cost(x, y)
    if (least > mostUnexplained * energy) continue
    const [west, east] = [cost(x - 1, y), cost(x + 1, y)]
    const [north, south] = [cost(x, y - 1), cost(x, y + 1)]
    return {
      east: (finest * (x + vertex(west, least, east))) / minutes,
      south: (finest * (y + vertex(north, least, south))) / minutes,
      weight: Math.max(1e-6, Math.min(west + east, north + south) / 2 - least),
    }
  }
  return null
}

interface Block {
  readonly left: number
  readonly top: number
  readonly right: number
  readonly bottom: number
}

function blockAround({ columns, rows }: Picture, middle: Shift, scale: number): Block {
  const [x, y, reach] = [middle.x / scale, middle.y / scale, reachCells / scale]
  return {
    left: Math.max(0, Math.floor(x - reach)),
    top: Math.max(0, Math.floor(y - reach)),
    right: Math.min(columns, Math.floor(x + reach)),
    bottom: Math.min(rows, Math.floor(y + reach)),
  }
}

function energyOf({ columns, values }: Picture, { left, top, right, bottom }: Block): number {
  let sum = 0
  for (let y = top; y < bottom; y++) {
    for (let x = left; x < right; x++) sum += (values[y * columns + x] as number) ** 2
  }
  return sum
}

type Cost = (x: number, y: number) => number

/** The part of the strength that remains unexplained if everything in the block came from this far west and north. */
function costsOf(before: Picture, after: Picture, { left, top, right, bottom }: Block): Cost {
  return (shiftX, shiftY) => {
    // Inside the earlier image, cells need no bounds check.
    const [first, last] = [Math.max(left, shiftX), Math.min(right, before.columns + shiftX)]
    let cost = 0
    for (let y = top; y < bottom; y++) {
      const row = y * after.columns
      const fromRow = y - shiftY
      const isInside = fromRow >= 0 && fromRow < before.rows
      const from = fromRow * before.columns - shiftX
      for (let x = left; x < right; x++) {
        const was = isInside && x >= first && x < last ? (before.values[from + x] as number) : 0
        const difference = (after.values[row + x] as number) - was
        cost += difference * difference
      }
    }
    return cost
  }
}

function cheapest(cost: Cost, around: Shift, reach: number): Shift {
  let best = { ...around, cost: cost(around.x, around.y) }
  for (let y = around.y - reach; y <= around.y + reach; y++) {
    for (let x = around.x - reach; x <= around.x + reach; x++) {
      const found = cost(x, y)
      if (found < best.cost) best = { x, y, cost: found }
    }
  }
  return { x: best.x, y: best.y }
}

/** The minimum of a parabola through the cheapest whole shift and its neighbors. */
function vertex(before: number, least: number, after: number): number {
  const bend = before - 2 * least + after
  return bend > 0 ? Math.min(0.5, Math.max(-0.5, (before - after) / (2 * bend))) : 0
}

/** A field under construction: a point with weight 0 is a gap. */
interface Lattice {
  readonly columns: number
  readonly rows: number
  readonly weight: Float32Array
  readonly east: Float32Array
  readonly south: Float32Array
}

/** Removes motions that differ too much from the median around them. */
function dropStrays({ columns, rows, weight, east, south }: Lattice) {
  const known = weight.slice()
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      const point = row * columns + column
      if (known[point] === 0) continue
      const around: number[] = []
      for (let y = Math.max(0, row - strayReach); y <= Math.min(rows - 1, row + strayReach); y++) {
        for (let x = Math.max(0, column - strayReach); x <= Math.min(columns - 1, column + strayReach); x++) {
          if ((known[y * columns + x] as number) > 0) around.push(y * columns + x)
        }
      }
      const offEast = (east[point] as number) - weightedMedian(around, east, known)
      const offSouth = (south[point] as number) - weightedMedian(around, south, known)
      if (Math.hypot(offEast, offSouth) > strayCellsPerMinute) weight[point] = 0
    }
  }
}

function weightedMedian(points: readonly number[], values: Float32Array, weights: Float32Array): number {
  const sorted = points.toSorted((one, other) => (values[one] as number) - (values[other] as number))
  const half = points.reduce((sum, point) => sum + (weights[point] as number), 0) / 2
  let sum = 0
  for (const point of sorted) {
    sum += weights[point] as number
    if (sum >= half) return values[point] as number
  }
  return 0
}

/**
 * Smooths the motions, weighted by confidence, and fills the gaps from them; far from all motions, the result is zero.
 */
function spread({ columns, rows, weight, east, south }: Lattice) {
  for (let round = 0; round < smoothings + Math.max(columns, rows); round++) {
    const isSmoothing = round < smoothings
    const [oldWeight, oldEast, oldSouth] = [weight.slice(), east.slice(), south.slice()]
    let gaps = 0
    for (let row = 0; row < rows; row++) {
      for (let column = 0; column < columns; column++) {
        const point = row * columns + column
        if (!isSmoothing && (oldWeight[point] as number) > 0) continue
        let [sum, sumEast, sumSouth] = [0, 0, 0]
        for (let y = Math.max(0, row - 1); y <= Math.min(rows - 1, row + 1); y++) {
          for (let x = Math.max(0, column - 1); x <= Math.min(columns - 1, column + 1); x++) {
            const other = y * columns + x
            const share = oldWeight[other] as number
            sum += share
            sumEast += share * (oldEast[other] as number)
            sumSouth += share * (oldSouth[other] as number)
          }
        }
        if (sum === 0) {
          gaps++
          continue
        }
        weight[point] = sum / 9
        east[point] = sumEast / sum
        south[point] = sumSouth / sum
      }
    }
    if (!isSmoothing && gaps === 0) return
  }
}

/** The motion at a cell, interpolated between lattice points; in cells per minute. */
export function motionAt(
  field: MotionField,
  column: number,
  row: number,
  into: { east: number; south: number },
) {
  const x = Math.min(field.columns - 1, Math.max(0, column / field.spacingCells - 0.5))
  const y = Math.min(field.rows - 1, Math.max(0, row / field.spacingCells - 0.5))
  const left = Math.floor(x)
  const top = Math.floor(y)
  const right = Math.min(field.columns - 1, left + 1)
  const bottom = Math.min(field.rows - 1, top + 1)
  const [alongX, alongY] = [x - left, y - top]
  const [nw, ne] = [top * field.columns + left, top * field.columns + right]
  const [sw, se] = [bottom * field.columns + left, bottom * field.columns + right]
  const blended = (values: Float32Array) =>
    ((values[nw] as number) * (1 - alongX) + (values[ne] as number) * alongX) * (1 - alongY) +
    ((values[sw] as number) * (1 - alongX) + (values[se] as number) * alongX) * alongY
  into.east = blended(field.east)
  into.south = blended(field.south)
}
