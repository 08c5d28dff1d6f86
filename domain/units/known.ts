/** Whether a value is present: neither missing nor NaN. */
export function isKnown(value: number | null | undefined): value is number {
  return Number.isFinite(value)
}

/** The value, or null for anything that is not a number. */
export function known(value: number | null | undefined): number | null {
  return isKnown(value) ? value : null
}

/** The value if it is in its valid range, ends included. */
export function knownWithin(value: number | null | undefined, least: number, most: number): number | null {
  return isKnown(value) && value >= least && value <= most ? value : null
}
