import { earthRadiusMiles, normalizedLongitude, radiansPerDegree, type Point } from './distance.ts'

/**
 * Row height that suits rings of about 30 miles. Columns are narrower, because more columns do not slow down a search.
 */
const finestRowDegrees = 0.25
const columnsPerRow = 2

/** The cell table must not outgrow its content, so a few places far apart get large cells. */
const cellsPerPlace = 4
const fewestCells = 64

/** Rounding must not put a place outside its cell, or a cell outside the cap. */
const padDegrees = 1e-9

/**
 * Cells of equal degrees over the extent of a set of places. Places sorted by cell are in row order, so the places of a
 * row that may lie in a cap (a circle on the globe) form one contiguous run, or two across the antimeridian.
 */
export class CapGrid {
  /** The result of `findRuns`: the start and end of each run. */
  readonly runs: Uint32Array
  readonly #south: number
  readonly #west: number
  readonly #row: number
  /** Rows and columns per degree; exact, because a row is 0.25 degrees times a power of two. */
  readonly #rowsPerDegree: number
  readonly #columnsPerDegree: number
  readonly #rows: number
  readonly #columns: number
  readonly #starts: Uint32Array
  /** The largest secant of the latitudes of each row. */
  readonly #secants: Float64Array

  constructor(places: readonly Point[]) {
    let [south, north, west, east] = [90, -90, 180, -180]
    for (const { latitude, longitude } of places) {
      south = Math.min(south, latitude)
      north = Math.max(north, latitude)
      west = Math.min(west, normalizedLongitude(longitude))
      east = Math.max(east, normalizedLongitude(longitude))
    }
    const most = Math.max(fewestCells, places.length * cellsPerPlace)
    let row = finestRowDegrees
    const rows = () => Math.floor((north - south) / row) + 1
    const columns = () => Math.floor(((east - west) / row) * columnsPerRow) + 1
    while (rows() * columns() > most) row *= 2

    this.#south = south
    this.#west = west
    this.#row = row
    this.#rowsPerDegree = 1 / row
    this.#columnsPerDegree = columnsPerRow / row
    this.#rows = rows()
    this.#columns = columns()
    this.#starts = new Uint32Array(this.#rows * this.#columns + 1)
    this.#secants = Float64Array.from({ length: this.#rows }, (_, index) => {
      const edges = [south + index * row, south + (index + 1) * row]
      const farthest = Math.min(90, Math.max(...edges.map(Math.abs)))
      return 1 / Math.cos(farthest * radiansPerDegree)
    })
    this.runs = new Uint32Array(4 * this.#rows)
  }

  /** Returns the places sorted by cell; the first one gets the number `first`. */
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
    return this.#rowOf(latitude) * this.#columns + this.#columnOf(normalizedLongitude(longitude))
  }

  #rowOf(latitude: number): number {
    return Math.floor((latitude - this.#south) * this.#rowsPerDegree)
  }

  #columnOf(longitude: number): number {
    return Math.floor((longitude - this.#west) * this.#columnsPerDegree)
  }

  /**
   * Finds runs that contain at least every place within this many miles on the sphere; returns twice the number of
   * runs.
   */
  findRuns(latitude: number, longitude: number, miles: number): number {
    const angle = Math.min(Math.PI, miles / earthRadiusMiles)
    const degrees = angle / radiansPerDegree + padDegrees
    const center = normalizedLongitude(longitude)
    const firstRow = Math.max(0, this.#rowOf(latitude - degrees))
    const lastRow = Math.min(this.#rows - 1, this.#rowOf(latitude + degrees))
    const haversine = Math.sin(angle / 2) ** 2
    const secant = 1 / Math.cos(latitude * radiansPerDegree)

    let end = 0
    for (let row = firstRow; row <= lastRow; row++) {
      const south = this.#south + row * this.#row
      const off = Math.max(0, south - latitude, latitude - south - this.#row)
      const half = (off * radiansPerDegree) / 2
      // The haversine formula solved for the longitude, clamped where clamping can only widen the range.
      const left = Math.max(0, haversine - half * half * (1 - (half * half) / 3))
      const spread = padDegrees + spreadDegrees(Math.sqrt(left * secant * (this.#secants[row] as number)))
      if (spread >= 180 - this.#row) {
        end = this.#addRun(end, row, 0, this.#columns)
        continue
      }
      const [west, east] = [center - spread, center + spread]
      end = this.#addRun(end, row, this.#columnOf(west), this.#columnOf(east))
      if (west < -180) end = this.#addRun(end, row, this.#columnOf(west + 360), this.#columns)
      if (east >= 180) end = this.#addRun(end, row, 0, this.#columnOf(east - 360))
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

/**
 * Twice the arc sine, or slightly more, because an upper bound for small sines is cheaper. At a pole, all longitudes.
 */
function spreadDegrees(sine: number): number {
  if (sine < 0.5) return (2 / radiansPerDegree) * sine * (1 + 0.19 * sine * sine)
  return sine < 1 ? (2 / radiansPerDegree) * Math.asin(sine) : 180
}
