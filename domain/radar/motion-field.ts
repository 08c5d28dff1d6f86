import { noCoverage, type RadarGrid } from './grid.ts'

/** How echoes move, on a lattice much coarser than the echoes: what is between is blended. */
export interface MotionField {
  /** A lattice point stands in the middle of every square of so many cells. */
  readonly spacingCells: number
  readonly columns: number
  readonly rows: number
  /** Cells per minute, east and south positive. */
  readonly east: Float32Array
  readonly south: Float32Array
}

const spacingCells = 24
/** What is compared around a lattice point: 64 cells across, some 80 miles. */
const reachCells = 32
/** Faster than 110 mph nothing moves that is worth following. */
const fastestCellsPerMinute = 1.5
/** The coarse picture finds the way, the finer one the last cells of it, and a parabola what is between them. */
const scales = [4, 2] as const
const coarsest = scales[0]
const finest = scales[1]
/** Less than some ten cells of rain cannot be told from chance. */
const leastStrength = 300
/** A match that leaves more than this share of the strength unexplained is none. */
const mostUnexplained = 0.6
/** The fastest shift must explain so much more of the strength than none: new showers look like old ones that jumped. */
const haste = 0.4
const smoothings = 1
/** Who goes otherwise than all around by more than this, 25 mph, has been matched with another shower. */
const strayCellsPerMinute = 0.3
const strayReach = 3

/** A picture from so many minutes before. */
export interface EarlierGrid {
  readonly grid: RadarGrid
  readonly minutes: number
}

/**
 * By block matching: around each lattice point, the motion is sought under which the earlier echoes best explain the
 * later ones. Several earlier pictures must agree on it: over a long time motion shows best, over a short one showers
 * are still the same. Points without echoes, or without a convincing match, go as their neighbours go.
 */
export function motionField(earlier: readonly EarlierGrid[], later: RadarGrid): MotionField {
  const { place } = later
  const isBefore = ({ grid, minutes }: EarlierGrid) =>
    grid.echoes.length === later.echoes.length && minutes > 0
  if (earlier.length === 0 || !earlier.every(isBefore)) {
    throw new Error('Motion is seen between pictures of one place, the earlier first')
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
 * Strong echoes count for much more than wide light rain, which hardly shows where it goes; beyond 50 dBZ no more, so
 * that a storm that grows stays the same storm.
 */
const strengthOf = Float32Array.from({ length: 256 }, (_, echo) =>
  echo === noCoverage ? 0 : Math.min(50, echo / 2) ** 2 / 16,
)

interface Picture {
  readonly columns: number
  readonly rows: number
  readonly values: Float32Array
}

/** All pictures at one scale, the earliest first. */
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

/** Null where there is too little to go by. */
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
    // Shifts are those over the longest time; over a shorter one echoes go as much less far.
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
 * To parts of a cell, over the longest time for which the match convinces. It counts for as much as it would cost to
 * be off by a cell: in even rain any shift does as well.
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

/** What is left unexplained if everything in the block came from so far west and north. */
function costsOf(before: Picture, after: Picture, { left, top, right, bottom }: Block): Cost {
  return (shiftX, shiftY) => {
    // Inside the earlier picture no cell has to be asked for one by one.
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

/** Where, between the neighbours of the cheapest whole shift, a parabola through all three is lowest. */
function vertex(before: number, least: number, after: number): number {
  const bend = before - 2 * least + after
  return bend > 0 ? Math.min(0.5, Math.max(-0.5, (before - after) / (2 * bend))) : 0
}

/** A field in the making: a point whose weight is 0 is a gap. */
interface Lattice {
  readonly columns: number
  readonly rows: number
  readonly weight: Float32Array
  readonly east: Float32Array
  readonly south: Float32Array
}

/** What the median of the surroundings does not bear out is dropped. */
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

/** Smooths what was found by how sure it is, and lets it seep into the gaps; far from everything all rests. */
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

/** The motion at a cell, between the lattice points around it; in cells per minute. */
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
