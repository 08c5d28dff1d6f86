import { chipWords } from './chip-text.ts'
import classes from './StateChip.module.css'
import type { Location } from '#contract/places/locations'
import type { ShownRing } from '#domain/lightning/shown'
import type { LiveLocation } from '#web/data/live/place.ts'
import { usePlace } from '#web/data/live/use-place.ts'
import { useStream } from '#web/data/live/use-stream.ts'
import {
  IconBoltFilled,
  IconCircleCheckFilled,
  IconHelpHexagon,
  IconHourglass,
  type Icon,
} from '@tabler/icons-react'

const icons: Record<ShownRing['show'], Icon> = {
  Delay: IconBoltFilled,
  Checking: IconHourglass,
  AllClear: IconCircleCheckFilled,
  Unknown: IconHelpHexagon,
}

/**
 * Shows the state of the place on the map, in front of the map and therefore also in full screen. Always the current
 * state, regardless of the frame that is playing.
 */
export function StateChip({ location }: { location: Location }) {
  const place = usePlace(location, seenOf)
  const { show, isUnsure, text, why } = chipWords(place, useStream())
  const StateIcon = icons[show]
  return (
    <section
      className={classes.chip}
      aria-label="Lightning Status"
      data-shown={show}
      data-unsure={isUnsure || undefined}
    >
      <p className={classes.state}>
        <StateIcon size={18} aria-hidden />
        <strong>{text}</strong>
        <span className={classes.place}>{location.label}</span>
      </p>
      {why !== null && <p className={classes.why}>{why}</p>}
    </section>
  )
}

const seenOf = ({ worst, worstRing, endsLast }: LiveLocation) => ({ worst, worstRing, endsLast })
