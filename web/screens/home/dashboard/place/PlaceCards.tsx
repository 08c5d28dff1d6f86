import classes from './PlaceCards.module.css'
import { cardSpans, type CardName } from './spans.ts'
import type { Location } from '#contract/places/locations'
import { useAirQuality } from '#web/data/weather/air-quality.ts'
import { useObservation } from '#web/data/weather/conditions.ts'
import { useWorkRest } from '#web/data/weather/heat-stress.ts'
import { useOwnPolicies } from '#web/data/policies/own-policies.ts'
import { AirCard } from '#web/screens/home/dashboard/air/AirCard.tsx'
import { Later } from '#web/parts/page/Later.tsx'
import { CardBoundary } from '#web/screens/home/dashboard/CardBoundary.tsx'
import { ConditionsCard } from '#web/screens/home/dashboard/conditions/ConditionsCard.tsx'
import { HeatCard } from '#web/screens/home/dashboard/heat/HeatCard.tsx'
import { ImageCard } from '#web/screens/home/dashboard/image/ImageCard.tsx'
import { TimelineCard } from '#web/screens/home/dashboard/timeline/TimelineCard.tsx'
import { useDeferredValue, useState, type CSSProperties, type ReactNode } from 'react'

interface PlaceCardsProps {
  location: Location
  onEdit: (location: Location) => void
}

const reload = 'The connection may be down, or Skywarden was updated. Reload and try again.'

/** Each card's title, and its text if it cannot be rendered. */
const failures: Readonly<Record<CardName, { title: string; failureTitle: string }>> = {
  conditions: {
    title: 'Current Conditions',
    failureTitle: 'Your current conditions timeline is feeling under the weather. Try again shortly.',
  },
  heat: { title: 'Heat Stress', failureTitle: 'Unable to load heat stress' },
  air: {
    title: 'Air Quality',
    failureTitle: "Your AQI data is taking a breather. Hang tight and we'll be back soon!",
  },
  timeline: {
    title: 'Conditions Timeline',
    failureTitle: 'There was an error while trying to load the conditions timeline',
  },
  image: { title: 'Selected Location', failureTitle: 'The image of the station could not be shown' },
}

/**
 * Shows the weather at the selected place. Which cards there are, and how wide, is known before any of them renders.
 */
export function PlaceCards({ location, onEdit }: PlaceCardsProps) {
  const observation = useObservation(location.id)
  const air = useAirQuality(location.id)
  const heat = useWorkRest(location.organizationLocationId)
  const { data: policies = [] } = useOwnPolicies()
  const [firstId] = useState(location.id)
  const [hasChosen, setChosen] = useState(false)
  if (!hasChosen && location.id !== firstId) setChosen(true) // going back to the first is a choice too
  // One request is enough, successful or not: a failed one is retried with its card in place.
  const isKnown = useDeferredValue(observation.isFetched && air.isFetched && heat.isFetched)
  if (!isKnown) return <PlaceAwaited />

  const spans = cardSpans({
    // A failed card is shown with its error. Only a definite 'no' leaves a card out.
    heat: heat.data !== null,
    air: air.data === undefined || air.data.length > 0,
    timeline: (observation.data?.weatherStation?.type ?? 0) > 0,
    camera: typeof observation.data?.weatherStation?.imageUrl === 'string',
  })
  const cards: Record<CardName, ReactNode> = {
    conditions: <ConditionsCard location={location} policies={policies} />,
    heat: <HeatCard location={location} />,
    air: <AirCard location={location} policies={policies} />,
    timeline: <TimelineCard location={location} policies={policies} />,
    image: <ImageCard location={location} onEdit={onEdit} />,
  }
  return (
    <div className={classes.grid} data-chosen={hasChosen || undefined}>
      {spans.map(({ card, wide, middle }) => (
        <div key={`${card} ${location.id}`} data-card={card} style={spanStyle(wide, middle)}>
          <Later waiting={<Awaited title={failures[card].title} />}>
            <CardBoundary {...failures[card]} failureText={reload}>
              {cards[card]}
            </CardBoundary>
          </Later>
        </div>
      ))}
    </div>
  )
}

function PlaceAwaited() {
  return (
    <div className={classes.grid} aria-busy="true">
      <span className="visually-hidden" role="status">
        Loading...
      </span>
      {cardSpans({ heat: true, air: true, timeline: true, camera: true }).map(({ card, wide, middle }) => (
        <div
          key={card}
          data-card={card}
          className={classes.awaited}
          style={spanStyle(wide, middle)}
          aria-hidden="true"
        />
      ))}
    </div>
  )
}

/** The heading is there before the card renders, for people who navigate by headings. */
function Awaited({ title }: { title: string }) {
  return (
    <div className={classes.awaited}>
      <h2 className="visually-hidden">{title}</h2>
    </div>
  )
}

function spanStyle(wide: number, middle: number) {
  return { '--wide': wide, '--middle': middle } as CSSProperties
}
