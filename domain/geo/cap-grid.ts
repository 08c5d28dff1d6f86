import { earthRadiusMiles, normalizedLongitude, radiansPerDegree, type Point } from './distance.ts'

/** The width of a row that serves rings of some 30 miles best; measured with bench/strike-matching.ts. */
const finestCellDegrees = 0.25

/** The table of cells must not grow larger than what it finds: few places far apart get wide cells. */
const cellsPerPlace = 4
const fewestCells = 64

/** Rounding must not put a place outside its cell, nor a cell outside the cap. */
const padDegrees = 1e-9

/**
 * Cells of equal degrees over the span of some places. Places sorted by cell lie row by row, so that what a cap (a
 * circle on the globe) may hold of a row is one run of them, or two across the antimeridian.
 */
export class CapGrid {
  /** What `findRuns` found: where each run begins and where it has ended. */
  readonly runs: Uint32Array
  readonly #south: number
  readonly #west: number
  readonly #cell: number
  /** Exact, since cells are 0.25 degrees times a power of two. */
  readonly #perDegree: number
  readonly #rows: number
  readonly #columns: number
  readonly #starts: Uint32Array
  /** The smallest cosine of the latitudes of each row. */
  readonly #cosines: Float64Array

  constructor(places: readonly Point[]) {
    let [south, north, west, east] = [90, -90, 180, -180]
    for (const { latitude, longitude } of places) {
      south = Math.min(south, latitude)
      north = Math.max(north, latitude)
      west = Math.min(west, normalizedLongitude(longitude))
      east = Math.max(east, normalizedLongitude(longitude))
    }
    const most = Math.max(fewestCells, places.length * cellsPerPlace)
    let cell = finestCellDegrees
    const along = (degrees: number) => Math.floor(degrees / cell) + 1
    while (along(north - south) * along(east - west) > most) cell *= 2

    this.#south = south
    this.#west = west
    this.#cell = cell
    this.#perDegree = 1 / cell
    this.#rows = along(north - south)
    this.#columns = along(east - west)
    this.#starts = new Uint32Array(this.#rows * this.#columns + 1)
    this.#cosines = Float64Array.from({ length: this.#rows }, (_, row) => {
      const edges = [south + row * cell, south + (row + 1) * cell]
      const farthest = Math.min(90, Math.max(...edges.map(Math.abs)))
      return Math.cos(farthest * radiansPerDegree)
    })
    this.runs = new Uint32Array(4 * this.#rows)
  }

  /** The same places in the order of their cells; the first will be found under the number `first`. */
  sort<P extends Point>(places: readonly P[], first: number): P[] {
    const starts = this.#starts
    const cells = new Uint32Array(places.length)
    for (let index = 0; index < cells.length; index++) {
      const cell = this.#cellOf(places[index] as P)
      cells[index] = cell
      starts[cell + 1] = (starts[cell + 1] as number) + 1
    }
    starts[0] = first
    for (let cell = 1; cell < starts.length; cell++) {
      starts[cell] = (starts[cell] as number) + (starts[cell - 1] as number)
    }
    const next = starts.slice()
    const sorted = places.slice()
    for (let index = 0; index < cells.length; index++) {
      const cell = cells[index] as number
      const at = next[cell] as number
      next[cell] = at + 1
      sorted[at - first] = places[index] as P
    }
    return sorted
  }

  #cellOf({ latitude, longitude }: Point): number {
    const column = this.#cellsIn(normalizedLongitude(longitude) - this.#west)
    return this.#cellsIn(latitude - this.#south) * this.#columns + column
  }

  #cellsIn(degrees: number): number {
    return Math.floor(degrees * this.#perDegree)
  }

  /** Finds the runs that hold every place within so many miles on the sphere, and more; returns twice their number. */
  findRuns(latitude: number, longitude: number, miles: number): number {
    const angle = Math.min(Math.PI, miles / earthRadiusMiles)
    const degrees = angle / radiansPerDegree + padDegrees
    const center = normalizedLongitude(longitude)
    const firstRow = Math.max(0, this.#cellsIn(latitude - degrees - this.#south))
    const lastRow = Math.min(this.#rows - 1, this.#cellsIn(latitude + degrees - this.#south))
    const haversine = Math.sin(angle / 2) ** 2
    const cosine = Math.cos(latitude * radiansPerDegree)

    let end = 0
    for (let row = firstRow; row <= lastRow; row++) {
      const rowSouth = this.#south + row * this.#cell
      const off = Math.max(0, rowSouth - latitude, latitude - rowSouth - this.#cell)
      const half = (off * radiansPerDegree) / 2
      // The haversine formula solved for the longitude, with bounds where they can only widen it.
      const left = Math.max(0, haversine - half * half * (1 - (half * half) / 3))
      const sine = Math.sqrt(left / (cosine * (this.#cosines[row] as number)))
      // Not a number at a pole, where all longitudes meet.
      const spread = sine < 1 ? (2 * Math.asin(sine)) / radiansPerDegree + padDegrees : 180
      if (spread >= 180 - this.#cell) {
        end = this.#addRun(end, row, 0, this.#columns)
        continue
      }
      const west = this.#cellsIn(center - spread - this.#west)
      const east = this.#cellsIn(center + spread - this.#west)
      end = this.#addRun(end, row, west, east)
      if (center - spread < -180) {
        end = this.#addRun(end, row, this.#cellsIn(center - spread + 360 - this.#west), this.#columns)
      }
      if (center + spread >= 180) {
        end = this.#addRun(end, row, 0, this.#cellsIn(center + spread - 360 - this.#west))
      }
    }
    return end
  }

  #addRun(end: number, row: number, west: number, east: number): number {
    const first = Math.max(0, west)
    const last = Math.min(this.#columns - 1, east)
    if (first > last) return end
    const from = this.#starts[row * this.#columns + first] as number
    const to = this.#starts[row * this.#columns + last + 1] as number
    if (from === to) return end
    this.runs[end] = from
    this.runs[end + 1] = to
    return end + 2
  }
}
