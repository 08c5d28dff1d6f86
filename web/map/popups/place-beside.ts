interface Size {
  readonly width: number
  readonly height: number
}

interface Placed {
  readonly left: number
  readonly top: number
  /** The reduced height if the popup had to shrink; null if it fits. */
  readonly maxHeight: number | null
}

const gapPx = 14
const edgePx = 8
/** A popup with less height would be unreadable. */
const leastPx = 160

/**
 * Returns a popup's position: above the point, otherwise below it or to its side, and always on the map. If it fits
 * nowhere it shrinks, because it must not hide its point. `sidePx` keeps it off the controls on both sides.
 */
export function placeBeside(
  point: { x: number; y: number },
  { width, height }: Size,
  map: Size,
  sidePx = edgePx,
): Placed {
  const within = (value: number, most: number) => Math.round(Math.max(edgePx, Math.min(value, most - edgePx)))
  const aside = (value: number) => Math.round(Math.max(sidePx, Math.min(value, map.width - width - sidePx)))
  const across = aside(point.x - width / 2)
  const down = within(point.y - height / 2, map.height - height)
  const room = {
    above: point.y - gapPx - edgePx,
    below: map.height - point.y - gapPx - edgePx,
    left: point.x - gapPx - sidePx,
    right: map.width - point.x - gapPx - sidePx,
  }
  const above = (high: number) => within(point.y - gapPx - high, map.height - high)
  const below = (high: number) => within(point.y + gapPx, map.height - high)
  if (height <= room.above) return { left: across, top: above(height), maxHeight: null }
  if (height <= room.below) return { left: across, top: below(height), maxHeight: null }
  if (width <= room.right) return { left: aside(point.x + gapPx), top: down, maxHeight: null }
  if (width <= room.left) return { left: aside(point.x - gapPx - width), top: down, maxHeight: null }
  const maxHeight = Math.max(leastPx, Math.floor(Math.max(room.above, room.below)))
  const top = room.above > room.below ? above(maxHeight) : below(maxHeight)
  return { left: across, top, maxHeight }
}
