import { AirIndex } from './AirIndex.tsx'
import classes from './AirQuality.module.css'
import { indexOf, shownSensors, statusWords, type AirCategory, type ShownSensor } from './sensors.ts'
import { timeAgo } from '#domain/units/time-ago'
import { useAirCategories, useAirSensors } from '#web/data/weather/air-quality.ts'
import { useServerNowMs } from '#web/data/weather/conditions.ts'
import { plainReason } from '#web/data/requests/failures.ts'
import { useStandingError } from '#web/data/requests/standing-error.ts'
import { useMe } from '#web/data/people/users.ts'
import { Card } from '#web/parts/page/Card.tsx'
import { DataTable } from '#web/parts/tables/DataTable.tsx'
import { EmptyState } from '#web/parts/page/EmptyState.tsx'
import { ErrorNote } from '#web/parts/page/ErrorNote.tsx'
import { Hint } from '#web/parts/page/Hint.tsx'
import { TextInput } from '#web/parts/look/inputs.ts'
import { StatusPill } from '#web/parts/page/StatusPill.tsx'
import type { Column } from '#web/parts/tables/table-model.ts'
import { shownInstant } from '#web/parts/time/times.ts'
import { IconCircleCheck, IconCircleOff, IconSearch, IconWindOff } from '@tabler/icons-react'
import { useMemo, useState } from 'react'

const pageSize = 10
const rowKey = ({ id }: ShownSensor) => String(id)
const noCategories: readonly AirCategory[] = []

/** Lists the air sensors with their latest readings. */
export function SensorTable() {
  const { timeZone } = useMe()
  const sensors = useAirSensors()
  const error = useStandingError(sensors)
  const categories = useAirCategories().data ?? noCategories
  const nowMs = useServerNowMs()
  const [search, setSearch] = useState('')
  const rows = useMemo(() => sensors.data && shownSensors(sensors.data, search), [sensors.data, search])
  const columns = useMemo(() => columnsFor(categories, timeZone, nowMs), [categories, timeZone, nowMs])
  return (
    <>
      {error && (
        <ErrorNote
          title={sensors.data ? 'No recent update from the server' : 'Sensors could not be loaded'}
          text={plainReason(error)}
          onRetry={() => void sensors.refetch()}
        />
      )}
      {(sensors.data || !error) && (
        <Card flush>
          {sensors.data?.length !== 0 && (
            <div className={classes.tools}>
              <TextInput
                className={classes.search ?? ''}
                type="search"
                aria-label="Search"
                placeholder="Search (3 or more characters)"
                leftSection={<IconSearch size={16} aria-hidden />}
                value={search}
                onChange={event => setSearch(event.currentTarget.value)}
              />
              <p role="status" className={classes.dim}>
                {rows ? countInWords(rows.length) : 'Loading...'}
              </p>
            </div>
          )}
          <DataTable
            caption="Air quality sensors"
            rows={rows}
            columns={columns}
            rowKey={rowKey}
            pageSize={pageSize}
            sizes={[pageSize]}
            empty={<NoSensors isSearched={sensors.data?.length !== 0} />}
          />
        </Card>
      )}
    </>
  )
}

const countInWords = (count: number) => (count === 1 ? '1 sensor' : `${count} sensors`)

function NoSensors({ isSearched }: { isSearched: boolean }) {
  return (
    <EmptyState
      icon={<IconWindOff size={32} stroke={1.5} aria-hidden />}
      title={isSearched ? 'No matching sensors' : 'No air quality sensors near your locations'}
      text={
        isSearched
          ? 'Try another search.'
          : 'Sensors within 10 miles of a location of your organization appear here.'
      }
    />
  )
}

function columnsFor(categories: readonly AirCategory[], zone: string, nowMs: number): Column<ShownSensor>[] {
  return [
    {
      id: 'name',
      header: 'Name',
      sortBy: ({ name }) => name,
      cell: ({ name, customerName }) => (
        <span className={classes.name}>
          {name}
          {customerName !== null && <span className={classes.dim}>{customerName}</span>}
        </span>
      ),
    },
    {
      id: 'pm2.5',
      header: 'PM2.5',
      sortBy: ({ pM2_5 }) => pM2_5.nowcast,
      cell: ({ pM2_5 }) => <AirIndex index={indexOf(pM2_5.nowcast, categories)} />,
    },
    {
      id: 'pm10',
      header: 'PM10',
      sortBy: ({ pM10 }) => pM10.nowcast,
      cell: ({ pM10 }) => <AirIndex index={indexOf(pM10.nowcast, categories)} />,
    },
    {
      id: 'status',
      header: 'Status',
      sortBy: statusWords,
      cell: sensor => (
        <StatusPill
          tone={sensor.status ? 'info' : 'quiet'}
          icon={sensor.status ? IconCircleCheck : IconCircleOff}
        >
          {statusWords(sensor)}
        </StatusPill>
      ),
    },
    {
      id: 'lastActivity',
      header: 'Last Activity',
      sortBy: ({ lastActivity }) => (lastActivity === null ? null : Date.parse(lastActivity)),
      cell: ({ lastActivity }) => <LastActivity time={lastActivity} zone={zone} nowMs={nowMs} />,
    },
  ]
}

interface LastActivityProps {
  time: string | null
  zone: string
  nowMs: number
}

/** Shows the age of a reading, with the exact time on hover or keyboard focus. */
function LastActivity({ time, zone, nowMs }: LastActivityProps) {
  if (time === null) return 'No activity yet'
  const exact = shownInstant(time, zone)
  return <Hint text={exact}>{timeAgo(Date.parse(time), nowMs) ?? exact}</Hint>
}
