import { inContinentalUs } from './continental-us.ts'
import { earthRadiusMiles, isPlace, normalizedLongitude, radiansPerDegree, type Point } from './distance.ts'

/** Edges are included. A box whose west is east of its east crosses the antimeridian. */
export interface AreaBox {
  readonly kind: 'box'
  readonly south: number
  readonly west: number
  readonly north: number
  readonly east: number
}

/** The area in which a source detects everything. */
export type Area = { readonly kind: 'continental-us' } | { readonly kind: 'world' } | AreaBox

/** A mile may span more degrees on the ellipsoid than on the sphere, but by less than this factor. */
const globeExcess = 1.006

/**
 * Whether an area contains a place and everything within a distance of it. Invalid input is in no area. Networks that
 * cover a country also detect strikes beyond its borders, so for the continental United States only the place itself is
 * checked; a box is exactly as large as its source's range.
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
  // No pole is within reach, because none lies inside the box, so the circle has a widest parallel.
  const sideways = Math.asin(Math.sin(angle) / Math.cos(latitude * radiansPerDegree)) / radiansPerDegree
  const fromWest = (((longitude - west) % 360) + 360) % 360
  return fromWest - sideways >= 0 && fromWest + sideways <= width
}

const degrees = (value: number, positive: string, negative: string) =>
  value === 0 ? '0°' : `${Math.abs(value)}° ${value > 0 ? positive : negative}`

/** The name shown in lists. */
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
