import type { Outline } from './outline.ts'

/** How far a corner lies from the line between two others, in degrees, squared. */
function asideSquared(
  [x, y]: Outline[number],
  [fromX, fromY]: Outline[number],
  [toX, toY]: Outline[number],
): number {
  const [dx, dy] = [toX - fromX, toY - fromY]
  const length = dx * dx + dy * dy
  const along = length === 0 ? 0 : Math.max(0, Math.min(1, ((x - fromX) * dx + (y - fromY) * dy) / length))
  return (x - fromX - along * dx) ** 2 + (y - fromY - along * dy) ** 2
}

/** The corners without which an outline would be off by more than a tolerance (Ramer, Douglas and Peucker). */
function simplified(outline: Outline, toleranceDegrees: number): Outline {
  const kept = new Uint8Array(outline.length)
  kept[0] = kept[outline.length - 1] = 1
  // A stack of its own: a coast has more corners than calls may be nested.
  const spans: [number, number][] = [[0, outline.length - 1]]
  for (let span = spans.pop(); span; span = spans.pop()) {
    const [first, last] = span
    const [from, to] = [outline[first], outline[last]]
    let [farthest, most] = [0, toleranceDegrees ** 2]
    for (let index = first + 1; index < last; index++) {
      const corner = outline[index]
      const aside = corner && from && to ? asideSquared(corner, from, to) : 0
      if (aside > most) [farthest, most] = [index, aside]
    }
    if (farthest === 0) continue
    kept[farthest] = 1
    spans.push([first, farthest], [farthest, last])
  }
  return outline.filter((_, index) => kept[index] === 1)
}

/**
 * An outline of at most so many corners, off by as little as that takes. One that has no more is left as it is, and one
 * that would be nothing but a line keeps the corners that it had.
 */
export function withFewerCorners(outline: Outline, mostCorners: number, finestDegrees: number): Outline {
  let fewer = outline
  for (let tolerance = finestDegrees; fewer.length > mostCorners; tolerance *= 2) {
    const next = simplified(outline, tolerance)
    if (next.length < 4) break
    fewer = next
  }
  return fewer
}
