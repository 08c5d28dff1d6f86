import classes from './History.module.css'
import { HistoryShown } from './HistoryShown.tsx'
import { KeepButton } from './KeepButton.tsx'
import { PastDelaysButton } from './PastDelaysButton.tsx'
import type { Location } from '#contract/places/locations'
import { plainReason } from '#web/data/requests/failures.ts'
import { useDelaySummary, useDownloadDelays } from '#web/data/weather/lightning.ts'
import { useStandingError } from '#web/data/requests/standing-error.ts'
import { Card } from '#web/parts/page/Card.tsx'
import { ErrorNote } from '#web/parts/page/ErrorNote.tsx'
import { shownClock } from '#web/parts/time/times.ts'

interface HistoryCardProps {
  location: Location
  /** The viewer's. */
  zone: string
}

/** Shows the last 30 days' delays, and a link to all of them. Past delays are gray and never look like All Clear. */
export function HistoryCard({ location, zone }: HistoryCardProps) {
  const asked = useDelaySummary(location)
  const error = useStandingError(asked)
  const { data: summary, refetch } = asked
  const download = useDownloadDelays(location)
  return (
    <Card title="Delay history" aside="Last 30 days">
      <div className={classes.body}>
        {error && (
          <ErrorNote
            title="Delay history could not be loaded"
            text={plainReason(error)}
            onRetry={() => void refetch()}
          />
        )}
        {summary && <HistoryShown summary={summary} />}
        {!summary && !error && (
          <div className={classes.skeleton} role="status" aria-label="Loading the delay history">
            <span />
            <span />
          </div>
        )}
      </div>
      <footer className={classes.foot}>
        <p>{summary && `As of ${shownClock(new Date(summary.to), summary.timeZone)}`}</p>
        <div>
          <PastDelaysButton location={location} zone={zone} />
          <KeepButton
            label="Export"
            of={`the delays of ${location.label} in the last 30 days`}
            download={download}
          />
        </div>
      </footer>
    </Card>
  )
}
