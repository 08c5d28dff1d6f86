import { StripClock } from './Clock.tsx'
import classes from './Strip.module.css'
import { itemOf, itemsOf, type StripShown, type StripItem } from './strip-items.ts'
import type { Location } from '#contract/places/locations'
import { asking } from '#web/data/requests/asking.ts'
import { otherHazards, type Warned } from '#web/data/weather/hazards.ts'
import { readPlace } from '#web/data/live/place.ts'
import { useLiveView, usePlace } from '#web/data/live/use-place.ts'
import { useStream } from '#web/data/live/use-stream.ts'
import { useWarned } from '#web/data/weather/use-hazards.ts'
import {
  IconBoltFilled,
  IconCircleCheckFilled,
  IconHelpHexagon,
  IconHourglass,
  type Icon,
} from '@tabler/icons-react'
import { useCallback, useMemo } from 'react'

interface StateStripProps {
  /** The locations to show: a single one in detail, several as a summary. */
  locations: readonly Location[]
  /** Whether the list of the viewer's locations is known. */
  areKnown: boolean
  zone: string
}

/** Shows the places' state, readable across a room. Without a valid live report, the state is Unknown. */
export function StateStrip({ locations, areKnown, zone }: StateStripProps) {
  const stream = useStream()
  const isAwaited = stream === 'awaited'
  const ids = useMemo(() => locations.map(({ id }) => id), [locations])
  const warned = useWarned(ids, asking[stream])
  const items = useLiveView(useCallback(() => seenItems(locations, warned), [locations, warned]))
  return (
    <section className={classes.strip} aria-label="Lightning Status">
      {locations.map(location => (
        <KeptAsked key={location.id} location={location} />
      ))}
      <ul className={classes.items} data-alone={items.length === 1 || undefined}>
        {items.length === 0 && <Field item={areKnown ? nothingWatched : nothingKnown} />}
        {items.map(item => (
          <Field
            key={item.key}
            item={isAwaited && item.show === 'Unknown' ? { ...item, ...awaited } : item}
          />
        ))}
      </ul>
      <StripClock zone={zone} />
    </section>
  )
}

function seenItems(locations: readonly Location[], warned: readonly Warned[]): StripItem[] {
  const places = locations.map((location, index) => {
    const { worst, worstRing, endsLast } = readPlace(location)
    const others = otherHazards(warned[index] ?? { warnings: undefined, advisories: undefined })
    return { id: location.id, label: location.label, worst, worstRing, endsLast, others }
  })
  return places.length === 1 ? places.map(itemOf) : itemsOf(places)
}

/** While the stream is down, polls each location separately. */
function KeptAsked({ location }: { location: Location }) {
  usePlace(location, nothingOfIt)
  return null
}
const nothingOfIt = () => null

/** The page has just opened, so a missing report does not mean a failure. */
const awaited = {
  big: 'Checking…',
  hazards: [],
  why: 'Waiting for the first update from the server. Treat as unsafe until then.',
}

/** The text comes from the specification. */
const nothingWatched: StripItem = {
  key: 'none',
  title: "You don't have any locations added",
  show: 'Unknown',
  big: 'No locations',
  isStale: false,
  hazards: [],
  why: 'Add a location to continue.',
}
const nothingKnown: StripItem = {
  key: 'failed',
  title: 'Problem retrieving locations',
  show: 'Unknown',
  big: 'Unknown',
  isStale: false,
  hazards: [],
  why: 'We’ll keep trying. Treat as unsafe.',
}

const icons: Record<StripShown, Icon> = {
  Delay: IconBoltFilled,
  Checking: IconHourglass,
  AllClear: IconCircleCheckFilled,
  Unknown: IconHelpHexagon,
}

/** Whether the headline must name lightning, because the state alone does not imply it. */
const isOfLightning = (show: StripShown) => show === 'AllClear' || show === 'Unknown'

function Field({ item: { title, show, big, isStale, hazards, why } }: { item: StripItem }) {
  const StateIcon = icons[show]
  return (
    <li className={classes.item} data-shown={show} data-other-hazards={hazards.length > 0 || undefined}>
      <p className={classes.title}>
        <StateIcon aria-hidden />
        <span>{title}</span>
      </p>
      <p className={classes.big} data-stale={isStale || undefined}>
        {isOfLightning(show) && <span className={classes.subject}>Lightning: </span>}
        {big}
      </p>
      {hazards.length > 0 && (
        <div className={classes.hazards} role="group" aria-label="Other hazards here">
          {hazards.map(hazard => (
            <span key={hazard}>{hazard}</span>
          ))}
        </div>
      )}
      {/* 'Quiet' is not shown if there are other hazards. */}
      {(show !== 'AllClear' || hazards.length === 0) && <p className={classes.why}>{why}</p>}
    </li>
  )
}
