import { isPlace, milesPerKilometre, type Point } from '#domain/geo/distance'
import { metresBetween, type StormMotion } from './storm-motion.ts'

export type Arrival =
  | {
      readonly kind: 'approaching'
      /** Until it is nearest. */
      readonly minutes: number
      readonly nearestMiles: number
    }
  /** It is nearest now, and was nearer before, or stands where it is. */
  | { readonly kind: 'receding' | 'standing'; readonly nearestMiles: number }

/** When a cell that goes on as it does is nearest to a place. Null where an input is missing. */
export function stormArrival(cell: Point, motion: StormMotion, site: Point): Arrival | null {
  if (!isPlace(cell) || !isPlace(site)) return null
  const way = metresBetween(cell, site, (cell.latitude + site.latitude) / 2)
  const { east, north } = motion.vectorMs
  const speedSquared = east * east + north * north
  if (!Number.isFinite(speedSquared)) return null
  const miles = (x: number, y: number) => (Math.hypot(x, y) / 1000) * milesPerKilometre
  if (speedSquared === 0) return { kind: 'standing', nearestMiles: miles(way.east, way.north) }
  const seconds = (way.east * east + way.north * north) / speedSquared
  if (!Number.isFinite(seconds)) return null
  if (seconds < 0) return { kind: 'receding', nearestMiles: miles(way.east, way.north) }
  const nearestMiles = miles(way.east - east * seconds, way.north - north * seconds)
  return { kind: 'approaching', minutes: seconds / 60, nearestMiles }
}
