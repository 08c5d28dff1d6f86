import { AddKeyDialog } from './AddKeyDialog.tsx'
import classes from './FeedKeys.module.css'
import type { FeedKey } from '#contract/weather/lightning'
import { areaName } from '#domain/geo/area'
import { plainReason } from '#web/data/requests/failures.ts'
import { useDeleteFeedKey, useFeedKeys } from '#web/data/health/feed-keys.ts'
import { useMe } from '#web/data/people/users.ts'
import { Card } from '#web/parts/page/Card.tsx'
import { DataTable } from '#web/parts/tables/DataTable.tsx'
import { EmptyState } from '#web/parts/page/EmptyState.tsx'
import { ErrorNote } from '#web/parts/page/ErrorNote.tsx'
import { PageHeader } from '#web/parts/page/PageHeader.tsx'
import { RemoveDialog } from '#web/parts/dialogs/RemoveDialog.tsx'
import { StatusPill } from '#web/parts/page/StatusPill.tsx'
import type { Column } from '#web/parts/tables/table-model.ts'
import { shownInstant } from '#web/parts/time/times.ts'
import { useToast } from '#web/parts/toasts/use-toast.ts'
import { Button } from '@mantine/core'
import { IconCheck, IconKeyOff, IconMinus, IconPlus } from '@tabler/icons-react'
import { useMemo, useState } from 'react'

const keyOf = (key: FeedKey) => String(key.id)

export function FeedKeys() {
  const { timeZone } = useMe()
  const keys = useFeedKeys()
  const [adding, setAdding] = useState(false)
  const [unwanted, setUnwanted] = useState<FeedKey>()
  const columns = useMemo(() => columnsFor(timeZone, setUnwanted), [timeZone])
  return (
    <>
      <PageHeader
        title="Feed Keys"
        sub="For your own sources, such as a commercial network or a sensor, that send strikes to this Skywarden"
        actions={
          <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setAdding(true)}>
            Add a key
          </Button>
        }
      />
      {keys.isError ? (
        <ErrorNote
          title="Feed keys could not be loaded"
          text={plainReason(keys.error)}
          onRetry={() => void keys.refetch()}
        />
      ) : (
        <Card flush>
          <DataTable
            caption="Feed keys"
            rows={keys.data}
            columns={columns}
            rowKey={keyOf}
            empty={
              <EmptyState
                icon={<IconKeyOff size={32} stroke={1.5} aria-hidden />}
                title="No source has a key"
                text="Add a key so that a source can start sending strikes."
              />
            }
          />
        </Card>
      )}
      {adding && <AddKeyDialog onClose={() => setAdding(false)} />}
      {unwanted && <RemoveKey feedKey={unwanted} onClose={() => setUnwanted(undefined)} />}
    </>
  )
}

function RemoveKey({ feedKey, onClose }: { feedKey: FeedKey; onClose: () => void }) {
  const remove = useDeleteFeedKey()
  const toast = useToast()

  async function end() {
    try {
      await remove.mutateAsync(feedKey.id)
      toast({ variant: 'success', header: 'Key removed', text: 'Its source can no longer send strikes.' })
      onClose()
    } catch (error) {
      toast({ variant: 'error', header: 'Error removing key', text: plainReason(error) })
    }
  }

  return (
    <RemoveDialog
      name={feedKey.name}
      busy={remove.isPending}
      onCancel={onClose}
      onRemove={() => void end()}
    />
  )
}

function columnsFor(timeZone: string, onRemove: (key: FeedKey) => void): Column<FeedKey>[] {
  return [
    {
      id: 'name',
      header: 'Name',
      sortBy: key => key.name,
      cell: key => (
        <span className={classes.name}>
          {key.name}
          {key.license !== null && <span className={classes.more}>{key.license}</span>}
        </span>
      ),
    },
    {
      id: 'area',
      header: 'Area',
      sortBy: key => areaName(key.area),
      cell: key => (
        <span>
          {areaName(key.area)}
          <span className={classes.more}>Silent after {key.staleAfterSeconds} s</span>
        </span>
      ),
    },
    {
      id: 'provesAbsence',
      header: 'May prove All Clear',
      sortBy: key => Number(key.provesAbsence),
      cell: key => (
        <div>
          <StatusPill
            tone={key.provesAbsence ? 'info' : 'quiet'}
            icon={key.provesAbsence ? IconCheck : IconMinus}
          >
            {key.provesAbsence ? 'Yes' : 'No'}
          </StatusPill>
        </div>
      ),
    },
    {
      id: 'created',
      header: 'Created',
      sortBy: key => key.created,
      cell: key => <span className={classes.time}>{shownInstant(key.created, timeZone)}</span>,
    },
    {
      id: 'lastUsed',
      header: 'Last used',
      sortBy: key => key.lastUsed,
      cell: key => (
        <span className={classes.time}>
          {key.lastUsed === null ? 'Never' : shownInstant(key.lastUsed, timeZone)}
        </span>
      ),
    },
    {
      id: 'actions',
      header: 'Actions',
      headerHidden: true,
      align: 'end',
      cell: key => (
        <Button
          variant="subtle"
          size="compact-sm"
          aria-label={`Remove ${key.name}`}
          onClick={() => onRemove(key)}
        >
          Remove
        </Button>
      ),
    },
  ]
}
