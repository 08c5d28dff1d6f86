import type { RingArrivalShape, SeenStorm } from '#contract/weather/storms'
import { radiansPerDegree } from '#domain/geo/distance'
import { forecastMinutes } from '#domain/radar/storm-motion'
import { ringReach } from '#web/screens/home/dashboard/lightning/ring-scale.ts'

export interface Spot {
  readonly x: number
  readonly y: number
}

/** The picture's size, measured from its center. */
export const edge = 126

/** The share of the width that stays free around the storm. */
const marginShare = 1.1

/** Returns the picture's units per mile, so that all rings and the storm fit. */
export function milesScale(rings: readonly RingArrivalShape[], storm: SeenStorm): number {
  const widest = Math.max(0, ...rings.map(ring => ring.radiusMiles))
  return ringReach / Math.max(widest, storm.distanceMiles * marginShare, 1)
}

/** Returns the spot at this angle, clockwise from north, and this distance. North is up. */
function away(from: Spot, degrees: number, length: number): Spot {
  const turn = degrees * radiansPerDegree
  return { x: from.x + Math.sin(turn) * length, y: from.y - Math.cos(turn) * length }
}

export function spotOf({ bearingDegrees, distanceMiles }: SeenStorm, scale: number): Spot {
  return away({ x: 0, y: 0 }, bearingDegrees ?? 0, distanceMiles * scale)
}

/** Returns the storm's position in 15, 30, 45 and 60 minutes, if its movement is known. */
export function trackOf(storm: SeenStorm, scale: number): Spot[] {
  const { speedMph, headingDegrees } = storm
  if (speedMph === null || headingDegrees === null) return []
  const start = spotOf(storm, scale)
  return forecastMinutes.map(minutes => away(start, headingDegrees, ((speedMph * minutes) / 60) * scale))
}

export function isInPicture({ x, y }: Spot): boolean {
  return Math.abs(x) < edge && Math.abs(y) < edge
}
