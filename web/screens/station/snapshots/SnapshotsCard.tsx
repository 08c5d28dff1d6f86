import { settledSnapshots, snapshotMetricFrom, snapshotMetrics, type SnapshotMetric } from './snapshots.ts'
import { SnapshotCharts } from './SnapshotCharts.tsx'
import type { WeatherStation } from '#contract/devices/stations'
import { localDay } from '#domain/conditions/local-day'
import { useServerNowMs } from '#web/data/weather/conditions.ts'
import { plainReason } from '#web/data/requests/failures.ts'
import { useStandingError } from '#web/data/requests/standing-error.ts'
import { useConditionSnapshots } from '#web/data/devices/stations.ts'
import { Card } from '#web/parts/page/Card.tsx'
import { ErrorNote } from '#web/parts/page/ErrorNote.tsx'
import { PlainSelect } from '#web/parts/fields/PlainSelect.tsx'
import { usableZone } from '#web/parts/time/zones.ts'
import { useTableSwitch } from '#web/screens/station/explorer/use-table-switch.ts'
import { ExportButton } from '#web/screens/station/export/ExportButton.tsx'
import classes from '#web/screens/station/Station.module.css'
import { useState } from 'react'

interface SnapshotsCardProps {
  station: WeatherStation
  mayExport: boolean
}

/** Shows the last 24 hours by quarter hour: what it felt like, and where lightning struck. */
export function SnapshotsCard({ station, mayExport }: SnapshotsCardProps) {
  const asked = useConditionSnapshots(String(station.id))
  const error = useStandingError(asked)
  const tableSwitch = useTableSwitch()
  const [metric, setMetric] = useState<SnapshotMetric>('temperature')
  const today = localDay(usableZone(station.timeZone), useServerNowMs())
  return (
    <Card
      title="Condition Snapshots"
      aside={
        <div className={classes.controls}>
          <PlainSelect
            aria-label="Metric of the condition snapshots"
            value={metric}
            onChange={event => setMetric(snapshotMetricFrom(event.target.value))}
          >
            {Object.entries(snapshotMetrics).map(([value, { label }]) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </PlainSelect>
          {mayExport && <ExportButton station={station} of="snapshots" today={today} />}
        </div>
      }
    >
      <div className={classes.section}>
        {error && (
          <ErrorNote
            title={
              asked.data
                ? 'Condition snapshots could not be refreshed'
                : 'Condition snapshots could not be loaded'
            }
            text={plainReason(error)}
            onRetry={() => void asked.refetch()}
          />
        )}
        {asked.data && (
          <SnapshotCharts
            rows={settledSnapshots(asked.data)}
            metric={metric}
            zone={station.timeZone}
            tableSwitch={tableSwitch}
          />
        )}
        {!asked.data && !error && (
          <span
            className={classes.awaited}
            data-tall
            role="status"
            aria-label="Loading condition snapshots"
          />
        )}
      </div>
    </Card>
  )
}
