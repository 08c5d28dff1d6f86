import { distanceMiles, type Point } from '#domain/geo/distance'
import { usRadars } from '#domain/radar/us-radars'

/** The range within which a radar's algorithms see storms. */
const reachMiles = 143
/** The second radar covers the first one's cone of silence, and replaces it when it is down. */
const nearest = 2

export const radarNames = usRadars.map(([name]) => name)

/** Returns the location of a weather service radar; undefined if no radar has this name. */
export function radarPlace(name: string): Point | undefined {
  const found = usRadars.find(([id]) => id === name)
  return found && { latitude: found[1], longitude: found[2] }
}

/** Returns the radars that list the storms around a place, nearest first. */
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
