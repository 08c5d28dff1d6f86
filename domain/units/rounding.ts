import { isKnown, known } from './known.ts'

/** Up to here a double still counts whole units; beyond, there is nothing to round. */
const countable = Number.MAX_SAFE_INTEGER

/** To the whole number, halves up: -24.5 becomes -24, as the wind-chill chart has it. */
export function rounded(value: number | null): number | null {
  return roundedTo(value, 0)
}

/** To so many decimals, halves up. */
export function roundedTo(value: number | null, decimals: number): number | null {
  if (!isKnown(value)) return null
  const scale = 10 ** decimals
  const scaled = value * scale
  if (!(Math.abs(scaled) < countable)) return value
  // Fifteen digits are what was meant: 1.005 is a hair less in binary, and would be rounded down.
  return known(Math.floor(Number(scaled.toPrecision(15)) + 0.5) / scale)
}

/**
 * Cut to whole units of which so many make one: ten for tenths, a thousand for ppm to ppb. In units, since a tenth is
 * no binary number; and with a millionth to spare, since a mean of twelve times 12.1 is 12.099999999999996.
 */
export function wholeUnits(value: number | null, unitsPerOne: number): number | null {
  return isKnown(value) ? known(Math.floor(value * unitsPerOne + 1e-6)) : null
}

/** Cut to a step of one such unit. */
export function truncatedTo(value: number | null, unitsPerOne: number): number | null {
  const units = wholeUnits(value, unitsPerOne)
  return units === null ? null : units / unitsPerOne
}
