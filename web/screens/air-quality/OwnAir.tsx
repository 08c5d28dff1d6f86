import { AirIndex } from './AirIndex.tsx'
import classes from './AirQuality.module.css'
import { mainAirNow, notKnown } from './own-air.ts'
import type { Location } from '#contract/places/locations'
import { useAirQuality } from '#web/data/weather/air-quality.ts'
import { useServerNowMs } from '#web/data/weather/conditions.ts'
import { plainReason } from '#web/data/requests/failures.ts'
import { useLocations } from '#web/data/places/locations.ts'
import { useStandingError } from '#web/data/requests/standing-error.ts'
import { mainOf, sensorMiles } from '#web/parts/weather/air-text.ts'
import { AirUpdated } from '#web/parts/weather/AirUpdated.tsx'
import { Card } from '#web/parts/page/Card.tsx'
import { DataTable } from '#web/parts/tables/DataTable.tsx'
import { EmptyState } from '#web/parts/page/EmptyState.tsx'
import { ErrorNote } from '#web/parts/page/ErrorNote.tsx'
import type { Column } from '#web/parts/tables/table-model.ts'
import { IconMapPinPlus } from '@tabler/icons-react'
import { Link } from 'react-router'

const pageSize = 10
const rowKey = ({ id }: Location) => String(id)

/** Shows air quality at the viewer's locations. Fetches only the locations on the current page. */
export function OwnAir() {
  const locations = useLocations()
  if (locations.isError && !locations.data) {
    return (
      <ErrorNote
        title="Locations could not be loaded"
        text={plainReason(locations.error)}
        onRetry={() => void locations.refetch()}
      />
    )
  }
  return (
    <Card flush>
      <DataTable
        caption="Air quality at your locations"
        rows={locations.data}
        columns={columns}
        rowKey={rowKey}
        pageSize={pageSize}
        sizes={[pageSize]}
        empty={
          <EmptyState
            icon={<IconMapPinPlus size={32} stroke={1.5} aria-hidden />}
            title="No locations yet"
            text="Add a location to see its air quality."
          >
            <Link to="/">Go to the dashboard</Link>
          </EmptyState>
        }
      />
    </Card>
  )
}

const columns: Column<Location>[] = [
  {
    id: 'location',
    header: 'Location',
    sortBy: ({ label }) => label,
    cell: ({ label }) => <span className={classes.name}>{label}</span>,
  },
  { id: 'air', header: 'Air quality', cell: ({ id }) => <MainPollutant locationId={id} /> },
  { id: 'source', header: 'Measured by', cell: ({ id }) => <Source locationId={id} /> },
]

function MainPollutant({ locationId }: { locationId: number }) {
  const asked = useAirQuality(locationId)
  const error = useStandingError(asked)
  const nowMs = useServerNowMs()
  const main = mainOf(asked.data ?? [])
  if (main) {
    const { index, words } = mainAirNow(main, nowMs)
    return (
      <span className={classes.air}>
        <AirIndex index={index} />
        <span className={classes.dim}>{words}</span>
      </span>
    )
  }
  if (asked.data) return <span className={classes.dim}>No sensor within 10 miles</span>
  if (error) {
    return (
      <span className={classes.air}>
        <AirIndex index={notKnown} />
        <span className={classes.dim}>{plainReason(error)}</span>
      </span>
    )
  }
  return <span className={classes.dim}>Loading...</span>
}

function Source({ locationId }: { locationId: number }) {
  const { data } = useAirQuality(locationId)
  const nowMs = useServerNowMs()
  const main = mainOf(data ?? [])
  if (!main) return '--'
  return (
    <span className={classes.air}>
      <span>
        {main.sourceName}, {sensorMiles(main.distanceInMiles)}
      </span>
      <span className={classes.dim}>
        <AirUpdated time={main.utcTimeStamp} freshUntil={main.freshUntil} nowMs={nowMs} />
      </span>
    </span>
  )
}
