import type { Axis } from './scale.ts'

/** From this value of the axis on, up to the next band, a line has this colour. */
export interface Band {
  /** The end of the band; the last one's does not matter. */
  readonly max: number
  readonly color: string
}

export interface Stop {
  /** From the bottom of the axis, 0, to its top, 1. */
  readonly offset: number
  readonly color: string
}

/** The specification's: how much of the axis a change of colour takes, around its threshold. */
const blend = 0.07

/** The stops of a gradient along an axis: each band in its colour, blending into the next around its end. */
export function bandStops(bands: readonly Band[], { least, most }: Axis): Stop[] {
  const rising = bands.toSorted((one, other) => one.max - other.max)
  const stops: Stop[] = []
  // Never backwards, where bands are narrower than the blend; and nothing outside of the axis.
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
