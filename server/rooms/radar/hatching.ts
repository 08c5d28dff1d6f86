import type { MapView } from './drawable.ts'

/** The palette's last place. */
export const hatched = 15

/** Every so many pixels, a power of two, a line of two: it meets itself across the edges of tiles. */
const hatchEvery = 8
const hatchWidth = 2

/** How far the hatching has come at the picture's corner, counted from the corner of the world. */
export function hatchPhase({ bounds, width, height }: MapView): number {
  const x = Math.round((bounds.west * width) / (bounds.east - bounds.west))
  const y = Math.round((-bounds.north * height) / (bounds.north - bounds.south))
  return (x + y) & (hatchEvery - 1)
}

/** Two pixels to a byte as they are drawn, by how far the hatching has come: of what is hatched only the lines. */
const pairs = Uint8Array.from({ length: hatchEvery << 8 }, (_, at) => {
  const drawn = (color: number, phase: number) =>
    color === hatched && phase % hatchEvery >= hatchWidth ? 0 : color
  const phase = at >> 8
  return (drawn((at >> 4) & 15, phase) << 4) | drawn(at & 15, phase + 1)
})

/** The byte of two pixels, by their colours and how far the hatching has come at the first of them. */
export function pairOf(first: number, second: number, phase: number): number {
  return pairs[((phase & (hatchEvery - 1)) << 8) | (first << 4) | second] as number
}
