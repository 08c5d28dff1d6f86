import { placeIcons, placeSummary } from './place-look.ts'
import classes from './Strip.module.css'
import { ThreatIcons } from './ThreatIcons.tsx'
import { iconsOfThreats } from './threats.ts'
import type { Location } from '#contract/places/locations'
import { useAdvisories } from '#web/data/weather/advisories.ts'
import { asking, type Stream } from '#web/data/requests/asking.ts'
import { saidOfNow } from '#web/data/weather/hazards.ts'
import { usePlace } from '#web/data/live/use-place.ts'
import { useWarnings } from '#web/data/policies/warnings.ts'
import { StatusPill } from '#web/parts/page/StatusPill.tsx'
import { memo, useState, type CSSProperties } from 'react'

/** From the specification: the cards fade in one after the other. */
const turnMs = 200

interface StripCardProps {
  location: Location
  stream: Stream
  index: number
  stripStartedMs: number
  onChoose: (location: Location) => void
}

/** Memoized, and rendered only when its text changes, because there may be sixty. */
export const StripCard = memo(function StripCard(props: StripCardProps) {
  const { location, stream, index, stripStartedMs, onChoose } = props
  const { show, text, tone } = usePlace(location, placeSummary)
  const warnings = useWarnings(location.id, asking[stream])
  const advisories = useAdvisories(location.id, asking[stream])
  // A card that appears later, because another place was selected, fades in without a delay.
  const [delayMs] = useState(() => Math.max(0, index * turnMs - (performance.now() - stripStartedMs)))
  const style = { '--delay': `${Math.round(delayMs)}ms` } as CSSProperties
  const isKnown = !warnings.isPending && !advisories.isPending
  const isServerSilent = stream === 'down' && show === 'Unknown'
  const threats = iconsOfThreats({
    inDelay: show === 'Delay',
    warnings: saidOfNow(warnings, isServerSilent),
    advisories: saidOfNow(advisories, isServerSilent),
  })
  return (
    <article
      className={classes.card}
      data-shown={show}
      data-location={location.id}
      style={style}
      aria-labelledby={`strip-${location.id}`}
    >
      <h3 id={`strip-${location.id}`}>
        <button type="button" onClick={() => onChoose(location)} title={location.label}>
          {location.label}
        </button>
      </h3>
      <div className={classes.foot}>
        <span className={classes.pill}>
          <StatusPill tone={tone} icon={placeIcons[show]}>
            {text}
          </StatusPill>
        </span>
        {isKnown && <ThreatIcons threats={threats} />}
      </div>
    </article>
  )
})
