import type { Point } from './distance.ts'
import { boxAround, isInBox, sideOf, type Box, type Outline } from './outline.ts'

/** Anything with an area: an alert, a zone. */
export interface Outlined {
  readonly outlines: readonly Outline[]
}

/** `isInside` counts an edge as inside and allows for rounding, so points this close to an edge may be on it. */
const edgeDegrees = 3e-5
const cellsPerDegree = 2
/** An outline that covers more cells than this is not indexed but checked for every point. */
const mostCells = 4000
/** Target number of edges per latitude band. */
const edgesPerBand = 8
const mostBands = 512

/** Edges grouped into latitude bands, because only the edges in a place's band matter for the place. */
interface Bands {
  readonly count: number
  readonly perDegree: number
  /** Where each band's edges start in the list; each edge is identified by the corner at which it ends. */
  readonly starts: Uint32Array
  readonly edges: Uint32Array
}

interface Shape {
  readonly outline: Outline
  readonly box: Box
  /** Computed when a point first lies in the box, which never happens for most outlines. */
  bands: Bands | null
}

function shapeOf(outline: Outline): Shape | null {
  const box = boxAround([outline])
  if (!box) return null
  return {
    outline,
    box: {
      west: box.west - edgeDegrees,
      east: box.east + edgeDegrees,
      south: box.south - edgeDegrees,
      north: box.north + edgeDegrees,
    },
    bands: null,
  }
}

function bandsOf({ outline, box: { south, north } }: Shape): Bands {
  const count = Math.max(1, Math.min(mostBands, Math.floor(outline.length / edgesPerBand)))
  const perDegree = count / (north - south)
  const bandAt = (latitude: number) =>
    Math.max(0, Math.min(count - 1, Math.floor((latitude - south) * perDegree)))
  /** The first and last band that an edge touches. */
  const reach = (corner: number): [number, number] => {
    const [from, to] = [outline[corner - 1]?.[1] ?? south, outline[corner]?.[1] ?? south]
    return [bandAt(Math.min(from, to) - edgeDegrees), bandAt(Math.max(from, to) + edgeDegrees)]
  }
  const starts = new Uint32Array(count + 1)
  for (let corner = 1; corner < outline.length; corner++) {
    const [first, last] = reach(corner)
    for (let band = first; band <= last; band++) starts[band + 1] = (starts[band + 1] ?? 0) + 1
  }
  for (let band = 0; band < count; band++) starts[band + 1] = (starts[band + 1] ?? 0) + (starts[band] ?? 0)
  const edges = new Uint32Array(starts[count] ?? 0)
  const next = starts.slice()
  for (let corner = 1; corner < outline.length; corner++) {
    const [first, last] = reach(corner)
    for (let band = first; band <= last; band++) {
      edges[next[band] ?? 0] = corner
      next[band] = (next[band] ?? 0) + 1
    }
  }
  return { count, perDegree, starts, edges }
}

/** Returns the same result as `isInside` for the whole outline. */
function isInShape(point: Point, shape: Shape): boolean {
  if (!isInBox(point, shape.box)) return false
  const { count, perDegree, starts, edges } = (shape.bands ??= bandsOf(shape))
  const band = Math.min(count - 1, Math.floor((point.latitude - shape.box.south) * perDegree))
  let inside = false
  for (let at = starts[band] ?? 0; at < (starts[band + 1] ?? 0); at++) {
    const side = sideOf(point, shape.outline, edges[at] ?? 0)
    if (side === 'on it') return true
    if (side === 'west of it') inside = !inside
  }
  return inside
}

interface Placed<Entry> {
  readonly entry: Entry
  readonly order: number
  readonly shape: Shape
}

/** The same outlines recur in every list, so their bands are computed only once. */
const shapes = new WeakMap<Outline, Shape | null>()

function knownShape(outline: Outline): Shape | null {
  let shape = shapes.get(outline)
  if (shape === undefined) {
    shape = shapeOf(outline)
    shapes.set(outline, shape)
  }
  return shape
}

const cellOf = (degrees: number) => Math.floor(degrees * cellsPerDegree)
const keyOf = (row: number, column: number) => row * 4096 + column

/**
 * Finds the areas that contain a place, among hundreds of areas with thousands of corners, for each of 100,000 places.
 */
export class OutlineIndex<Entry extends Outlined> {
  readonly #cells = new Map<number, Placed<Entry>[]>()
  readonly #everywhere: Placed<Entry>[] = []

  constructor(entries: readonly Entry[]) {
    for (const [order, entry] of entries.entries()) {
      for (const outline of entry.outlines) {
        const shape = knownShape(outline)
        if (shape) this.#add({ entry, order, shape })
      }
    }
  }

  #add(placed: Placed<Entry>) {
    const { west, east, south, north } = placed.shape.box
    const [firstRow, lastRow] = [cellOf(south), cellOf(north)]
    const [firstColumn, lastColumn] = [cellOf(west), cellOf(east)]
    if ((lastRow - firstRow + 1) * (lastColumn - firstColumn + 1) > mostCells) {
      this.#everywhere.push(placed)
      return
    }
    for (let row = firstRow; row <= lastRow; row++) {
      for (let column = firstColumn; column <= lastColumn; column++) {
        const key = keyOf(row, column)
        const cell = this.#cells.get(key)
        if (cell) cell.push(placed)
        else this.#cells.set(key, [placed])
      }
    }
  }

  /** The entries whose area contains a place, in their original order. */
  at(point: Point): Entry[] {
    const cell = this.#cells.get(keyOf(cellOf(point.latitude), cellOf(point.longitude)))
    const found: Placed<Entry>[] = []
    for (const near of [cell, this.#everywhere]) {
      for (const placed of near ?? []) {
        if (found.some(({ order }) => order === placed.order)) continue
        if (isInShape(point, placed.shape)) found.push(placed)
      }
    }
    return found.sort((one, other) => one.order - other.order).map(({ entry }) => entry)
  }
}
