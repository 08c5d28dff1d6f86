import { useEffect, useRef } from 'react'

/** Delays from the specification. */
const openAfterMs = 300
const closeAfterMs = 200
const gapPx = 8

/** Places the bubble above its anchor, or below it if there is no room, and always on the screen. */
function place(bubble: HTMLElement, anchor: DOMRect): void {
  const size = bubble.getBoundingClientRect()
  const left = anchor.left + anchor.width / 2 - size.width / 2
  const above = anchor.top - size.height - gapPx
  bubble.style.left = `${Math.max(gapPx, Math.min(left, innerWidth - size.width - gapPx))}px`
  bubble.style.top = `${above >= gapPx ? above : anchor.bottom + gapPx}px`
}

/** Shows a bubble while its anchor is hovered over or focused. Escape hides it. */
function connect(anchor: HTMLElement, bubble: HTMLElement): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const isOpen = () => bubble.matches(':popover-open')
  const show = () => {
    if (!isOpen()) bubble.showPopover()
    place(bubble, anchor.getBoundingClientRect())
  }
  const hide = () => {
    if (isOpen()) bubble.hidePopover()
  }
  const later = (act: () => void, ms: number) => () => {
    clearTimeout(timer)
    timer = setTimeout(act, ms)
  }
  const [openSoon, closeSoon] = [later(show, openAfterMs), later(hide, closeAfterMs)]
  const onKey = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || !isOpen()) return
    event.stopPropagation()
    clearTimeout(timer)
    hide()
  }
  const stop = new AbortController()
  const on = { signal: stop.signal }
  anchor.addEventListener('mouseenter', openSoon, on)
  anchor.addEventListener('mouseleave', closeSoon, on)
  anchor.addEventListener('focusin', openSoon, on)
  anchor.addEventListener('focusout', closeSoon, on)
  anchor.addEventListener('keydown', onKey, on)
  return () => {
    clearTimeout(timer)
    stop.abort()
  }
}

/**
 * A bubble next to what it explains. It is in the browser's top layer, because a scrolling strip would clip it, and
 * stays while the pointer is on it.
 */
export function useBubble(isThere = true) {
  const anchor = useRef<HTMLSpanElement>(null)
  const bubble = useRef<HTMLSpanElement>(null)
  useEffect(() => {
    const [from, to] = [anchor.current, bubble.current]
    return isThere && from && to ? connect(from, to) : undefined
  }, [isThere])
  return { anchor, bubble }
}
