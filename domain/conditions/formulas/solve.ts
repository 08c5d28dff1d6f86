/** After this many halvings, any interval of weather values is narrower than a double can resolve. */
const halvings = 60

/**
 * Finds where a monotonic function crosses zero by bisection: slower than following slopes, but it never diverges. Null
 * if the ends do not enclose a zero.
 */
export function rootBetween(low: number, high: number, height: (x: number) => number): number | null {
  const atLow = height(low)
  const atHigh = height(high)
  if (atLow === 0) return low
  if (atHigh === 0) return high
  if (Number.isNaN(atLow) || Number.isNaN(atHigh) || atLow > 0 === atHigh > 0) return null
  let [before, after] = [low, high]
  for (let step = 0; step < halvings; step++) {
    const middle = (before + after) / 2
    if (height(middle) > 0 === atLow > 0) before = middle
    else after = middle
  }
  return (before + after) / 2
}
