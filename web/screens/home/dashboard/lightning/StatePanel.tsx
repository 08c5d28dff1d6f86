import type { Hero, HeroShown } from './hero.ts'
import { Hazards } from './Hazards.tsx'
import classes from './StatePanel.module.css'
import { SatelliteNote } from './SatelliteNote.tsx'
import { insideWords, type SeenStrike } from './strikes.ts'
import type { Location } from '#contract/places/locations'
import { SupportLine } from './Support.tsx'
import { useSupport } from '#web/data/people/customers.ts'
import type { OtherHazards } from '#web/data/weather/hazards.ts'
import { satelliteNotAccepted } from '#domain/lightning/proof'
import { satelliteOnly, staleWords, treatAsUnsafe } from '#web/parts/weather/safety-text.ts'
import { shownTimeInZone, shownToActOn } from '#web/parts/time/times.ts'
import {
  IconBoltFilled,
  IconCircleCheckFilled,
  IconHelpHexagon,
  IconHourglass,
  type Icon,
} from '@tabler/icons-react'

const icons: Record<HeroShown, Icon> = {
  Delay: IconBoltFilled,
  Checking: IconHourglass,
  AllClear: IconCircleCheckFilled,
  Unknown: IconHelpHexagon,
}

/** The headline's subject, because a place may be clear of lightning and still be dangerous. */
const subjects: Record<HeroShown, string> = {
  Delay: 'Lightning Delay',
  Checking: 'Lightning:',
  AllClear: 'Lightning:',
  Unknown: 'Lightning:',
}

interface StatePanelProps {
  location: Location
  hero: Hero
  /** The viewer's. */
  zone: string
  placeZone: string
  strikes: readonly SeenStrike[]
  /** Whether the page has just opened, so that a missing report does not mean a failure. */
  isAwaited: boolean
  /** Undefined until fetched. */
  others: OtherHazards | undefined
}

/** Shows the state as the largest element on the screen: one word or one countdown, with the reason below it. */
export function StatePanel(props: StatePanelProps) {
  const { location, hero, zone, placeZone, strikes, isAwaited, others } = props
  const StateIcon = icons[hero.show]
  useSupport() // the contacts are fetched while the server still responds
  const isFirstLook = isAwaited && hero.show === 'Unknown'
  return (
    <div className={classes.state} data-shown={hero.show}>
      <p className={classes.headline} data-long={hero.show !== 'Delay' || undefined}>
        <span className={classes.subject}>
          <StateIcon aria-hidden />
          {subjects[hero.show]}
        </span>{' '}
        <span className={classes.big} data-stale={hero.isStale || undefined}>
          {isFirstLook ? 'Checking…' : hero.big}
        </span>
      </p>
      {others && <Hazards others={others} />}
      <div className={classes.why}>
        {isFirstLook ? (
          <p>Waiting for the first update from the server. Treat as unsafe until then.</p>
        ) : (
          <Why hero={hero} zone={zone} placeZone={placeZone} strikes={strikes} />
        )}
      </div>
      {(hero.show === 'Unknown' || hero.isStale || hero.isSatelliteOnly) && (
        <SatelliteNote location={location} satellite={hero.satellite} />
      )}
    </div>
  )
}

type WhyProps = Pick<StatePanelProps, 'hero' | 'zone' | 'placeZone' | 'strikes'>

function Why(props: WhyProps) {
  const { hero, zone } = props
  switch (hero.show) {
    case 'Delay':
      return <WhyDelayed {...props} />
    case 'Checking':
      return <p>The countdown is over. Waiting for proof that it is clear: stay where you are.</p>
    case 'AllClear':
      return (
        <>
          {hero.isSatelliteOnly && (
            <p>
              <strong>{satelliteOnly}</strong>
            </p>
          )}
          <p>No lightning in any ring for the whole all-clear time.</p>
          {hero.provenThrough && <p>Proven through {shownTimeInZone(hero.provenThrough, zone)}.</p>}
        </>
      )
    case 'Unknown':
      return <WhyUnknown {...props} />
  }
}

function WhyDelayed({ hero, zone, placeZone, strikes }: WhyProps) {
  const { lastStrike, innermost, keptBecause, endsAt, endsLast } = hero
  const where = lastStrike?.where ?? null
  return (
    <>
      {lastStrike && (
        <p>
          <strong>Last strike {where ?? ''}</strong>
          {where ? ', ' : ' '}
          {lastStrike.age} ago
        </p>
      )}
      {lastStrike?.errorMiles && (
        <p>It counts because its position is only known to within {lastStrike.errorMiles} mi.</p>
      )}
      {keptBecause !== null && (
        <p>
          <strong>{keptBecause}</strong>
        </p>
      )}
      {innermost && keptBecause === null && (
        <p>
          Inside Ring {innermost.ring} ({innermost.radiusMiles} mi)
          {insideWords(strikes, innermost.radiusMiles)}
        </p>
      )}
      {hero.isStale ? (
        <p>
          <strong>{staleWords(hero.staleBecause)}</strong>
        </p>
      ) : (
        endsAt && (
          <p>
            {endsLast && innermost && `Ring ${innermost.ring}: `}
            All Clear at {shownToActOn(endsAt, zone, placeZone)} if no further strikes occur.
            {endsLast &&
              ` Ring ${endsLast.ring} (${endsLast.radiusMiles} mi): at ${shownToActOn(endsLast.endsAt, zone, placeZone)}.`}
          </p>
        )
      )}
    </>
  )
}

/** The specification's text, followed by what is known and what to do, in plain words. */
function WhyUnknown({ hero, zone, placeZone }: WhyProps) {
  const { because, isCovered, since, earliestClear, silence } = hero
  return (
    <>
      <p>
        <strong>
          {because === satelliteNotAccepted
            ? 'Satellites alone do not prove All Clear'
            : isCovered
              ? 'Lightning status is temporarily unavailable'
              : 'Lightning is not monitored here'}
        </strong>
      </p>
      <p>
        {because}
        {since && `, since ${shownTimeInZone(since, zone)}`}
        {silence && `. The last update arrived ${silence.age} ago`}.
      </p>
      <p>
        <strong>{treatAsUnsafe}</strong>
      </p>
      {earliestClear && (
        <p>All Clear can be proven at {shownToActOn(earliestClear, zone, placeZone)} at the earliest.</p>
      )}
      <SupportLine />
    </>
  )
}
