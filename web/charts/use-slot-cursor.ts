import { nearestPoint, useCursor } from './use-cursor.ts'
import type { Slots } from './use-slots.ts'
import type { KeyboardEvent, PointerEvent } from 'react'

/** How far a pointer moves before the movement counts as a drag. */
const leastDragPx = 8

/**
 * Handles a slot chart's pointer and keyboard events. Fingers scroll and point; to zoom, people on touch screens use
 * the buttons.
 */
export function useSlotCursor(slots: Slots, xOf: (index: number) => number) {
  const { range, picked, dragged } = slots
  const count = range.to - range.from
  const cursor = useCursor({
    points: { length: count },
    picked: picked === null ? null : picked - range.from,
    onPick: index => slots.pick(index === null ? null : index + range.from),
    follows: 'hover',
    xOf: index => xOf(index + range.from),
  })

  function slotAt(event: PointerEvent<HTMLElement>): number {
    const x = event.clientX - event.currentTarget.getBoundingClientRect().left
    return range.from + (nearestPoint(x, count, index => xOf(index + range.from)) ?? 0)
  }

  return {
    ...cursor,
    onPointerDown(event: PointerEvent<HTMLElement>) {
      cursor.onPointerDown(event)
      if (event.button !== 0 || event.pointerType === 'touch') return
      event.currentTarget.setPointerCapture(event.pointerId)
      const slot = slotAt(event)
      slots.drag([slot, slot])
    },
    onPointerMove(event: PointerEvent<HTMLElement>) {
      cursor.onPointerMove(event)
      if (dragged) slots.drag([dragged[0], slotAt(event)])
    },
    onPointerUp() {
      if (!dragged) return
      const [one, other] = dragged
      slots.drag(null)
      if (Math.abs(xOf(one) - xOf(other)) >= leastDragPx) slots.zoomTo(one, other)
    },
    onPointerCancel() {
      slots.drag(null)
    },
    onPointerLeave(event: PointerEvent<HTMLElement>) {
      // Lifting a finger fires this event too. The picked slot stays readable.
      if (event.pointerType !== 'touch') cursor.onPointerLeave()
    },
    onKeyDown(event: KeyboardEvent) {
      const act = { '+': slots.zoomIn, '=': slots.zoomIn, '-': slots.zoomOut, Escape: slots.reset }[event.key]
      if (!act || event.ctrlKey || event.metaKey) return cursor.onKeyDown(event)
      event.preventDefault()
      slots.drag(null)
      act()
    },
  }
}
