import { milesPerKilometre, radiansPerDegree, type Point } from '#domain/geo/distance'
import { columnAt, dbzOf, noCoverage, rowAt, type RadarGrid } from './grid.ts'

/** What an image shows around a place. */
export interface EchoAround {
  readonly validMs: number
  /** The strongest echo; null if there is none. */
  readonly strongestDbz: number | null
  /** Whether radar covers everything around the place. */
  readonly isSeen: boolean
}

const milesPerDegree = 111.195 * milesPerKilometre

/** The strongest echo in the cells within a distance of a place. There is no coverage beyond the grid. */
export function echoAround(
  { place, echoes }: RadarGrid,
  { latitude, longitude }: Point,
  radiusMiles: number,
): Pick<EchoAround, 'strongestDbz' | 'isSeen'> {
  const highCells = radiusMiles / milesPerDegree / place.stepDegrees
  // At the poles every longitude is near, but there are no radars.
  const wideCells = highCells / Math.max(0.01, Math.cos(latitude * radiansPerDegree))
  const [column, row] = [columnAt(place, longitude), rowAt(place, latitude)]
  const [left, right] = [Math.floor(column - wideCells), Math.floor(column + wideCells)]
  const [top, bottom] = [Math.floor(row - highCells), Math.floor(row + highCells)]
  const isInside = left >= 0 && right < place.columns && top >= 0 && bottom < place.rows
  if (!isInside) return { strongestDbz: null, isSeen: false }
  let strongest = 0
  let isSeen = true
  for (let y = top; y <= bottom; y++) {
    for (let x = left; x <= right; x++) {
      const echo = echoes[y * place.columns + x] ?? noCoverage
      if (echo === noCoverage) isSeen = false
      else if (echo > strongest) strongest = echo
    }
  }
  return { strongestDbz: dbzOf(strongest), isSeen }
}
