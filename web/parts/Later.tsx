import { isNarrow } from './narrow.ts'
import { startTransition, useEffect, useRef, useState, type ReactNode } from 'react'
import { flushSync } from 'react-dom'

interface LaterProps {
  /** As high as what will stand there. */
  waiting: ReactNode
  children: ReactNode
}

/** How far below the screen something is already near. */
const nearPx = 400
/** Where the browser cannot tell that it is idle. */
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
 * Draws its content when it comes near the screen; on a wide screen also when the page has nothing else to do, and
 * before it is printed: what is looked at first is there first, and whoever searches the page misses nothing.
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
    observer.observe(place.current)
    const beginAtOnce = () => flushSync(() => setTime(true))
    addEventListener('beforeprint', beginAtOnce)
    const cancel = isNarrow() ? undefined : whenIdle(begin)
    return () => {
      observer.disconnect()
      removeEventListener('beforeprint', beginAtOnce)
      cancel?.()
    }
  }, [isTime])

  return isTime ? children : <div ref={place}>{waiting}</div>
}
