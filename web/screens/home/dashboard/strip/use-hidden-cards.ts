import { useEffect, useState, type RefObject } from 'react'

/** A card counts as hidden if less than this share of it is visible. */
const seenShare = 0.5

/** Returns the locations whose cards are scrolled out of view. */
export function useHiddenCards(
  scroller: RefObject<HTMLElement | null>,
  locationIds: readonly number[],
): ReadonlySet<number> {
  const [hidden, setHidden] = useState<ReadonlySet<number>>(new Set())
  const cards = locationIds.join()
  useEffect(() => {
    const root = scroller.current
    if (!root) return
    const observer = new IntersectionObserver(
      entries =>
        setHidden(before => {
          const next = new Set(before)
          for (const { target, intersectionRatio } of entries) {
            const id = Number(target.getAttribute('data-location'))
            if (intersectionRatio < seenShare) next.add(id)
            else next.delete(id)
          }
          return next
        }),
      { root, threshold: seenShare },
    )
    for (const id of cards.split(',')) {
      const card = root.querySelector(`[data-location="${id}"]`)
      if (card) observer.observe(card)
    }
    return () => observer.disconnect()
  }, [scroller, cards])
  return hidden
}
