import { isNarrow } from '#web/parts/look/narrow.ts'
import { startTransition, useEffect, useRef, useState, type ReactNode } from 'react'
import { flushSync } from 'react-dom'

interface LaterProps {
  /** A placeholder with the height of the content. */
  waiting: ReactNode
  children: ReactNode
}

/** How far below the screen content counts as near. */
const nearPx = 400
/** Visible content is painted first, within this time. */
const firstPaintMs = 150
/** The wait in browsers that do not report idle time. */
const shortWaitMs = 300

function whenIdle(work: () => void): () => void {
  if (!('requestIdleCallback' in globalThis)) {
    const timer = setTimeout(work, shortWaitMs)
    return () => clearTimeout(timer)
  }
  const handle = requestIdleCallback(work)
  return () => cancelIdleCallback(handle)
}

/**
 * Renders its content when it gets near the screen. On a wide screen it also renders when the page is idle, and before
 * printing. So the first screen appears first, and searching in the page still finds everything.
 */
export function Later({ waiting, children }: LaterProps) {
  const place = useRef<HTMLDivElement>(null)
  const [isTime, setTime] = useState(false)

  useEffect(() => {
    if (isTime || !place.current) return
    const begin = () => startTransition(() => setTime(true))
    const observer = new IntersectionObserver(
      entries => entries.some(entry => entry.isIntersecting) && begin(),
      { rootMargin: `${nearPx}px` },
    )
    const element = place.current
    const watching = setTimeout(() => observer.observe(element), firstPaintMs)
    const beginAtOnce = () => flushSync(() => setTime(true))
    addEventListener('beforeprint', beginAtOnce)
    const cancel = isNarrow() ? undefined : whenIdle(begin)
    return () => {
      clearTimeout(watching)
      observer.disconnect()
      removeEventListener('beforeprint', beginAtOnce)
      cancel?.()
    }
  }, [isTime])

  return isTime ? children : <div ref={place}>{waiting}</div>
}
