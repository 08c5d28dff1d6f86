import type { Station } from '#domain/conditions/reading'
import type { Point } from '#domain/geo/distance'

/** The service returns at most this many rows. */
const mostAirports = 400
const nearest = 3
/** Places within a quarter of a degree of each other have the same airports. */
const cellsPerDegree = 4
const mostCells = 400

const radiansPerDegree = Math.PI / 180

/** Returns a number that grows with a station's distance, accurate enough to compare two. */
function farness(from: Point, to: Point): number {
  const north = to.latitude - from.latitude
  const around = Math.abs(to.longitude - from.longitude)
  const east = Math.min(around, 360 - around) * Math.cos(from.latitude * radiansPerDegree)
  return north * north + east * east
}

/** Returns the codes of the airports nearest to people's places, in alphabetical order. */
export function airportsNear(places: Iterable<Point>, stations: readonly Station[]): string[] {
  const cells = new Map<string, Point>()
  for (const place of places) {
    const key = `${Math.round(place.latitude * cellsPerDegree)} ${Math.round(place.longitude * cellsPerDegree)}`
    if (!cells.has(key)) cells.set(key, place)
    if (cells.size === mostCells) break
  }
  // Ranks each place's nearest airport before any place's second nearest.
  const ranked = [...cells.values()].map(place =>
    stations
      .map(({ id, latitude, longitude }) => ({ id, far: farness(place, { latitude, longitude }) }))
      .sort((one, other) => one.far - other.far)
      .slice(0, nearest),
  )
  const ids = new Set<string>()
  for (let rank = 0; rank < nearest; rank++)
    for (const airports of ranked) {
      const airport = airports[rank]
      if (airport && ids.size < mostAirports) ids.add(airport.id)
    }
  return [...ids].sort()
}
