import type { Outline } from '#domain/advisories/advisory'
import type { Point } from '#domain/geo/distance'
import { roundedSample } from './stations/station-samples.ts'
import { cosDegrees, milesPerDegree, milesPerDegreeEast, sinDegrees } from './weather/plane.ts'
import type { StormCell } from './world.ts'

/** Returns a closed ring, counterclockwise as maps need it, in hundredths of a degree, as the service rounds. */
function ringOf(points: readonly Point[]): Outline {
  const ring = points.map(
    ({ latitude, longitude }) => [roundedSample(longitude, 2), roundedSample(latitude, 2)] as const,
  )
  const doubledArea = ring.reduce((sum, [x, y], index) => {
    const [nextX, nextY] = ring[(index + 1) % ring.length] ?? [x, y]
    return sum + x * nextY - nextX * y
  }, 0)
  const turned = doubledArea < 0 ? ring.toReversed() : ring
  return [...turned, ...turned.slice(0, 1)]
}

/** Returns the place at this distance. */
export function moved({ latitude, longitude }: Point, northMiles: number, eastMiles: number): Point {
  return {
    latitude: latitude + northMiles / milesPerDegree,
    longitude: longitude + eastMiles / milesPerDegreeEast(latitude),
  }
}

/** Returns an outline from just behind a cell to where it will be, and wider there, because its path is uncertain. */
export function pathOutline(cell: StormCell, hours: number, widthRadii: number): Outline {
  const [sin, cos] = [sinDegrees(cell.headingDegrees), cosDegrees(cell.headingDegrees)]
  const aheadMiles = cell.speedMph * hours
  const startWidth = widthRadii * cell.radiusMiles
  const endWidth = startWidth + 0.22 * aheadMiles
  const at = (along: number, right: number) =>
    moved(cell, along * cos - right * sin, along * sin + right * cos)
  return ringOf([
    at(-1.3 * cell.radiusMiles, -0.7 * startWidth),
    at(-1.3 * cell.radiusMiles, 0.7 * startWidth),
    at(0, startWidth),
    at(aheadMiles + cell.radiusMiles, endWidth),
    at(aheadMiles + 1.5 * cell.radiusMiles, 0),
    at(aheadMiles + cell.radiusMiles, -endWidth),
    at(0, -startWidth),
  ])
}

/** Returns an outline around a place, with bends like a county's edge. */
export function areaOutline(place: Point, miles: number): Outline {
  const bends = [1, 0.86, 1.05, 0.92, 1.08, 0.88, 0.97, 1.1, 0.9]
  return ringOf(
    bends.map((bend, index) => {
      const degrees = (index * 360) / bends.length
      return moved(place, miles * bend * cosDegrees(degrees), miles * bend * sinDegrees(degrees))
    }),
  )
}
