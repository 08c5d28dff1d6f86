import type { Point } from './distance.ts'

/** A closed ring of [longitude, latitude], first and last the same. */
export type Outline = readonly (readonly [longitude: number, latitude: number])[]

/** Whether a place lies inside an outline. On its edge counts as inside: nobody is left out by a hair. */
export function isInside({ latitude, longitude }: Point, outline: Outline): boolean {
  let inside = false
  for (let index = 1; index < outline.length; index++) {
    const from = outline[index - 1]
    const to = outline[index]
    if (!from || !to) continue
    if (isOnEdge(longitude, latitude, from, to)) return true
    const crosses = from[1] > latitude !== to[1] > latitude
    if (!crosses) continue
    const atLongitude = from[0] + ((latitude - from[1]) / (to[1] - from[1])) * (to[0] - from[0])
    if (longitude < atLongitude) inside = !inside
  }
  return inside
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

/** The box around outlines, to tell quickly what lies far away. Null for no outline at all. */
export interface Box {
  readonly west: number
  readonly east: number
  readonly south: number
  readonly north: number
}

export function boxAround(outlines: readonly Outline[]): Box | null {
  const points = outlines.flat()
  if (points.length === 0) return null
  const longitudes = points.map(([longitude]) => longitude)
  const latitudes = points.map(([, latitude]) => latitude)
  return {
    west: Math.min(...longitudes),
    east: Math.max(...longitudes),
    south: Math.min(...latitudes),
    north: Math.max(...latitudes),
  }
}

export function isInBox({ latitude, longitude }: Point, { west, east, south, north }: Box): boolean {
  return longitude >= west && longitude <= east && latitude >= south && latitude <= north
}
