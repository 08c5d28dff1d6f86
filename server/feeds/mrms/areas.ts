import { inContinentalUs } from '#domain/geo/continental-us'
import { isInArea, type AreaBox } from '#domain/geo/area'
import type { Point } from '#domain/geo/distance'
import type { GridPlace } from '#domain/radar/grid'
import type { AreaFolder } from './parse-listing.ts'

/** The MRMS areas outside the contiguous United States, and the locations that each is fetched for. */
export const mrmsAreas: Readonly<Record<AreaFolder, { readonly name: string; readonly box: AreaBox }>> = {
  ALASKA: { name: 'Alaska', box: { kind: 'box', south: 50, west: -176, north: 72, east: -126 } },
  HAWAII: { name: 'Hawaii', box: { kind: 'box', south: 15, west: -164, north: 26, east: -151 } },
  CARIB: { name: 'the Caribbean', box: { kind: 'box', south: 10, west: -90, north: 25, east: -60 } },
  GUAM: { name: 'Guam', box: { kind: 'box', south: 9, west: 140, north: 18, east: 150 } },
}

/**
 * One image for all areas, from Guam to the Caribbean, in cells of about three miles. That makes as many cells as the
 * image of the contiguous United States has. Outside the areas there is no coverage.
 */
export const areasPlace: GridPlace = {
  west: 140,
  north: 72,
  stepDegrees: 0.05,
  columns: 3200,
  rows: 1260,
}

/** Returns the areas that contain a location; none in the contiguous United States, which has its own images. */
export function areasAt(place: Point): AreaFolder[] {
  if (inContinentalUs(place.latitude, place.longitude)) return []
  return (Object.keys(mrmsAreas) as AreaFolder[]).filter(folder => isInArea(mrmsAreas[folder].box, place))
}
