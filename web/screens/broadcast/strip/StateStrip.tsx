import { Clock } from './Clock.tsx'
import classes from './Strip.module.css'
import { itemOf, itemsOf, type Shown, type StripItem } from './strip-items.ts'
import type { Location } from '#contract/locations'
import { readPlace } from '#web/data/live/place.ts'
import { useLiveView, usePlace } from '#web/data/live/use-place.ts'
import { useStream } from '#web/data/live/use-stream.ts'
import {
  IconBoltFilled,
  IconCircleCheckFilled,
  IconHelpHexagon,
  IconHourglass,
  type Icon,
} from '@tabler/icons-react'
import { useCallback } from 'react'

interface StateStripProps {
  /** Those whose state is shown: one alone by itself, several by what they have in common. */
  locations: readonly Location[]
  /** Whether the own locations are known at all. */
  areKnown: boolean
  zone: string
}

/** The state of the places, to be read from across a room. What the live source does not vouch for is Unknown. */
export function StateStrip({ locations, areKnown, zone }: StateStripProps) {
  const items = useLiveView(useCallback(() => seenItems(locations), [locations]))
  const isAwaited = useStream() === 'awaited'
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
      <Clock zone={zone} />
    </section>
  )
}

function seenItems(locations: readonly Location[]): StripItem[] {
  const places = locations.map(location => {
    const { worst, rings } = readPlace(location)
    return { id: location.id, label: location.label, worst, rings }
  })
  return places.length === 1 ? places.map(itemOf) : itemsOf(places)
}

/** Where the stream is down, each location is asked for by itself. */
function KeptAsked({ location }: { location: Location }) {
  usePlace(location, nothingOfIt)
  return null
}
const nothingOfIt = () => null

/** The page was opened a moment ago: that there is no word yet is no failure. */
const awaited = {
  big: 'Checking…',
  why: 'Waiting for the first update from the server. Treat as unsafe until then.',
}

/** The specification's words. */
const nothingWatched: StripItem = {
  key: 'none',
  title: "You don't have any locations added",
  show: 'Unknown',
  big: 'No locations',
  why: 'Add a location to continue.',
}
const nothingKnown: StripItem = {
  key: 'failed',
  title: 'Problem retrieving locations',
  show: 'Unknown',
  big: 'Unknown',
  why: 'We keep trying. Treat as unsafe.',
}

const icons: Record<Shown, Icon> = {
  Delay: IconBoltFilled,
  Checking: IconHourglass,
  AllClear: IconCircleCheckFilled,
  Unknown: IconHelpHexagon,
}

function Field({ item: { title, show, big, why } }: { item: StripItem }) {
  const StateIcon = icons[show]
  return (
    <li className={classes.item} data-shown={show}>
      <p className={classes.title}>
        <StateIcon aria-hidden />
        <span>{title}</span>
      </p>
      <p className={classes.big}>{big}</p>
      <p className={classes.why}>{why}</p>
    </li>
  )
}
