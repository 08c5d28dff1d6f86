import type { Point } from './distance.ts'

/** A closed ring of [longitude, latitude], first and last the same. */
export type Outline = readonly (readonly [longitude: number, latitude: number])[]

/** Whether a place is inside an outline. The edge counts as inside, so that no one is narrowly missed. */
export function isInside(point: Point, outline: Outline): boolean {
  let inside = false
  for (let corner = 1; corner < outline.length; corner++) {
    const side = sideOf(point, outline, corner)
    if (side === 'on it') return true
    if (side === 'west of it') inside = !inside
  }
  return inside
}

/** The position of a place relative to the edge that ends in a corner; edges at other latitudes are skipped. */
export function sideOf(
  { latitude, longitude }: Point,
  outline: Outline,
  corner: number,
): 'on it' | 'west of it' | 'elsewhere' {
  const from = outline[corner - 1]
  const to = outline[corner]
  if (!from || !to) return 'elsewhere'
  if (isOnEdge(longitude, latitude, from, to)) return 'on it'
  if (from[1] > latitude === to[1] > latitude) return 'elsewhere'
  const atLongitude = from[0] + ((latitude - from[1]) / (to[1] - from[1])) * (to[0] - from[0])
  return longitude < atLongitude ? 'west of it' : 'elsewhere'
}

function isOnEdge(
  x: number,
  y: number,
  [fromX, fromY]: readonly [number, number],
  [toX, toY]: readonly [number, number],
): boolean {
  const aside = (x - fromX) * (toY - fromY) - (y - fromY) * (toX - fromX)
  if (Math.abs(aside) > 1e-9) return false
  const along = (x - fromX) * (x - toX) + (y - fromY) * (y - toY)
  return along <= 0
}

/** The bounding box of outlines, to exclude distant places quickly. Null without any outline. */
export interface Box {
  readonly west: number
  readonly east: number
  readonly south: number
  readonly north: number
}

export function boxAround(outlines: readonly Outline[]): Box | null {
  let [west, east, south, north] = [Infinity, -Infinity, Infinity, -Infinity]
  // Handled one by one, because a coastline has more corners than a call can take as arguments.
  for (const outline of outlines) {
    for (const [longitude, latitude] of outline) {
      west = Math.min(west, longitude)
      east = Math.max(east, longitude)
      south = Math.min(south, latitude)
      north = Math.max(north, latitude)
    }
  }
  return west === Infinity ? null : { west, east, south, north }
}

export function isInBox({ latitude, longitude }: Point, { west, east, south, north }: Box): boolean {
  return longitude >= west && longitude <= east && latitude >= south && latitude <= north
}
