import { useEffect, useState, type RefObject } from 'react'

export interface ScrollEnds {
  readonly atStart: boolean
  readonly atEnd: boolean
}

/** Whether something that scrolls sideways has more to either side, and a way to move it. */
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
    // It looks at once, and after the layout: asked now, the browser would have to lay out everything twice.
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
