import { heroOf } from './hero.ts'
import classes from './LightningCard.module.css'
import { RingPicture, RingPictureAwaited } from './RingPicture.tsx'
import { RingRows } from './RingRows.tsx'
import { StatePanel } from './StatePanel.tsx'
import { seenStrikes } from './strikes.ts'
import type { Location } from '#contract/places/locations'
import type { Stream } from '#web/data/requests/asking.ts'
import { serverNowInSteps } from '#web/data/live/server-now.ts'
import { useLiveView, usePlace, useRingCircles, useRingStrikes } from '#web/data/live/use-place.ts'
import { useOtherHazards } from '#web/data/weather/use-hazards.ts'
import { shownTimeInZone } from '#web/parts/time/times.ts'
import { usePainted } from '#web/parts/browser/use-painted.ts'
import { useMemo } from 'react'

interface LightningCardProps {
  location: Location
  /** The viewer's. */
  zone: string
  stream: Stream
}

/** Shows the selected place's state, readable from a distance, its rings to scale and as rows, and the evidence. */
export function LightningCard({ location, zone, stream }: LightningCardProps) {
  const hero = usePlace(location, heroOf)
  const others = useOtherHazards(location.id, stream)
  const received = useRingStrikes(location.id)
  const isPainted = usePainted()
  const nowMs = useLiveView(serverNowInSteps)
  const circles = useRingCircles(location.id)
  const strikes = useMemo(
    () => seenStrikes(location, { strikes: received ?? [], circles }, nowMs),
    [location, received, circles, nowMs],
  )
  const title = `lightning-status-${location.id}`
  return (
    <article
      className={classes.hero}
      data-shown={hero.show}
      data-other-hazards={(others?.hazards.length ?? 0) > 0 || undefined}
      aria-labelledby={title}
    >
      <h2 id={title} className="visually-hidden">
        Lightning Status at {location.label}
      </h2>
      <StatePanel
        location={location}
        hero={hero}
        zone={zone}
        placeZone={location.timeZone}
        strikes={strikes}
        isAwaited={stream === 'awaited'}
        others={others}
      />
      {isPainted ? (
        <RingPicture
          rings={hero.rings}
          strikes={strikes} // An empty strike list does not prove that there was no strike.
          strikesAreKnown={received !== undefined && (hero.show !== 'Unknown' || strikes.length > 0)}
        />
      ) : (
        <RingPictureAwaited />
      )}
      <div className={classes.side}>
        <RingRows rings={hero.rings} isStale={hero.isStale} />
        <footer className={classes.foot}>
          <p>
            {hero.asOf ? `As of ${shownTimeInZone(hero.asOf, zone)}` : 'No recent update from the server'}
            {hero.provenThrough && ` · proven through ${shownTimeInZone(hero.provenThrough, zone)}`}
          </p>
        </footer>
      </div>
    </article>
  )
}
