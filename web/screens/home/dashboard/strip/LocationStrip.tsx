import classes from './Strip.module.css'
import { StripCard } from './StripCard.tsx'
import type { Location } from '#contract/locations'
import type { Stream } from '#web/data/asking.ts'
import { useScrollEnds } from '#web/parts/use-scroll-ends.ts'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { useRef, useState } from 'react'

interface LocationStripProps {
  /** All but the selected one. */
  locations: readonly Location[]
  stream: Stream
  onChoose: (location: Location) => void
}

/** So much of the strip that the last card is seen again as the first. */
const pageShare = 0.8

/** The other locations, side by side. */
export function LocationStrip({ locations, stream, onChoose }: LocationStripProps) {
  const scroller = useRef<HTMLDivElement>(null)
  const { atStart, atEnd, scrollBy } = useScrollEnds(scroller)
  const [startedMs] = useState(() => performance.now())
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
          {locations.map((location, index) => (
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
    </section>
  )
}
