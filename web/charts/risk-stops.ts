import type { Axis } from './scale.ts'

/** A line has this color from this axis value up to the next band. */
export interface Band {
  /** Where the band ends; ignored for the last one. */
  readonly max: number
  readonly color: string
}

export interface Stop {
  /** From 0 at the bottom of the axis to 1 at its top. */
  readonly offset: number
  readonly color: string
}

/** From the specification: the share of the axis over which the color changes around a threshold. */
const blend = 0.07

/** Returns the gradient stops along an axis: each band in its color, blending into the next around its end. */
export function bandStops(bands: readonly Band[], { least, most }: Axis): Stop[] {
  const rising = bands.toSorted((one, other) => one.max - other.max)
  const stops: Stop[] = []
  // Stops never descend, even if bands are narrower than the blend, and stay within the axis.
  const add = (offset: number, color: string) =>
    stops.push({ offset: Math.min(1, Math.max(0, stops.at(-1)?.offset ?? 0, offset)), color })
  for (const [index, band] of rising.entries()) {
    const above = rising[index + 1]
    if (!above) {
      add(1, band.color)
      continue
    }
    const end = (band.max - least) / (most - least)
    add(end - blend / 2, band.color)
    add(end + blend / 2, above.color)
  }
  return stops
}
