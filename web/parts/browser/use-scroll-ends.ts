import { useEffect, useState, type RefObject } from 'react'

export interface ScrollEnds {
  readonly atStart: boolean
  readonly atEnd: boolean
}

/** Whether a horizontal scroller has more content on either side, and a function to scroll it. */
export function useScrollEnds(scroller: RefObject<HTMLElement | null>) {
  const [ends, setEnds] = useState<ScrollEnds>({ atStart: true, atEnd: true })

  useEffect(() => {
    const element = scroller.current
    if (!element) return
    const look = () => {
      const atStart = element.scrollLeft <= 1
      const atEnd = element.scrollLeft + element.clientWidth >= element.scrollWidth - 1
      setEnds(before => (before.atStart === atStart && before.atEnd === atEnd ? before : { atStart, atEnd }))
    }
    // The observer calls back immediately, after layout. Measuring now would force a second layout.
    const sizes = new ResizeObserver(look)
    sizes.observe(element)
    for (const child of element.children) sizes.observe(child)
    element.addEventListener('scroll', look, { passive: true })
    return () => {
      sizes.disconnect()
      element.removeEventListener('scroll', look)
    }
  }, [scroller])

  function scrollBy(px: number) {
    const isCalm = matchMedia('(prefers-reduced-motion: reduce)').matches
    scroller.current?.scrollBy({ left: px, behavior: isCalm ? 'auto' : 'smooth' })
  }
  return { ...ends, scrollBy }
}
