import { useEffect, type RefObject } from 'react'

/** A shorter movement is a click. */
const leastPx = 4

/** Lets a mouse drag a scroller, as touch already does. */
export function useDragScroll(scroller: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = scroller.current
    if (!element) return
    let from: { readonly x: number; readonly left: number } | undefined

    const down = (event: PointerEvent) => {
      if (event.pointerType !== 'mouse' || event.button !== 0) return
      from = { x: event.clientX, left: element.scrollLeft }
    }
    const move = (event: PointerEvent) => {
      if (!from) return
      const moved = event.clientX - from.x
      if (Math.abs(moved) < leastPx && !element.hasAttribute('data-dragging')) return
      if (!element.hasAttribute('data-dragging')) {
        element.setAttribute('data-dragging', '')
        element.setPointerCapture(event.pointerId)
      }
      element.scrollLeft = from.left - moved
    }
    const end = () => {
      from = undefined
      element.removeAttribute('data-dragging')
    }
    const ends = ['pointerup', 'pointercancel', 'lostpointercapture'] as const
    element.addEventListener('pointerdown', down)
    element.addEventListener('pointermove', move)
    for (const name of ends) element.addEventListener(name, end)
    return () => {
      element.removeEventListener('pointerdown', down)
      element.removeEventListener('pointermove', move)
      for (const name of ends) element.removeEventListener(name, end)
    }
  }, [scroller])
}
