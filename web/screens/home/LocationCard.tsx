import classes from './LocationCard.module.css'
import { PastDelaysButton } from './PastDelaysButton.tsx'
import { RingRow } from './RingRow.tsx'
import type { Location } from '#contract/locations'
import { worstOf, type ShownRing } from '#domain/lightning/shown'
import { useDelay } from '#web/data/live/use-delay.ts'
import { shownCountdown } from '#web/parts/countdown.ts'
import { shownTime } from '#web/parts/times.ts'
import { Button } from '@mantine/core'
import { IconBolt, IconCheck, IconLoader, IconQuestionMark, type Icon } from '@tabler/icons-react'

const icons: Record<ShownRing['show'], Icon> = {
  Delay: IconBolt,
  Checking: IconLoader,
  AllClear: IconCheck,
  Unknown: IconQuestionMark,
}

const titles: Record<ShownRing['show'], string> = {
  Delay: 'Lightning delay',
  Checking: 'Checking…',
  AllClear: 'All Clear',
  Unknown: 'Unknown',
}

interface LocationCardProps {
  location: Location
  zone: string
  onEdit: (location: Location) => Promise<void>
}

/** One location: its state readable from afar, its rings, and how fresh the word is. */
export function LocationCard({ location, zone, onEdit }: LocationCardProps) {
  const radii = [location.radius1, location.radius2, location.radius3, location.radius4]
  const { heard, rings } = useDelay({ id: location.id, radii })
  const worst = worstOf(rings.map(ring => ring.shown))
  const StateIcon = icons[worst.show]
  return (
    <article className={classes.card} data-shown={worst.show} aria-labelledby={`location-${location.id}`}>
      <header className={classes.head}>
        <h2 id={`location-${location.id}`}>{location.label}</h2>
        <p>{location.locationName}</p>
        <Button
          variant="subtle"
          size="compact-sm"
          aria-label={`Edit ${location.label}`}
          onClick={() => void onEdit(location)}
        >
          Edit
        </Button>
      </header>
      <div className={classes.state}>
        <p className={classes.title}>
          <StateIcon size={20} aria-hidden />
          {titles[worst.show]}
        </p>
        {worst.show === 'Delay' && <p className={classes.countdown}>{shownCountdown(worst.remainingMs)}</p>}
        <Explanation shown={worst} />
      </div>
      <ul className={classes.rings} aria-label="Rings">
        {rings.map(ring => (
          <RingRow key={ring.ring} {...ring} />
        ))}
      </ul>
      <footer className={classes.foot}>
        <p>
          {heard ? `As of ${shownTime(heard.asOf, zone)}` : 'No word from the server yet'}
          {heard?.coveredThrough && ` · proven through ${shownTime(heard.coveredThrough, zone)}`}
        </p>
        <PastDelaysButton locationId={location.id} label={location.label} zone={zone} />
      </footer>
    </article>
  )
}

function Explanation({ shown }: { shown: ShownRing }) {
  if (shown.show === 'Unknown') {
    return (
      <p className={classes.text}>
        <strong>Lightning status is temporarily unavailable.</strong> {shown.because}. Treat as unsafe. Wait
        30 minutes after the last thunder.
      </p>
    )
  }
  if (shown.show === 'Checking') return <p className={classes.text}>Waiting for proof that it is clear.</p>
  if (shown.show === 'AllClear')
    return <p className={classes.text}>No lightning in any ring for the whole all-clear time.</p>
  return (
    <p className={classes.text}>
      {shown.stale
        ? 'The feed has fallen silent: do not rely on the countdown.'
        : 'Until then, if there is no other strike.'}
    </p>
  )
}
