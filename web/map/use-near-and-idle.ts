import { useEffect, useState, type RefObject } from 'react'

/** How far below the screen something is already near. */
const nearPx = 300
/** The page is never that busy for that long; then it is the map's turn anyway. */
const longestWaitMs = 3000
/** Where the browser cannot tell that it is idle. */
const shortWaitMs = 300

function whenIdle(work: () => void): () => void {
  if (!('requestIdleCallback' in globalThis)) {
    const timer = setTimeout(work, shortWaitMs)
    return () => clearTimeout(timer)
  }
  const handle = requestIdleCallback(work, { timeout: longestWaitMs })
  return () => cancelIdleCallback(handle)
}

/** Whether something heavy may begin: its place is near the screen, and the rest of the page has been drawn. */
export function useNearAndIdle(place: RefObject<Element | null>): boolean {
  const [isNear, setNear] = useState(false)
  const [mayBegin, setMayBegin] = useState(false)

  useEffect(() => {
    if (isNear || !place.current) return
    const observer = new IntersectionObserver(
      entries => setNear(entries.some(entry => entry.isIntersecting)),
      { rootMargin: `${nearPx}px` },
    )
    observer.observe(place.current)
    return () => observer.disconnect()
  }, [isNear, place])

  useEffect(() => (isNear ? whenIdle(() => setMayBegin(true)) : undefined), [isNear])
  return mayBegin
}
