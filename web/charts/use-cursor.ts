import type { KeyboardEvent, PointerEvent } from 'react'

/** Whether a point is picked by hovering, or by clicking and dragging. */
export type Follows = 'hover' | 'drag'

interface CursorWish {
  readonly points: { readonly length: number }
  readonly picked: number | null
  readonly onPick: (index: number | null) => void
  readonly follows: Follows
  readonly xOf: (index: number) => number
}

/** Returns the point to which a key moves; null if the key moves to none. */
export function pointAfter(key: string, picked: number | null, count: number): number | null {
  const last = count - 1
  if (last < 0) return null
  switch (key) {
    case 'ArrowLeft':
    case 'ArrowDown':
      return Math.max(0, (picked ?? last + 1) - 1)
    case 'ArrowRight':
    case 'ArrowUp':
      return Math.min(last, (picked ?? -1) + 1)
    case 'Home':
      return 0
    case 'End':
      return last
    default:
      return null
  }
}

/** Returns the horizontally nearest point. */
export function nearestPoint(x: number, count: number, xOf: (index: number) => number): number | null {
  let nearest: number | null = null
  for (let index = 0; index < count; index += 1) {
    if (nearest === null || Math.abs(xOf(index) - x) < Math.abs(xOf(nearest) - x)) nearest = index
  }
  return nearest
}

/** Handles a chart's pointer and keyboard events. */
export function useCursor({ points, picked, onPick, follows, xOf }: CursorWish) {
  function pick(event: PointerEvent<HTMLElement>) {
    const x = event.clientX - event.currentTarget.getBoundingClientRect().left
    onPick(nearestPoint(x, points.length, xOf))
  }
  return {
    onPointerDown(event: PointerEvent<HTMLElement>) {
      if (event.button !== 0) return
      // Lets a drag continue outside the chart.
      if (follows === 'drag') event.currentTarget.setPointerCapture(event.pointerId)
      pick(event)
    },
    onPointerMove(event: PointerEvent<HTMLElement>) {
      if (follows === 'hover' || event.currentTarget.hasPointerCapture(event.pointerId)) pick(event)
    },
    onPointerLeave() {
      if (follows === 'hover') onPick(null)
    },
    onBlur() {
      if (follows === 'hover') onPick(null)
    },
    onKeyDown(event: KeyboardEvent) {
      const next = pointAfter(event.key, picked, points.length)
      if (next === null) return
      event.preventDefault()
      onPick(next)
    },
  }
}
