import type { MultiPolygon, Polygon, Position } from 'geojson'

export interface Label {
  readonly at: Position
  /** The area of the shape's largest part, in square degrees. */
  readonly area: number
}

/** Where a shape's name is placed: in the middle of its largest part, never outside it. */
export function labelOf(shape: Polygon | MultiPolygon): Label {
  const parts = shape.type === 'Polygon' ? [shape.coordinates] : shape.coordinates
  const outlines = parts.flatMap(([outline]) => (outline ? [middleOf(outline)] : []))
  const [first, ...others] = outlines
  if (!first) throw new Error('A shape without an outline has no label')
  const largest = others.reduce((best, other) => (other.area > best.area ? other : best), first)
  return { at: inside(largest.outline, largest.middle), area: largest.area }
}

function pairs(outline: readonly Position[]): [number, number, number, number][] {
  return outline.slice(1).map((to, at) => {
    const from = outline[at] ?? to
    return [from[0] ?? 0, from[1] ?? 0, to[0] ?? 0, to[1] ?? 0]
  })
}

function middleOf(outline: readonly Position[]) {
  // Relative to its first point, to keep precision for a small shape far from zero.
  const [left = 0, low = 0] = outline[0] ?? []
  let [twice, x, y] = [0, 0, 0]
  for (const [fromX, fromY, toX, toY] of pairs(outline)) {
    const [ax, ay, bx, by] = [fromX - left, fromY - low, toX - left, toY - low]
    const cross = ax * by - bx * ay
    twice += cross
    x += (ax + bx) * cross
    y += (ay + by) * cross
  }
  const middle: Position = twice === 0 ? [left, low] : [left + x / (3 * twice), low + y / (3 * twice)]
  return { outline, middle, area: Math.abs(twice) / 2 }
}

/** Returns the point itself if it is inside; otherwise the middle of the widest stretch at its latitude. */
function inside(outline: readonly Position[], point: Position): Position {
  const [x = 0, y = 0] = point
  const crossings = pairs(outline)
    .filter(([, fromY, , toY]) => fromY > y !== toY > y)
    .map(([fromX, fromY, toX, toY]) => fromX + ((y - fromY) / (toY - fromY)) * (toX - fromX))
    .sort((one, other) => one - other)
  if (crossings.filter(crossing => crossing < x).length % 2 === 1) return point
  let widest = { from: x, to: x }
  for (let at = 0; at + 1 < crossings.length; at += 2) {
    const [from = x, to = x] = [crossings[at], crossings[at + 1]]
    if (to - from > widest.to - widest.from) widest = { from, to }
  }
  return [(widest.from + widest.to) / 2, y]
}
