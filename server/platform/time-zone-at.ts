import timeZoneOnMap from '@photostructure/tz-lookup'
import { distanceMiles, type Point } from '#domain/geo/distance'

interface ZonedTown extends Point {
  readonly timeZone: string
  /** No other zone begins within this distance. */
  readonly withinMiles: number
}

/** US towns with more than 5,000 people that the packed map places into the neighboring zone. */
const misplacedTowns: readonly ZonedTown[] = [
  { latitude: 32.66, longitude: -114.58, timeZone: 'America/Phoenix', withinMiles: 5 }, // Yuma, AZ
  { latitude: 48.15, longitude: -103.62, timeZone: 'America/Chicago', withinMiles: 15 }, // Williston, ND
  { latitude: 47.8, longitude: -103.28, timeZone: 'America/Chicago', withinMiles: 15 }, // Watford City, ND
  { latitude: 37.58, longitude: -101.36, timeZone: 'America/Chicago', withinMiles: 14 }, // Ulysses, KS
  { latitude: 46.13, longitude: -67.84, timeZone: 'America/New_York', withinMiles: 2 }, // Houlton, ME
]

/** Returns the IANA zone that clocks at a place follow. Near a border it may be the neighbor's (decision 26). */
export function timeZoneAt(point: Point): string {
  const town = misplacedTowns.find(each => (distanceMiles(each, point) ?? Infinity) <= each.withinMiles)
  return town?.timeZone ?? timeZoneOnMap(point.latitude, point.longitude)
}
