import classes from './Strip.module.css'
import { StripCard } from './StripCard.tsx'
import { StripTools } from './StripTools.tsx'
import { useHiddenCards } from './use-hidden-cards.ts'
import { usePlacesByDanger } from '#web/screens/home/all-locations/use-places-by-danger.ts'
import type { Location } from '#contract/places/locations'
import type { Stream } from '#web/data/requests/asking.ts'
import { useRemembered } from '#web/parts/browser/use-remembered.ts'
import { useScrollEnds } from '#web/parts/browser/use-scroll-ends.ts'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { useRef, useState } from 'react'

interface LocationStripProps {
  /** All locations except the selected one. */
  locations: readonly Location[]
  stream: Stream
  onChoose: (location: Location) => void
}

/** The share of the strip to scroll, so that the last card becomes the first. */
const pageShare = 0.8

/** Whether to sort worst first. Otherwise the order is the person's own. */
const readByDanger = (kept: string | null) => kept === 'danger'
const formatByDanger = (isByDanger: boolean) => (isByDanger ? 'danger' : 'own')

/** Shows the other locations side by side, with a notice about delays out of view. */
export function LocationStrip({ locations, stream, onChoose }: LocationStripProps) {
  const scroller = useRef<HTMLDivElement>(null)
  const { atStart, atEnd, scrollBy } = useScrollEnds(scroller)
  const [startedMs] = useState(() => performance.now())
  const [isByDanger, setByDanger] = useRemembered('skywarden:strip-order', readByDanger, formatByDanger)
  const places = usePlacesByDanger(locations, stream)
  const shown = isByDanger ? places.map(({ location }) => location) : locations
  const hidden = useHiddenCards(
    scroller,
    shown.map(({ id }) => id),
  )
  const hiddenDelays = places.filter(
    ({ location, danger }) => danger.lightning.show === 'Delay' && hidden.has(location.id),
  ).length
  const page = (direction: 1 | -1) => scrollBy(direction * pageShare * (scroller.current?.clientWidth ?? 0))
  return (
    <section className={classes.strip} aria-label="Other locations">
      <h2 className="visually-hidden">Other locations</h2>
      {(!atStart || !atEnd) && (
        <button
          type="button"
          className={classes.arrow}
          disabled={atStart}
          aria-label="Locations to the left"
          onClick={() => page(-1)}
        >
          <IconChevronLeft size={20} aria-hidden />
        </button>
      )}
      <div
        ref={scroller}
        className={classes.scroller}
        data-more-left={!atStart || undefined}
        data-more-right={!atEnd || undefined}
      >
        <div className={classes.cards}>
          {shown.map((location, index) => (
            <StripCard
              key={location.id}
              location={location}
              stream={stream}
              index={index}
              stripStartedMs={startedMs}
              onChoose={onChoose}
            />
          ))}
        </div>
      </div>
      {(!atStart || !atEnd) && (
        <button
          type="button"
          className={classes.arrow}
          disabled={atEnd}
          aria-label="Locations to the right"
          onClick={() => page(1)}
        >
          <IconChevronRight size={20} aria-hidden />
        </button>
      )}
      <StripTools
        count={locations.length + 1}
        hiddenDelays={hiddenDelays}
        isByDanger={isByDanger}
        onByDanger={setByDanger}
      />
    </section>
  )
}
