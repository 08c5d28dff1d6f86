import { CardBoundary } from './CardBoundary.tsx'
import classes from './Dashboard.module.css'
import { WarningsCard } from './warnings/WarningsCard.tsx'
import type { Location } from '#contract/locations'
import type { Stream } from '#web/data/asking.ts'
import { lazy, Suspense } from 'react'

const ForecastCard = lazy(() =>
  import('./forecast/ForecastCard.tsx').then(file => ({ default: file.ForecastCard })),
)
const PlaceCards = lazy(() => import('./place/PlaceCards.tsx').then(file => ({ default: file.PlaceCards })))
const RisksCard = lazy(() => import('./risks/RisksCard.tsx').then(file => ({ default: file.RisksCard })))

const reload = 'The connection may be down, or a newer Skywarden was installed. Reload and try again.'

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
        <div className={classes.wide}>
          <CardBoundary
            key={`forecast ${id}`}
            title="Forecast Breakdown"
            failureTitle="Your forecast breakdown is having a breakdown. Give us a moment, and we'll be back up and running soon!"
            failureText={reload}
          >
            <Suspense fallback={<div className={classes.waitingForecast} />}>
              <ForecastCard locationId={id} zone={zone} />
            </Suspense>
          </CardBoundary>
        </div>
        <div className={classes.narrow}>
          <CardBoundary
            key={`risks ${id}`}
            title="Today's Policy Risks"
            failureTitle="There was an error while trying to load the threats forecast"
            failureText={reload}
          >
            <Suspense fallback={<div className={classes.waitingRisks} />}>
              <RisksCard locationId={id} zone={zone} />
            </Suspense>
          </CardBoundary>
        </div>
      </div>
    </>
  )
}
