import { inContinentalUs } from './continental-us.ts'
import { earthRadiusMiles, isPlace, normalizedLongitude, radiansPerDegree, type Point } from './distance.ts'

/** Its edges belong to it. One whose west lies east of its east crosses the antimeridian. */
export interface AreaBox {
  readonly kind: 'box'
  readonly south: number
  readonly west: number
  readonly north: number
  readonly east: number
}

/** Where a source sees everything. */
export type Area = { readonly kind: 'continental-us' } | { readonly kind: 'world' } | AreaBox

/** On the globe a mile may be more of a degree than on the sphere, by less than this. */
const globeExcess = 1.006

/**
 * Whether an area contains a place and everything within some miles of it. What makes no sense is in no area.
 * Networks that see a country see past its borders, so that of the continental United States the place alone counts;
 * a box is as far as its source sees.
 */
export function isInArea(area: Area, place: Point, aroundMiles = 0): boolean {
  if (!isPlace(place)) return false
  switch (area.kind) {
    case 'world':
      return true
    case 'continental-us':
      return inContinentalUs(place.latitude, normalizedLongitude(place.longitude))
    case 'box':
      return isInBox(area, place, aroundMiles)
  }
}

function isInBox({ south, west, north, east }: AreaBox, { latitude, longitude }: Point, aroundMiles: number) {
  const angle = (aroundMiles * globeExcess) / earthRadiusMiles
  const up = angle / radiansPerDegree
  if (!(latitude - up >= south && latitude + up <= north)) return false
  const width = east > west ? east - west : east - west + 360
  if (width >= 360) return true
  // No pole is within reach, since none lies inside the box: the circle has a widest parallel.
  const sideways = Math.asin(Math.sin(angle) / Math.cos(latitude * radiansPerDegree)) / radiansPerDegree
  const fromWest = (((longitude - west) % 360) + 360) % 360
  return fromWest - sideways >= 0 && fromWest + sideways <= width
}

const degrees = (value: number, positive: string, negative: string) =>
  value === 0 ? '0°' : `${Math.abs(value)}° ${value > 0 ? positive : negative}`

/** As it stands in a list. */
export function areaName(area: Area): string {
  switch (area.kind) {
    case 'continental-us':
      return 'Continental United States'
    case 'world':
      return 'Whole world'
    case 'box': {
      const { south, west, north, east } = area
      const [from, to] = [degrees(south, 'N', 'S'), degrees(north, 'N', 'S')]
      return `${from} to ${to}, ${degrees(west, 'E', 'W')} to ${degrees(east, 'E', 'W')}`
    }
  }
}
