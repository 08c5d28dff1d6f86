/**
 * The line of each ring, as lengths of strokes and gaps in pixels: rings are told apart without their color too, and
 * look alike on every picture and map. Null is a line without gaps.
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

/** For MapLibre, which counts in widths of the line. */
export function ringDashInWidths(ring: number, lineWidth: number): number[] | undefined {
  return lines[ring]?.map(pixels => pixels / lineWidth)
}
