import type { Outline } from './outline.ts'

/** The squared distance of a corner from the line between two others, in degrees. */
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

/** The corners needed to stay within a tolerance of the outline (Ramer-Douglas-Peucker). */
function simplified(outline: Outline, toleranceDegrees: number): Outline {
  const kept = new Uint8Array(outline.length)
  kept[0] = kept[outline.length - 1] = 1
  // An explicit stack, because recursion would be too deep for a coastline with many corners.
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
 * An outline with at most this many corners and the smallest possible deviation. An outline with no more corners than
 * that is unchanged, and one that would collapse to a line keeps its corners.
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

/** Twice the area of a triangle; positive if it turns left. */
function turnOf([ax, ay]: Outline[number], [bx, by]: Outline[number], [cx, cy]: Outline[number]): number {
  return (bx - ax) * (cy - ay) - (by - ay) * (cx - ax)
}

/** Fills dents in a ring that are smaller than this area, in square degrees; bulges stay. */
function withoutDents(ring: Outline, isLeftTurning: boolean, mostArea: number): Outline {
  const kept: Outline[number][] = []
  for (const [index, corner] of ring.entries()) {
    const before = kept.at(-1) ?? ring.at(-1) ?? corner
    const after = ring[index + 1] ?? kept[0] ?? corner
    const turn = turnOf(before, corner, after) * (isLeftTurning ? 1 : -1)
    if (turn > 0 || -turn / 2 > mostArea) kept.push(corner)
  }
  return kept
}

/**
 * An outline with about this many corners that covers everything the original covers, and slightly more, because only
 * corners of dents are removed. For warning areas, where too much is better than too little.
 */
export function coveringWithFewerCorners(outline: Outline, mostCorners: number, finestArea: number): Outline {
  let ring: Outline = outline.slice(0, -1)
  const turning = ring.reduce((sum, [x, y], index) => {
    const [nextX, nextY] = ring[(index + 1) % ring.length] ?? [x, y]
    return sum + x * nextY - nextX * y
  }, 0)
  for (let area = finestArea; ring.length > mostCorners && area < 1;) {
    const next = withoutDents(ring, turning > 0, area)
    if (next.length < 4) break
    // Filling one dent makes others shallower, so the threshold is raised only when it fills nothing more.
    if (next.length === ring.length) area *= 2
    ring = next
  }
  const [first] = ring
  return ring.length < outline.length - 1 && first ? [...ring, first] : outline
}
