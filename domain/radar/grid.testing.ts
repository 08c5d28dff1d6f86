import { cellCount, echoOf, noCoverage, type GridPlace, type RadarGrid } from './grid.ts'

export const smallPlace: GridPlace = { west: -100, north: 40, stepDegrees: 0.02, columns: 240, rows: 200 }

export interface Blob {
  readonly column: number
  readonly row: number
  readonly radiusCells: number
  readonly dbz: number
}

/** Round showers, strongest in the middle and gone at their edge. */
export function gridWith(blobs: readonly Blob[], place = smallPlace): RadarGrid {
  const echoes = new Uint8Array(cellCount(place))
  for (const { column, row, radiusCells, dbz } of blobs) {
    for (let cell = 0; cell < echoes.length; cell++) {
      const [x, y] = [(cell % place.columns) - column, Math.floor(cell / place.columns) - row]
      const radii = Math.hypot(x, y) / radiusCells
      if (radii < 1) echoes[cell] = Math.max(echoes[cell] ?? 0, echoOf(dbz * (1 - 0.6 * radii * radii)))
    }
  }
  return { place, echoes }
}

export function echoCells({ echoes }: RadarGrid): number {
  return echoes.reduce((sum, echo) => sum + (echo !== 0 && echo !== noCoverage ? 1 : 0), 0)
}
