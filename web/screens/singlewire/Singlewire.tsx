import { AddTrigger } from './AddTrigger.tsx'
import { DeleteTrigger } from './DeleteTrigger.tsx'
import { Disconnect } from './Disconnect.tsx'
import { Firings } from './Firings.tsx'
import classes from './Singlewire.module.css'
import type { InformacastConnection, ScenarioMapping } from '#contract/messages/informacast'
import { ConnectSinglewire } from '#web/forms/ConnectSinglewire.tsx'
import { plainReason } from '#web/data/requests/failures.ts'
import { useConnection, useScenarioMappings } from '#web/data/messages/informacast.ts'
import { useMe } from '#web/data/people/users.ts'
import { Card } from '#web/parts/page/Card.tsx'
import { DataTable } from '#web/parts/tables/DataTable.tsx'
import { EmptyState } from '#web/parts/page/EmptyState.tsx'
import { ErrorNote } from '#web/parts/page/ErrorNote.tsx'
import { PageHeader } from '#web/parts/page/PageHeader.tsx'
import type { Column } from '#web/parts/tables/table-model.ts'
import { WarningNote } from '#web/parts/page/WarningNote.tsx'
import { Button } from '@mantine/core'
import { IconArrowRight, IconPlugConnected, IconPlus, IconTrash } from '@tabler/icons-react'
import { useMemo, useState } from 'react'
import { Navigate } from 'react-router'

/** Sets which policy groups trigger which InformaCast scenarios, and shows the outcomes. */
export function Singlewire() {
  const me = useMe()
  const mayKnow = me.permissions.includes('integrations.singlewire.access')
  const connection = useConnection(me.customerId, mayKnow)
  if (!mayKnow || connection.data === null) return <Navigate to="/Integrations" replace />
  return (
    <>
      {connection.isError ? (
        <ErrorNote
          title="Scenario triggers could not be loaded"
          text={plainReason(connection.error)}
          onRetry={() => void connection.refetch()}
        />
      ) : connection.data ? (
        <Triggers connection={connection.data} mayChange={me.roleName !== 'AssistantAdmin'} />
      ) : (
        <p>Loading...</p>
      )}
    </>
  )
}

function Triggers({ connection, mayChange }: { connection: InformacastConnection; mayChange: boolean }) {
  const mappings = useScenarioMappings(connection.customerId)
  const [dialog, setDialog] = useState<'add' | 'token' | 'disconnect'>()
  const [unwanted, setUnwanted] = useState<ScenarioMapping>()
  const columns = useMemo(() => columnsFor(mayChange ? setUnwanted : undefined), [mayChange])
  const close = () => setDialog(undefined)
  const isEmpty = mappings.data?.length === 0
  const addButton = mayChange && (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setDialog('add')}>
      Add Scenario Trigger
    </Button>
  )
  return (
    <>
      <PageHeader
        title="Singlewire - InformaCast"
        sub="Send policy alerts to your organization members through InformaCast"
        actions={
          mayChange && (
            <>
              <Button variant="subtle" onClick={() => setDialog('disconnect')}>
                Disconnect
              </Button>
              <Button variant="default" onClick={() => setDialog('token')}>
                Change API token
              </Button>
              {!isEmpty && addButton}
            </>
          )
        }
      />
      <div className={classes.page}>
        {connection.simulated && (
          <WarningNote
            title="This connection is simulated"
            text="This is a simulated InformaCast. Triggers run as usual, but no one is notified."
          />
        )}
        {mappings.isError ? (
          <ErrorNote
            title="Scenario triggers could not be loaded"
            text={plainReason(mappings.error)}
            onRetry={() => void mappings.refetch()}
          />
        ) : isEmpty ? (
          <Card>
            <EmptyState
              icon={<IconPlugConnected size={32} stroke={1.5} aria-hidden />}
              title="You don't have any scenario triggers added"
              text="Add a scenario trigger to continue."
            >
              {addButton}
            </EmptyState>
          </Card>
        ) : mappings.data ? (
          <Card title="Singlewire Scenario Triggers" flush>
            <p className={classes.caption}>
              When a Policy Group is triggered at a Location, the corresponding Scenario will be triggered at
              a Site in the Singlewire platform
            </p>
            <DataTable
              caption="Singlewire Scenario Triggers"
              rows={mappings.data}
              columns={columns}
              rowKey={row => String(row.id)}
              empty={null}
            />
          </Card>
        ) : (
          <p>Loading...</p>
        )}
        <Firings customerId={connection.customerId} />
      </div>
      {dialog === 'add' && <AddTrigger connection={connection} onClose={close} />}
      {dialog === 'token' && <ConnectSinglewire onClose={close} />}
      {dialog === 'disconnect' && <Disconnect customerId={connection.customerId} onClose={close} />}
      {unwanted && <DeleteTrigger trigger={unwanted} onClose={() => setUnwanted(undefined)} />}
    </>
  )
}

function columnsFor(onDelete: ((row: ScenarioMapping) => void) | undefined): Column<ScenarioMapping>[] {
  const columns: Column<ScenarioMapping>[] = [
    {
      id: 'group',
      header: 'Policy Group',
      sortBy: row => row.policyGroupName,
      cell: row => row.policyGroupName,
    },
    {
      id: 'location',
      header: 'At Location',
      sortBy: row => row.organizationLocationName,
      cell: row => (
        <span>
          {row.organizationLocationName}
          {!row.isWatched && (
            <span className={classes.more}>Not on anyone’s dashboard, so not monitored</span>
          )}
        </span>
      ),
    },
    {
      id: 'arrow',
      header: 'Triggers',
      headerHidden: true,
      cell: () => <IconArrowRight size={18} className={classes.arrow} aria-label="triggers" />,
    },
    {
      id: 'scenario',
      header: 'Triggers Scenario',
      sortBy: row => row.singlewireScenarioName,
      cell: row => row.singlewireScenarioName,
    },
    {
      id: 'site',
      header: 'At Singlewire Site',
      sortBy: row => row.singlewireSiteName,
      cell: row => row.singlewireSiteName,
    },
  ]
  if (!onDelete) return columns
  return [
    ...columns,
    {
      id: 'delete',
      header: 'Delete',
      headerHidden: true,
      align: 'end',
      cell: row => (
        <Button
          variant="subtle"
          size="compact-sm"
          aria-label={`Delete the trigger of ${row.singlewireScenarioName} for ${row.policyGroupName} at ${row.organizationLocationName}`}
          onClick={() => onDelete(row)}
        >
          <IconTrash size={16} aria-hidden />
        </Button>
      ),
    },
  ]
}
