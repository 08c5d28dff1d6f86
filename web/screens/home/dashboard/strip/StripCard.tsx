import classes from './Strip.module.css'
import { ThreatIcons } from './ThreatIcons.tsx'
import { threatIcons } from './threats.ts'
import type { Location } from '#contract/locations'
import type { ShownRing } from '#domain/lightning/shown'
import { useAdvisories } from '#web/data/advisories.ts'
import { asking, type Stream } from '#web/data/asking.ts'
import type { LiveLocation } from '#web/data/live/place.ts'
import { usePlace } from '#web/data/live/use-place.ts'
import { useWarnings } from '#web/data/policies.ts'
import { shownCountdown } from '#web/parts/countdown.ts'
import { StatusPill, type Tone } from '#web/parts/StatusPill.tsx'
import { IconBoltFilled, IconCheck, IconHourglass, IconQuestionMark, type Icon } from '@tabler/icons-react'
import { memo, useState, type CSSProperties } from 'react'

const looks: Record<ShownRing['show'], { tone: Tone; icon: Icon; text: string }> = {
  Delay: { tone: 'bad', icon: IconBoltFilled, text: '' },
  Checking: { tone: 'unknown', icon: IconHourglass, text: 'Checking…' },
  AllClear: { tone: 'good', icon: IconCheck, text: 'All Clear' },
  Unknown: { tone: 'unknown', icon: IconQuestionMark, text: 'Unknown' },
}

function summaryOf({ worst }: LiveLocation) {
  const text = worst.show === 'Delay' ? shownCountdown(worst.remainingMs) : looks[worst.show].text
  return { show: worst.show, text, isStale: worst.show === 'Delay' && worst.stale }
}

/** The specification's: cards fade in one after the other. */
const turnMs = 200

interface StripCardProps {
  location: Location
  stream: Stream
  index: number
  stripStartedMs: number
  onChoose: (location: Location) => void
}

/** Memoised, and drawn only when its words change: there may be sixty. */
export const StripCard = memo(function StripCard(props: StripCardProps) {
  const { location, stream, index, stripStartedMs, onChoose } = props
  const { show, text, isStale } = usePlace(location, summaryOf)
  const warnings = useWarnings(location.id, asking[stream])
  const advisories = useAdvisories(location.id, asking[stream])
  // Whoever comes later, because another place was chosen, has had its turn.
  const [delayMs] = useState(() => Math.max(0, index * turnMs - (performance.now() - stripStartedMs)))
  const style = { '--delay': `${Math.round(delayMs)}ms` } as CSSProperties
  const isKnown = !warnings.isPending && !advisories.isPending
  const threats = threatIcons({
    inDelay: show === 'Delay',
    warnings: warnings.isError ? undefined : warnings.data,
    advisories: advisories.isError ? undefined : advisories.data,
  })
  return (
    <article
      className={classes.card}
      data-shown={show}
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
          <StatusPill tone={looks[show].tone} icon={looks[show].icon} isUnsure={isStale}>
            {text}
          </StatusPill>
        </span>
        {isKnown && <ThreatIcons threats={threats} />}
      </div>
    </article>
  )
})
