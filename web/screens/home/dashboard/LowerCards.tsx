import { CardBoundary } from './CardBoundary.tsx'
import classes from './LowerCards.module.css'
import { WarningsCard } from './warnings/WarningsCard.tsx'
import type { Location } from '#contract/locations'
import type { Stream } from '#web/data/asking.ts'
import { Later } from '#web/parts/Later.tsx'
import { lazy, Suspense, type ReactNode } from 'react'

const ForecastCard = lazy(() =>
  import('./forecast/ForecastCard.tsx').then(file => ({ default: file.ForecastCard })),
)
const HistoryCard = lazy(() =>
  import('./history/HistoryCard.tsx').then(file => ({ default: file.HistoryCard })),
)
const MapCard = lazy(() => import('./map/MapCard.tsx').then(file => ({ default: file.MapCard })))
const PlaceCards = lazy(() => import('./place/PlaceCards.tsx').then(file => ({ default: file.PlaceCards })))
const RisksCard = lazy(() => import('./risks/RisksCard.tsx').then(file => ({ default: file.RisksCard })))
const StormCard = lazy(() => import('./storm/StormCard.tsx').then(file => ({ default: file.StormCard })))

interface LowerCardsProps {
  location: Location
  stream: Stream
  zone: string
  onEdit: (location: Location) => void
}

/** Everything below the state of the place. */
export function LowerCards({ location, stream, zone, onEdit }: LowerCardsProps) {
  const { id } = location
  return (
    <>
      <CardBoundary
        key={`warnings ${id}`}
        title={`Active Warnings for ${location.label}`}
        failureTitle="Uh oh, there's an issue displaying your alerts. We're working on it!"
        failureText="There may be warnings that are not shown here. Reload and try again."
      >
        <WarningsCard location={location} stream={stream} zone={zone} />
      </CardBoundary>
      <Suspense fallback={<div className={classes.waitingPlace} />}>
        <PlaceCards location={location} zone={zone} onEdit={onEdit} />
      </Suspense>
      <div className={classes.grid}>
        <LaterCard
          card="map"
          title="Map"
          failureTitle="Your map data got lost. Give us a moment and we'll find our way back to you!"
        >
          <MapCard location={location} zone={zone} />
        </LaterCard>
        <LaterCard card="storm" of={id} title="Storm arrival" failureTitle="Storm arrival could not be shown">
          <StormCard location={location} zone={zone} />
        </LaterCard>
        <LaterCard
          card="forecast"
          of={id}
          title="Forecast Breakdown"
          failureTitle="Your forecast breakdown is having a breakdown. Give us a moment, and we'll be back up and running soon!"
        >
          <ForecastCard locationId={id} zone={zone} />
        </LaterCard>
        <LaterCard
          card="risks"
          of={id}
          title="Today's Policy Risks"
          failureTitle="There was an error while trying to load the threats forecast"
        >
          <RisksCard locationId={id} zone={zone} />
        </LaterCard>
        <LaterCard
          card="history"
          of={id}
          title="Delay history"
          failureTitle="Delay history could not be shown"
        >
          <HistoryCard location={location} zone={zone} />
        </LaterCard>
      </div>
    </>
  )
}

interface LaterCardProps {
  card: 'map' | 'storm' | 'forecast' | 'risks' | 'history'
  /** The location, if the card begins anew with another one. */
  of?: number
  title: string
  failureTitle: string
  children: ReactNode
}

/** A card that most screens show only after scrolling. Its place is held until it is there. */
function LaterCard({ card, of, title, failureTitle, children }: LaterCardProps) {
  const waiting = <div className={classes.waiting} data-card={card} />
  return (
    <div className={classes.cell} data-card={card}>
      <Later waiting={waiting}>
        <CardBoundary
          key={of}
          title={title}
          failureTitle={failureTitle}
          failureText="The connection may be down, or a newer Skywarden was installed. Reload and try again."
        >
          <Suspense fallback={waiting}>{children}</Suspense>
        </CardBoundary>
      </Later>
    </div>
  )
}
