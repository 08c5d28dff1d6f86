/** Whether a value was there at all: neither missing nor what a broken sum leaves behind. */
export function isKnown(value: number | null | undefined): value is number {
  return Number.isFinite(value)
}

/** The value, or null for whatever is no number. */
export function known(value: number | null | undefined): number | null {
  return isKnown(value) ? value : null
}

/** The value, if it lies where such a value can lie, ends included. */
export function knownWithin(value: number | null | undefined, least: number, most: number): number | null {
  return isKnown(value) && value >= least && value <= most ? value : null
}
