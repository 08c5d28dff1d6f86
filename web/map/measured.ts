import { distanceMiles, type Point } from '#domain/geo/distance'

/** Returns the length of the path through all points, in the order they were set. */
export function measuredMiles(points: readonly Point[]): number {
  return points.slice(1).reduce((sum, point, index) => {
    const from = points[index]
    return sum + ((from && distanceMiles(from, point)) ?? 0)
  }, 0)
}

/** Below ten miles, hundredths matter. */
export function measuredWords(points: readonly Point[]): string {
  const miles = measuredMiles(points)
  return `${miles < 10 ? miles.toFixed(2) : miles.toFixed(1)} miles`
}
