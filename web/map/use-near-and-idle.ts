import { useEffect, useState, type RefObject } from 'react'

/** How far below the screen an element counts as near. */
const nearPx = 300
/** After this time the map starts even if the page is still busy. */
const longestWaitMs = 3000
/** The wait in browsers that do not report idle time. */
const shortWaitMs = 300

function whenIdle(work: () => void): () => void {
  if (!('requestIdleCallback' in globalThis)) {
    const timer = setTimeout(work, shortWaitMs)
    return () => clearTimeout(timer)
  }
  const handle = requestIdleCallback(work, { timeout: longestWaitMs })
  return () => cancelIdleCallback(handle)
}

/** Whether heavy work may start, because its element is near the screen and the rest of the page has rendered. */
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
