import {
  bearingDegrees,
  distanceMiles,
  milesPerKilometre,
  radiansPerDegree,
  type Point,
} from '#domain/geo/distance'
import { isKnown } from '#domain/units/known'
import type { StormMotion } from './storm-motion.ts'

export type Arrival =
  | {
      readonly kind: 'approaching'
      /** Minutes until the closest approach. */
      readonly minutes: number
      readonly nearestMiles: number
    }
  /** The storm is moving away or stationary, so it is at its closest now. */
  | { readonly kind: 'receding' | 'standing'; readonly nearestMiles: number }

/** When a cell is closest to a place, if it keeps its course. Null if an input is missing. */
export function arrivalOfStorm(cell: Point, motion: StormMotion, site: Point): Arrival | null {
  const miles = distanceMiles(cell, site)
  const milesPerMinute = motionMilesPerMinute(motion)
  if (miles === null || !isKnown(milesPerMinute) || !isKnown(motion.headingToDegrees)) return null
  if (milesPerMinute === 0) return { kind: 'standing', nearestMiles: miles }
  // Directly overhead there is no bearing, and 0 will do.
  const astray = ((bearingDegrees(cell, site) ?? 0) - motion.headingToDegrees) * radiansPerDegree
  const minutes = (miles * Math.cos(astray)) / milesPerMinute
  if (!isKnown(minutes)) return null
  if (minutes < 0) return { kind: 'receding', nearestMiles: miles }
  return { kind: 'approaching', minutes, nearestMiles: miles * Math.abs(Math.sin(astray)) }
}

/** Minutes until an approaching cell crosses a circle around the place; 0 if it is inside, null if it passes by. */
export function minutesToCircle(arrival: Arrival, motion: StormMotion, radiusMiles: number): number | null {
  if (arrival.kind !== 'approaching' || arrival.nearestMiles > radiusMiles) return null
  const halfChord = Math.sqrt(radiusMiles ** 2 - arrival.nearestMiles ** 2)
  return Math.max(0, arrival.minutes - halfChord / motionMilesPerMinute(motion))
}

function motionMilesPerMinute({ speedMs }: StormMotion): number {
  return ((speedMs * 60) / 1000) * milesPerKilometre
}
