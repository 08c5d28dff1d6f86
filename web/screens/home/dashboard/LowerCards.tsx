import { CardBoundary } from './CardBoundary.tsx'
import classes from './LowerCards.module.css'
import { WarningsCard } from './warnings/WarningsCard.tsx'
import type { Location } from '#contract/places/locations'
import type { Stream } from '#web/data/requests/asking.ts'
import { fetchedPart } from '#web/parts/page/fetched-part.tsx'
import { Later } from '#web/parts/page/Later.tsx'
import { memo, type ReactNode } from 'react'

type CardName = 'map' | 'storm' | 'forecast' | 'risks' | 'history'

const PlaceCards = fetchedPart(
  () => import('./place/PlaceCards.tsx').then(file => file.PlaceCards),
  <div className={classes.waitingPlace} />,
)

/** Loaded in one chunk, because a page that needs one of these cards soon needs the others. */
const laterCards = () => import('./later-cards.ts')
const ForecastCard = fetchedPart(
  () => laterCards().then(file => file.ForecastCard),
  <Waiting card="forecast" />,
)
const HistoryCard = fetchedPart(() => laterCards().then(file => file.HistoryCard), <Waiting card="history" />)
const MapCard = fetchedPart(() => laterCards().then(file => file.MapCard), <Waiting card="map" />)
const RisksCard = fetchedPart(() => laterCards().then(file => file.RisksCard), <Waiting card="risks" />)
const StormCard = fetchedPart(() => laterCards().then(file => file.StormCard), <Waiting card="storm" />)

/** Loads the first screen's cards while the location list is still being fetched. */
export const fetchFirstCards = PlaceCards.fetch

interface LowerCardsProps {
  location: Location
  stream: Stream
  /** The viewer's time zone. Cards that require action use it; the others use the place's. */
  zone: string
  onEdit: (location: Location) => void
}

/** Shows everything below the place's state. */
export const LowerCards = memo(function LowerCards({ location, stream, zone, onEdit }: LowerCardsProps) {
  const { id } = location
  return (
    <>
      <CardBoundary
        key={`warnings ${id}`}
        title={`Active Warnings for ${location.label}`}
        failureTitle="Uh oh, there's an issue displaying your alerts. We're working on it!"
        failureText="There may be warnings that are not shown here. Reload and try again."
      >
        <WarningsCard location={location} stream={stream} />
      </CardBoundary>
      <Later waiting={<div className={classes.waitingPlace} />}>
        <PlaceCards location={location} onEdit={onEdit} />
      </Later>
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
          <ForecastCard location={location} />
        </LaterCard>
        <LaterCard
          card="risks"
          of={id}
          title="Today's Policy Risks"
          failureTitle="There was an error while trying to load the threats forecast"
        >
          <RisksCard location={location} stream={stream} />
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
})

interface LaterCardProps {
  card: CardName
  /** The location's id, set if the card starts over when the location changes. */
  of?: number
  title: string
  failureTitle: string
  children: ReactNode
}

/** A card that usually starts off-screen. Shows a placeholder until it is loaded. */
function LaterCard({ card, of, title, failureTitle, children }: LaterCardProps) {
  return (
    <div className={classes.cell} data-card={card}>
      <Later waiting={<Waiting card={card} title={title} />}>
        <CardBoundary
          key={of}
          title={title}
          failureTitle={failureTitle}
          failureText="The connection may be down, or Skywarden was updated. Reload and try again."
        >
          {children}
        </CardBoundary>
      </Later>
    </div>
  )
}

/** The heading is there before the card renders, for people who navigate by headings. */
function Waiting({ card, title }: { card: CardName; title?: string }) {
  return (
    <div className={classes.waiting} data-card={card}>
      {title !== undefined && <h2 className="visually-hidden">{title}</h2>}
    </div>
  )
}
