import classes from './Integrations.module.css'
import type { PlaceRings } from '#contract/places/place-feeds'
import { plainReason } from '#web/data/requests/failures.ts'
import { usePlaceRings } from '#web/data/places/place-feeds.ts'
import { Card } from '#web/parts/page/Card.tsx'
import { EmptyState } from '#web/parts/page/EmptyState.tsx'
import { ErrorNote } from '#web/parts/page/ErrorNote.tsx'
import { DataTable } from '#web/parts/tables/DataTable.tsx'
import type { Column } from '#web/parts/tables/table-model.ts'
import { IconTarget } from '@tabler/icons-react'

const from = {
  policies: 'Policies for all groups and for the groups of this location',
  administrators: 'Rings of the administrators who have this location',
  default: 'The default, because no policy and no administrator sets a ring here',
} as const satisfies Record<PlaceRings['by'], string>

const ringsInWords = ({ rings }: PlaceRings) =>
  rings
    .map(
      ({ ring, radiusMiles, allClearMinutes }) => `Ring ${ring}: ${radiusMiles} mi, ${allClearMinutes} min`,
    )
    .join('; ')

const columns: Column<PlaceRings>[] = [
  {
    id: 'location',
    header: 'Location',
    sortBy: ({ locationName }) => locationName,
    cell: ({ locationName }) => locationName,
  },
  { id: 'rings', header: 'Rings and all-clear times', cell: ringsInWords },
  { id: 'from', header: 'Set by', sortBy: ({ by }) => from[by], cell: ({ by }) => from[by] },
]

/** Shows which rings programs and widgets go by, because they are not those of one person's dashboard. */
export function PlaceRingsCard() {
  const rings = usePlaceRings()
  if (rings.isError)
    return (
      <ErrorNote
        title="The rings of your locations could not be loaded"
        text={plainReason(rings.error)}
        onRetry={() => void rings.refetch()}
      />
    )
  return (
    <Card title="Lightning rings of your locations" flush>
      <p className={classes.note}>
        Widgets, webhooks, feeds and Home Assistant go by these rings. A running delay keeps its end when they
        change.
      </p>
      <DataTable
        caption="Lightning rings of your locations"
        rows={rings.data}
        columns={columns}
        rowKey={({ organizationLocationId }) => String(organizationLocationId)}
        empty={
          <EmptyState
            icon={<IconTarget size={32} stroke={1.5} aria-hidden />}
            title="No locations yet"
            text="Add an organization location, and its rings appear here."
          />
        }
      />
    </Card>
  )
}
