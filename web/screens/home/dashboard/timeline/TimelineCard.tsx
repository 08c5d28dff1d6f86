import { metricFrom, timelineMetrics, type TimelineMetric } from './timeline.ts'
import classes from './Timeline.module.css'
import { TimelineShown } from './TimelineShown.tsx'
import type { Location } from '#contract/places/locations'
import type { WirePolicy } from '#contract/places/policies'
import {
  useObservation,
  useServerNowMs,
  useStationHistory,
  useTodayHours,
} from '#web/data/weather/conditions.ts'
import { plainReason } from '#web/data/requests/failures.ts'
import { useStandingError } from '#web/data/requests/standing-error.ts'
import { Card } from '#web/parts/page/Card.tsx'
import { PlainSelect } from '#web/parts/fields/PlainSelect.tsx'
import { ErrorNote } from '#web/parts/page/ErrorNote.tsx'
import { useRemembered } from '#web/parts/browser/use-remembered.ts'
import { HistoryLink } from '#web/screens/home/dashboard/conditions/HistoryLink.tsx'
import { useId } from 'react'

const hoursShown = 3
const asIs = (metric: TimelineMetric) => metric

interface TimelineCardProps {
  location: Location
  policies: readonly WirePolicy[]
}

/** Shows recent readings from the place's own station. Hidden if no customer station reports. */
export function TimelineCard({ location, policies }: TimelineCardProps) {
  const { data: observation } = useObservation(location.id)
  const station = observation?.weatherStation ?? null
  const hasPosition = Number.isFinite(location.latitude) && Number.isFinite(location.longitude)
  const isShown = hasPosition && station !== null && station.type > 0
  const history = useStationHistory(isShown ? station.id : null, hoursShown)
  const error = useStandingError(history)
  const today = useTodayHours(location.id)
  const nowMs = useServerNowMs()
  const [metric, setMetric] = useRemembered('skywarden:timeline-metric', metricFrom, asIs)
  const id = useId()
  if (!isShown || !observation) return null
  return (
    <Card
      title="Conditions Timeline"
      aside={
        <div className={classes.aside}>
          <label htmlFor={id} className="visually-hidden">
            Metric of the timeline
          </label>
          <PlainSelect id={id} value={metric} onChange={event => setMetric(metricFrom(event.target.value))}>
            {Object.entries(timelineMetrics).map(([value, { label }]) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </PlainSelect>
          <HistoryLink observation={observation}>View All</HistoryLink>
        </div>
      }
    >
      <div className={classes.body}>
        {error && (
          <ErrorNote
            title="There was an error while trying to load the conditions timeline"
            text={plainReason(error)}
            onRetry={() => void history.refetch()}
          />
        )}
        {history.data && (
          <TimelineShown
            rows={history.data}
            today={today.data ?? []}
            metric={metric}
            hours={hoursShown}
            station={station.name}
            policies={policies}
            nowMs={nowMs}
            zone={location.timeZone}
          />
        )}
        {!history.data && !error && (
          <div className={classes.skeleton} role="status" aria-label="Loading the conditions timeline" />
        )}
      </div>
    </Card>
  )
}
