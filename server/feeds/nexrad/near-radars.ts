import { distanceMiles, type Point } from '#domain/geo/distance'
import { usRadars } from '#domain/radar/us-radars'

/** As far as a radar's algorithms see storms. */
const reachMiles = 143
/** The second one sees what the first one stands in, and stands in for it when it is down. */
const nearest = 2

export const radarNames = usRadars.map(([name]) => name)

/** Where a radar of the weather service is; undefined where there is none of this name. */
export function radarPlace(name: string): Point | undefined {
  const found = usRadars.find(([id]) => id === name)
  return found && { latitude: found[1], longitude: found[2] }
}

/** The radars that list the storms around a place, the nearest first. */
export function radarsNear(place: Point): string[] {
  return usRadars
    .map(([name, latitude, longitude]) => ({
      name,
      miles: distanceMiles(place, { latitude, longitude }) ?? Infinity,
    }))
    .filter(({ miles }) => miles <= reachMiles)
    .toSorted((one, other) => one.miles - other.miles)
    .slice(0, nearest)
    .map(({ name }) => name)
}
