import classes from './Place.module.css'
import type { PlaceStanding } from '#web/data/people/getting-started-steps.ts'
import type { LiveLocation } from '#web/data/live/place.ts'
import { usePlace } from '#web/data/live/use-place.ts'
import { shownCountdown } from '#web/parts/time/durations.ts'
import { StatusPill, type PillTone } from '#web/parts/page/StatusPill.tsx'
import { IconBoltFilled, IconCheck, IconHourglass, IconQuestionMark, type Icon } from '@tabler/icons-react'

type Shown = LiveLocation['worst']['show']

const looks: Record<Shown, { tone: PillTone; icon: Icon; text: string }> = {
  Delay: { tone: 'bad', icon: IconBoltFilled, text: 'Lightning delay' },
  Checking: { tone: 'unknown', icon: IconHourglass, text: 'Checking…' },
  AllClear: { tone: 'good', icon: IconCheck, text: 'All Clear' },
  Unknown: { tone: 'unknown', icon: IconQuestionMark, text: 'Unknown' },
}

function viewOf({ worst }: LiveLocation) {
  return {
    show: worst.show,
    more: worst.show === 'Delay' ? shownCountdown(worst.remainingMs) : null,
    because: worst.show === 'Unknown' ? worst.because : null,
  }
}

/** Shows the place and its current lightning state. */
export function PlaceWatched({ place }: { place: Extract<PlaceStanding, { kind: 'watched' }> }) {
  const { show, more, because } = usePlace(place.location, viewOf)
  const { tone, icon, text } = looks[show]
  return (
    <div className={classes.watched}>
      <p>
        <strong>{place.place.name}</strong>
        {place.place.address !== '' && <span className={classes.dim}> {place.place.address}</span>}
      </p>
      <p className={classes.lightning}>
        Lightning
        <StatusPill tone={tone} icon={icon}>
          {more === null ? text : `${text} ${more}`}
        </StatusPill>
        {because !== null && <span className={classes.dim}>{because}</span>}
      </p>
    </div>
  )
}
