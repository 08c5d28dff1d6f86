import classes from './LiveCameraLogs.module.css'
import { monthNames, totalsBy } from './log-totals.ts'
import type { CameraLogEntry } from '#contract/devices/cameras'
import { hoursAndMinutes, viewTime } from '#domain/cameras/view-time'
import { RadialBarChart } from '#web/charts/RadialBarChart.tsx'
import { useCameraLogs, useCameraUsage } from '#web/data/devices/cameras.ts'
import { plainReason } from '#web/data/requests/failures.ts'
import { Card } from '#web/parts/page/Card.tsx'
import { DataTable } from '#web/parts/tables/DataTable.tsx'
import { EmptyState } from '#web/parts/page/EmptyState.tsx'
import { ErrorNote } from '#web/parts/page/ErrorNote.tsx'
import { PageHeader } from '#web/parts/page/PageHeader.tsx'
import { PlainSelect } from '#web/parts/fields/PlainSelect.tsx'
import type { Column } from '#web/parts/tables/table-model.ts'
import { shownInstant } from '#web/parts/time/times.ts'
import { useNow } from '#web/parts/time/use-now.ts'
import { Button } from '@mantine/core'
import { IconDeviceCctvOff } from '@tabler/icons-react'
import { useState } from 'react'
import { Link, useParams } from 'react-router'

const sizes = [10, 25, 50]
const rowKey = ({ id }: CameraLogEntry) => String(id)

/** The specification's 'ID' column is hidden, because it is the row key and of no use to readers. */
const columns: readonly Column<CameraLogEntry>[] = [
  {
    id: 'camera',
    header: 'Camera',
    sortBy: ({ cameraFeedName }) => cameraFeedName,
    cell: ({ cameraFeedName }) => cameraFeedName,
  },
  { id: 'user', header: 'User', sortBy: ({ userName }) => userName, cell: ({ userName }) => userName },
  {
    id: 'start',
    header: 'Start Time',
    sortBy: ({ start }) => start,
    cell: ({ start }) => shownInstant(start, ''),
  },
  {
    id: 'duration',
    header: 'Duration',
    align: 'end',
    sortBy: ({ duration }) => duration,
    cell: ({ duration }) => viewTime(duration),
  },
]

/** Shows who watched which camera, by month. */
export function LiveCameraLogs() {
  const customerId = Number(useParams()['customerId'])
  const now = useNow()
  const [offset, setOffset] = useState(0)
  const logs = useCameraLogs(customerId, offset)
  const usage = useCameraUsage(customerId, offset)
  const failed = logs.error ?? usage.error
  return (
    <>
      <PageHeader
        title="Live Camera - Logs"
        actions={
          <>
            <PlainSelect
              aria-label="Month"
              value={offset}
              onChange={event => setOffset(Number(event.currentTarget.value))}
            >
              {monthNames(now).map((name, index) => (
                <option key={name} value={index}>
                  {name}
                </option>
              ))}
            </PlainSelect>
            <Button component={Link} to="/LiveCamera">
              Live Camera
            </Button>
          </>
        }
      />
      {failed ? (
        <ErrorNote
          title="Camera logs could not be loaded"
          text={plainReason(failed)}
          onRetry={() => void Promise.all([logs.refetch(), usage.refetch()])}
        />
      ) : (
        <div className={classes.page}>
          {usage.data && (
            <Totals minutes={usage.data.liveStreamMinutes} seconds={usage.data.consumedSeconds} />
          )}
          {logs.data && logs.data.length > 0 && usage.data && (
            <Charts entries={logs.data} minutes={usage.data.liveStreamMinutes} />
          )}
          <Card flush>
            <DataTable
              key={offset}
              caption="Camera logs"
              rows={logs.data}
              columns={columns}
              rowKey={rowKey}
              pageSize={10}
              sizes={sizes}
              empty={
                <EmptyState
                  icon={<IconDeviceCctvOff size={32} stroke={1.5} aria-hidden />}
                  title="No logs found for this month."
                />
              }
            />
          </Card>
        </div>
      )}
    </>
  )
}

function Totals({ minutes, seconds }: { minutes: number; seconds: number }) {
  return (
    <div className={classes.totals}>
      <p>{`Allowed this month: ${hoursAndMinutes(minutes * 60)}`}</p>
      <p data-over={seconds > minutes * 60 || undefined}>{`Consumed: ${hoursAndMinutes(seconds)}`}</p>
    </div>
  )
}

function Charts({ entries, minutes }: { entries: readonly CameraLogEntry[]; minutes: number }) {
  return (
    <div className={classes.charts}>
      <Card title="Cameras">
        <RadialBarChart
          label="Minutes watched for each camera"
          bars={totalsBy(entries, ({ cameraFeedName }) => cameraFeedName)}
          max={minutes}
        />
      </Card>
      <Card title="Users">
        <RadialBarChart
          label="Minutes watched by each person"
          bars={totalsBy(entries, ({ userName }) => userName)}
          max={minutes}
        />
      </Card>
    </div>
  )
}
