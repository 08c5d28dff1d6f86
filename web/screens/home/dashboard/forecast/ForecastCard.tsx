import { dayColumns, hourColumns } from './columns.ts'
import classes from './Forecast.module.css'
import { ForecastControls } from './ForecastControls.tsx'
import { ForecastTable } from './ForecastTable.tsx'
import {
  defaultMetric,
  isSnowExpected,
  metricIn,
  metricsOf,
  type ForecastMetric,
  type ForecastView,
} from './metrics.ts'
import { creditOf } from '#domain/feeds/credits'
import type { Location } from '#contract/places/locations'
import { timeAgo } from '#domain/units/time-ago'
import { isUnavailable, plainReason } from '#web/data/requests/failures.ts'
import { useDailyForecasts, useHourlyForecasts } from '#web/data/weather/forecasts.ts'
import { useOwnPolicies } from '#web/data/policies/own-policies.ts'
import { useStandingError } from '#web/data/requests/standing-error.ts'
import { Card } from '#web/parts/page/Card.tsx'
import { EmptyState } from '#web/parts/page/EmptyState.tsx'
import { ErrorNote } from '#web/parts/page/ErrorNote.tsx'
import { useNow } from '#web/parts/time/use-now.ts'
import { WarningNote } from '#web/parts/page/WarningNote.tsx'
import { usableZone, zoneAbbreviation } from '#web/parts/time/zones.ts'
import { limitsOf } from '#web/screens/home/dashboard/conditions/limits.ts'
import { IconCloudOff } from '@tabler/icons-react'
import { useMemo, useState } from 'react'

const hoursShown = 36
const daysShown = 7

/** Shows hours and days in the place's local time, wherever the viewer is. */
export function ForecastCard({ location }: { location: Location }) {
  const { id: locationId, timeZone } = location
  const [view, setView] = useState<ForecastView>('hourly')
  const [chosen, setChosen] = useState<ForecastMetric>(defaultMetric)
  const hourly = useHourlyForecasts(locationId, hoursShown)
  const daily = useDailyForecasts(locationId)
  const errors = { hourly: useStandingError(hourly), daily: useStandingError(daily) }
  const { data: policies } = useOwnPolicies()
  const limits = useMemo(() => limitsOf(policies ?? []), [policies])
  const now = useNow()

  const snows = isSnowExpected(hourly.data ?? [], daily.data ?? [])
  const metric = metricIn(view, chosen, snows)
  const asked = view === 'hourly' ? hourly : daily
  const error = errors[view]
  const isUnknown = !asked.data && isUnavailable(error)
  const columns =
    view === 'hourly'
      ? hourColumns((hourly.data ?? []).slice(0, hoursShown), usableZone(timeZone))
      : dayColumns((daily.data ?? []).slice(0, daysShown), usableZone(timeZone))
  const [issue] = asked.data ?? []

  function chooseView(next: ForecastView) {
    setView(next)
    // The metric that the new view shows becomes the choice, so that switching back does not restore the previous one.
    setChosen(metricIn(next, chosen, snows))
  }

  return (
    <Card title="Forecast Breakdown" aside={view === 'hourly' ? 'Next 36 hours' : 'Next 7 days'}>
      <div className={classes.body}>
        <ForecastControls
          view={view}
          metric={metric}
          metrics={metricsOf(view, snows)}
          onView={chooseView}
          onMetric={setChosen}
        />
        {error && !isUnknown && (
          <ErrorNote
            title="Your forecast breakdown is having a breakdown. Give us a moment, and we'll be back up and running soon!"
            text={plainReason(error)}
            onRetry={() => void asked.refetch()}
          />
        )}
        {issue?.stale && (
          <WarningNote
            title="This forecast is old"
            text={`It was issued ${timeAgo(Date.parse(issue.issuedTime), now.getTime()) ?? 'some time ago'}. No newer one has arrived.`}
          />
        )}
        {!asked.data && !error && (
          <div className={classes.skeleton} role="status" aria-label="Loading the forecast" />
        )}
        {isUnknown && (
          <EmptyState
            icon={<IconCloudOff size={32} stroke={1.5} aria-hidden />}
            title="No forecast data available for this location"
            text="We’ll try again every minute."
          />
        )}
        {columns.length > 0 && (
          // Another view or place starts with its first column.
          <ForecastTable
            key={`${view} ${locationId}`}
            columns={columns}
            metrics={metricsOf(view, snows)}
            metric={metric}
            view={view}
            limits={limits}
          />
        )}
        {issue && (
          <p className={classes.issue}>
            Issued {timeAgo(Date.parse(issue.issuedTime), now.getTime())} · source: {creditOf(issue.source)}
            {` · ${view === 'hourly' ? 'times' : 'days'} in ${zoneAbbreviation(timeZone, now)}`}
          </p>
        )}
      </div>
    </Card>
  )
}
