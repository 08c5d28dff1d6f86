import { milesPerDegree, milesPerDegreeEast } from './plane.ts'

/** The boxes in which storm cells are born: two degrees wide, over the continental US and its surroundings. */

export const boxDegrees = 2
const south = 22
const west = -128
const rows = 15
const columns = 33

export const boxCount = rows * columns
export const allBoxes: readonly number[] = Array.from({ length: boxCount }, (_, box) => box)

export function boxCorner(box: number): { south: number; west: number } {
  return { south: south + boxDegrees * Math.floor(box / columns), west: west + boxDegrees * (box % columns) }
}

/** The farthest that a cell's echo can be from where the cell was born; `cells.test.ts` checks this. */
export const longestReachMiles = 125

/**
 * Returns the boxes from which a cell can have come to a place. One row on each side exceeds the longest reach; columns
 * are narrower, in the north by half, so two are needed.
 */
export function boxesAround(latitude: number, longitude: number): number[] {
  const row = Math.floor((latitude - south) / boxDegrees)
  const column = Math.floor((longitude - west) / boxDegrees)
  const found: number[] = []
  for (let r = Math.max(0, row - 1); r <= Math.min(rows - 1, row + 1); r++) {
    for (let c = Math.max(0, column - 2); c <= Math.min(columns - 1, column + 2); c++) {
      found.push(r * columns + c)
    }
  }
  return found
}

/** Returns the boxes for one place alone: about half as many. */
export function boxesWithinReach(latitude: number, longitude: number): number[] {
  const northDegrees = longestReachMiles / milesPerDegree
  const eastDegrees = longestReachMiles / milesPerDegreeEast(Math.abs(latitude) + northDegrees)
  const firstRow = Math.max(0, Math.floor((latitude - northDegrees - south) / boxDegrees))
  const lastRow = Math.min(rows - 1, Math.floor((latitude + northDegrees - south) / boxDegrees))
  const firstColumn = Math.max(0, Math.floor((longitude - eastDegrees - west) / boxDegrees))
  const lastColumn = Math.min(columns - 1, Math.floor((longitude + eastDegrees - west) / boxDegrees))
  const found: number[] = []
  for (let r = firstRow; r <= lastRow; r++) {
    for (let c = firstColumn; c <= lastColumn; c++) found.push(r * columns + c)
  }
  return found
}

/** Returns a place's tile. Places with the same tile have the same boxes around them. */
export function tileOf(latitude: number, longitude: number): number {
  return Math.floor((latitude - south) / boxDegrees) * 1000 + Math.floor((longitude - west) / boxDegrees)
}
