import { isKnown, known } from '#domain/units/known'
import type { Hours } from './averages.ts'
import { leastSquares } from './least-squares.ts'

/** Four days of hours predict the eight hours around a time. */
const explaining = 96

/** The maximum share of rows that may lack a target. */
const mostWithout = 0.25

/**
 * Predicts the mean of the eight hours around now, three of which are in the future, from two weeks of hours, oldest
 * first, in ppb. The agency prescribes partial least squares with all components, which equals ordinary least squares.
 * Null if the data allows no prediction.
 */
export function ozoneRegression(hours: Hours): number | null {
  const filled = hours.map((_, hour) => filledHour(hours, hour))
  if (!filled.every(isKnown)) return null
  const row = (hour: number) => [1, ...filled.slice(hour - explaining + 1, hour + 1)]
  const ends = hours.map((_, hour) => hour).slice(explaining - 1)
  const known8 = ends.flatMap(hour => {
    const mean = meanAround(hours, hour)
    return mean === null ? [] : [{ row: row(hour), mean }]
  })
  if (ends.length - known8.length > mostWithout * ends.length) return null
  const weights = leastSquares(
    known8.map(one => one.row),
    known8.map(one => one.mean),
  )
  if (weights === null) return null
  const now = row(hours.length - 1)
  return known(weights.reduce((sum, weight, index) => sum + weight * (now[index] ?? NaN), 0))
}

/** Four hours before, the hour itself and three after; six of these eight must be present. */
function meanAround(hours: Hours, hour: number): number | null {
  if (hour < 4 || hour + 3 >= hours.length) return null
  const there = hours.slice(hour - 4, hour + 4).filter(isKnown)
  return there.length < 6 ? null : there.reduce((sum, value) => sum + value, 0) / there.length
}

/** Fills in a missing hour from at least two measured neighbors, weighted by proximity. */
function filledHour(hours: Hours, hour: number): number | null {
  const own = hours[hour]
  if (isKnown(own)) return own
  for (let reach = 4; reach < hours.length; reach++) {
    let [sum, weights, count] = [0, 0, 0]
    for (let near = Math.max(0, hour - reach); near <= hour + reach; near++) {
      const value = hours[near]
      if (!isKnown(value)) continue
      const weight = 2 ** -Math.abs(near - hour)
      sum += weight * value
      weights += weight
      count++
    }
    if (count >= 2) return sum / weights
  }
  return null
}
