import { latitudeOf, longitudeOf } from '#domain/geo/mercator'
import { finerPart } from '#domain/radar/finer'
import { columnAt, rowAt, type RadarGrid } from '#domain/radar/grid'
import type { MapView } from './drawable.ts'

/** Cells this large on the screen would look like what they are: blocks of one intensity, a mile and a half wide. */
const finerFromPixels = 5
/** The size of finer cells. Large enough to be smoothed (`smoothFromPixels`): smaller ones would appear as dots. */
const finerPixels = 2.05
const mostTimes = 8
/** A margin around the view, for smoothing across its edge. */
const marginCells = 2

/** For a simulated sky at close range, the part in view at a finer cell size; otherwise the grid itself. */
export function closeUp(grid: RadarGrid, { bounds, width }: MapView): RadarGrid {
  const { place, grain } = grid
  const [west, east] = [longitudeOf(bounds.west), longitudeOf(bounds.east)]
  const cellPixels = (place.stepDegrees * width) / (east - west)
  if (grain === undefined || cellPixels < finerFromPixels) return grid
  const left = Math.floor(columnAt(place, west)) - marginCells
  const right = Math.ceil(columnAt(place, east)) + marginCells
  const top = Math.floor(rowAt(place, latitudeOf(bounds.north))) - marginCells
  const bottom = Math.ceil(rowAt(place, latitudeOf(bounds.south))) + marginCells
  // Near its edges the grid is drawn unchanged, because there is no data beyond them.
  if (left < 0 || top < 0 || right > place.columns || bottom > place.rows || right <= left) return grid
  const times = Math.min(mostTimes, Math.max(2, Math.floor(cellPixels / finerPixels)))
  return finerPart(grid, { left, top, columns: right - left, rows: bottom - top }, times)
}
