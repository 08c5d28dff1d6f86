import type { MapView } from './drawable.ts'

/** The last index of the palette. */
export const hatched = 15

/** A two-pixel line every this many pixels, a power of two, so that lines match across tile edges. */
const hatchEvery = 8
const hatchWidth = 2

/** The hatching phase at the image's corner, counted from the corner of the world. */
export function hatchPhase({ bounds, width, height }: MapView): number {
  const x = Math.round((bounds.west * width) / (bounds.east - bounds.west))
  const y = Math.round((-bounds.north * height) / (bounds.north - bounds.south))
  return (x + y) & (hatchEvery - 1)
}

/** The byte to draw for two pixels, by hatching phase: hatched pixels are drawn only where there is a line. */
const pairs = Uint8Array.from({ length: hatchEvery << 8 }, (_, at) => {
  const drawn = (color: number, phase: number) =>
    color === hatched && phase % hatchEvery >= hatchWidth ? 0 : color
  const phase = at >> 8
  return (drawn((at >> 4) & 15, phase) << 4) | drawn(at & 15, phase + 1)
})

/** The byte for two pixels, by their colors and the hatching phase at the first. */
export function pairOf(first: number, second: number, phase: number): number {
  return pairs[((phase & (hatchEvery - 1)) << 8) | (first << 4) | second] as number
}
