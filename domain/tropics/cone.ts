import {
  bearingDegrees,
  destination,
  distanceMiles,
  radiansPerDegree,
  type Point,
} from '#domain/geo/distance'
import type { Outline } from '#domain/geo/outline'

/** A point on the forecast track, and how many hours ahead it is. */
export interface ConePoint extends Point {
  readonly leadHours: number
}

const milesPerNauticalMile = 1852 / 1609.344

/**
 * A center's forecast errors in nautical miles, which two in three forecasts do not exceed: the National Hurricane
 * Center's for the Atlantic, from its errors in 2018 to 2022.
 */
const radii: readonly (readonly [leadHours: number, nauticalMiles: number])[] = [
  [0, 0],
  [12, 26],
  [24, 39],
  [36, 53],
  [48, 67],
  [60, 81],
  [72, 99],
  [96, 145],
  [120, 205],
]

/** The cone's radius, interpolated between the center's lead times; constant beyond the last one. */
export function coneRadiusMiles(leadHours: number): number {
  const next = radii.findIndex(([hours]) => hours >= leadHours)
  const [fromHours, from] = radii[Math.max(0, next - 1)] ?? [0, 0]
  const [toHours, to] = radii.at(next) ?? [0, 0]
  const along = toHours === fromHours ? 1 : (leadHours - fromHours) / (toHours - fromHours)
  return (from + (to - from) * Math.min(1, Math.max(0, along))) * milesPerNauticalMile
}

interface Circle extends Point {
  readonly miles: number
}

/** Circles are close enough that their edges merge smoothly. */
const stepHours = 3
const capDegrees = 10
/** A point deeper inside another circle than this is not on the edge. */
const edgeMiles = 0.5

/**
 * The area that circles of growing error sweep along the forecast track, as a closed ring; empty for fewer than two
 * points.
 */
export function coneOf(points: readonly ConePoint[]): Outline {
  const circles = circlesAlong(points)
  if (points.length < 2 || circles.length < 2) return []
  const left: Point[] = []
  const right: Point[] = []
  for (const [index, circle] of circles.entries()) {
    const tangent = tangentAt(circles, index)
    if (!tangent) continue
    left.push(...edgePoint(circles, circle, tangent.heading - tangent.aside))
    right.push(...edgePoint(circles, circle, tangent.heading + tangent.aside))
  }
  const cap = capOf(circles)
  const ring = [...left, ...cap, ...right.toReversed()].map(
    ({ latitude, longitude }) => [longitude, latitude] as const,
  )
  const [first] = ring
  return first ? [...ring, first] : []
}

function circlesAlong(points: readonly ConePoint[]): Circle[] {
  return points.flatMap((to, index) => {
    const from = points[index - 1]
    if (!from) return [{ ...to, miles: coneRadiusMiles(to.leadHours) }]
    const steps = Math.max(1, Math.round((to.leadHours - from.leadHours) / stepHours))
    return Array.from({ length: steps }, (_, step) => {
      const along = (step + 1) / steps
      const between = (one: number, other: number) => one + (other - one) * along
      return {
        latitude: between(from.latitude, to.latitude),
        longitude: between(from.longitude, to.longitude),
        miles: coneRadiusMiles(between(from.leadHours, to.leadHours)),
      }
    })
  })
}

/** The track's direction at a circle, and the offset of the line that touches this circle and the next. */
function tangentAt(circles: readonly Circle[], index: number) {
  const from = circles[Math.max(0, index - 1)]
  const to = circles[Math.min(circles.length - 1, index + 1)]
  const heading = from && to && bearingDegrees(from, to)
  const miles = from && to && distanceMiles(from, to)
  if (heading === undefined || heading === null || !miles) return null
  const growth = (to.miles - from.miles) / miles
  // A circle that grows faster than it moves contains the previous circles, and no line touches both.
  if (Math.abs(growth) >= 1) return null
  return { heading, aside: 90 + Math.asin(growth) / radiansPerDegree }
}

function edgePoint(circles: readonly Circle[], circle: Circle, bearing: number): Point[] {
  const point = destination(circle, bearing, circle.miles)
  return point && isEdge(circles, point) ? [point] : []
}

function isEdge(circles: readonly Circle[], point: Point): boolean {
  return circles.every(each => (distanceMiles(each, point) ?? Infinity) > each.miles - edgeMiles)
}

/** The far end of the last circle, from left to right. */
function capOf(circles: readonly Circle[]): Point[] {
  const last = circles.at(-1)
  const tangent = tangentAt(circles, circles.length - 1)
  if (!last) return []
  const { heading, aside } = tangent ?? { heading: 0, aside: 180 }
  const steps = Math.floor((2 * aside) / capDegrees)
  return Array.from({ length: steps + 1 }, (_, step) => step).flatMap(step =>
    edgePoint(circles, last, heading - aside + (step * 2 * aside) / steps),
  )
}
