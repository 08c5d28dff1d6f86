import { isKnown, known } from './known.ts'

/** Up to this value a double represents every whole unit; beyond it, there is nothing to round. */
const countable = Number.MAX_SAFE_INTEGER

/** Rounds to a whole number, halves up: -24.5 becomes -24, as in the wind-chill chart. */
export function rounded(value: number | null): number | null {
  return roundedTo(value, 0)
}

/** Rounds to this many decimals, halves up. */
export function roundedTo(value: number | null, decimals: number): number | null {
  if (!isKnown(value)) return null
  const scale = 10 ** decimals
  const scaled = value * scale
  if (!(Math.abs(scaled) < countable)) return value
  // Limited to fifteen significant digits, because 1.005 is slightly less in binary and would be rounded down.
  return known(Math.floor(Number(scaled.toPrecision(15)) + 0.5) / scale)
}

/**
 * Truncates to whole units, of which this many make one: ten for tenths, a thousand for ppm to ppb. Returns units,
 * because a tenth has no exact binary form, and allows a tolerance of a millionth, because the mean of twelve times
 * 12.1 is 12.099999999999996.
 */
export function wholeUnits(value: number | null, unitsPerOne: number): number | null {
  return isKnown(value) ? known(Math.floor(value * unitsPerOne + 1e-6)) : null
}

/** Truncates to a step of one of these units. */
export function truncatedTo(value: number | null, unitsPerOne: number): number | null {
  const units = wholeUnits(value, unitsPerOne)
  return units === null ? null : units / unitsPerOne
}
