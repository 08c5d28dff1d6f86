/**
 * Each ring's line as dash and gap lengths in pixels. Rings are distinguishable without color, and look the same on
 * every picture and map. Null is a solid line.
 */
const lines: Readonly<Record<number, readonly number[] | null>> = {
  1: null,
  2: [14, 4],
  3: [7, 4],
  4: [2, 4],
}

/** For `stroke-dasharray`. */
export function ringDash(ring: number): string | undefined {
  return lines[ring]?.join(' ')
}

/** Returns the lines for MapLibre, which measures dashes in line widths. */
export function ringDashInWidths(ring: number, lineWidth: number): number[] | undefined {
  return lines[ring]?.map(pixels => pixels / lineWidth)
}
