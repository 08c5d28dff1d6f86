import classes from './Singlewire.module.css'
import type { ScenarioFiring } from '#contract/messages/informacast'
import { plainReason } from '#web/data/requests/failures.ts'
import { useScenarioFirings } from '#web/data/messages/informacast.ts'
import { useMe } from '#web/data/people/users.ts'
import { Card } from '#web/parts/page/Card.tsx'
import { DataTable } from '#web/parts/tables/DataTable.tsx'
import { EmptyState } from '#web/parts/page/EmptyState.tsx'
import { ErrorNote } from '#web/parts/page/ErrorNote.tsx'
import { StatusPill, type PillTone } from '#web/parts/page/StatusPill.tsx'
import type { Column } from '#web/parts/tables/table-model.ts'
import { shownInstant } from '#web/parts/time/times.ts'
import { IconAlertTriangle, IconCheck, IconClock, IconHelpCircle, type Icon } from '@tabler/icons-react'
import { useMemo } from 'react'

const states: Readonly<Record<ScenarioFiring['state'], { tone: PillTone; icon: Icon; label: string }>> = {
  pending: { tone: 'info', icon: IconClock, label: 'Waiting' },
  delivering: { tone: 'info', icon: IconClock, label: 'Sending' },
  delivered: { tone: 'info', icon: IconCheck, label: 'Triggered' },
  failed: { tone: 'bad', icon: IconAlertTriangle, label: 'Not triggered' },
  expired: { tone: 'bad', icon: IconAlertTriangle, label: 'Too late' },
  unknown: { tone: 'unknown', icon: IconHelpCircle, label: 'Not certain' },
}

/** Lists what was triggered, and the outcome. */
export function Firings({ customerId }: { customerId: number }) {
  const { timeZone } = useMe()
  const firings = useScenarioFirings(customerId)
  const columns = useMemo(() => columnsFor(timeZone), [timeZone])
  if (firings.isError)
    return (
      <ErrorNote
        title="The log could not be loaded"
        text={plainReason(firings.error)}
        onRetry={() => void firings.refetch()}
      />
    )
  return (
    <Card title="Delivery log" flush>
      <DataTable
        caption="Delivery log"
        rows={firings.data}
        columns={columns}
        rowKey={row => String(row.id)}
        empty={
          <EmptyState title="Nothing has been triggered yet" text="What triggers do will be listed here." />
        }
      />
    </Card>
  )
}

function columnsFor(timeZone: string): Column<ScenarioFiring>[] {
  return [
    {
      id: 'created',
      header: 'When',
      sortBy: row => row.created,
      cell: row => <span className={classes.time}>{shownInstant(row.created, timeZone)}</span>,
    },
    {
      id: 'what',
      header: 'Set off by',
      sortBy: row => row.because,
      cell: row => (
        <span>
          {row.simulated ? `SIMULATED: ${row.because}` : row.because}
          <span className={classes.more}>
            {row.policyGroupName} at {row.locationName}
          </span>
        </span>
      ),
    },
    {
      id: 'scenario',
      header: 'Scenario',
      sortBy: row => row.scenarioName,
      cell: row => (
        <span>
          {row.scenarioName}
          <span className={classes.more}>{row.siteName}</span>
        </span>
      ),
    },
    {
      id: 'state',
      header: 'State',
      sortBy: row => row.state,
      cell: row => {
        const { tone, icon, label } = states[row.state]
        return (
          <span>
            <StatusPill tone={tone} icon={icon}>
              {label}
            </StatusPill>
            {row.lastError !== null && <span className={classes.more}>{row.lastError}</span>}
            {row.state === 'unknown' && (
              <span className={classes.more}>Check in InformaCast whether it went out.</span>
            )}
          </span>
        )
      },
    },
  ]
}
