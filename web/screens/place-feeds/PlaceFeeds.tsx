import { AddFeed } from './AddFeed.tsx'
import { HomeAssistantCard } from './HomeAssistantCard.tsx'
import classes from './PlaceFeeds.module.css'
import type { CapFeed } from '#contract/places/place-feeds'
import { plainReason } from '#web/data/requests/failures.ts'
import { useCapFeeds, useDeleteCapFeed } from '#web/data/places/place-feeds.ts'
import { useMe } from '#web/data/people/users.ts'
import { Card } from '#web/parts/page/Card.tsx'
import { DataTable } from '#web/parts/tables/DataTable.tsx'
import { EmptyState } from '#web/parts/page/EmptyState.tsx'
import { ErrorNote } from '#web/parts/page/ErrorNote.tsx'
import { PageHeader } from '#web/parts/page/PageHeader.tsx'
import { RemoveDialog } from '#web/parts/dialogs/RemoveDialog.tsx'
import type { Column } from '#web/parts/tables/table-model.ts'
import { shownInstant } from '#web/parts/time/times.ts'
import { useToast } from '#web/parts/toasts/use-toast.ts'
import { Button } from '@mantine/core'
import { IconPlus, IconRss } from '@tabler/icons-react'
import { useMemo, useState } from 'react'

/** Manages feeds that programs poll or subscribe to: CAP feeds and Home Assistant. */
export function PlaceFeeds() {
  const { timeZone, roleName, permissions } = useMe()
  const feeds = useCapFeeds()
  const [isAdding, setAdding] = useState(false)
  const [unwanted, setUnwanted] = useState<CapFeed>()
  const mayChange = roleName !== 'AssistantAdmin' && permissions.includes('write:integrations')
  const columns = useMemo(
    () => columnsFor(timeZone, mayChange ? setUnwanted : undefined),
    [timeZone, mayChange],
  )
  return (
    <>
      <PageHeader
        title="Feeds and Home Assistant"
        sub="For signs, alerting systems and home automation"
        actions={
          mayChange && (
            <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setAdding(true)}>
              Add a CAP feed
            </Button>
          )
        }
      />
      <div className={classes.page}>
        {feeds.isError ? (
          <ErrorNote
            title="Feeds could not be loaded"
            text={plainReason(feeds.error)}
            onRetry={() => void feeds.refetch()}
          />
        ) : (
          <Card title="CAP feeds" flush>
            <p className={classes.about}>
              An Atom feed of Common Alerting Protocol 1.2 messages for one location. Anyone who has the
              address can read it.
            </p>
            <DataTable
              caption="CAP feeds"
              rows={feeds.data}
              columns={columns}
              rowKey={({ id }) => String(id)}
              empty={
                <EmptyState
                  icon={<IconRss size={32} stroke={1.5} aria-hidden />}
                  title="No CAP feeds yet"
                  text="Add one, and give its address to your sign or alerting system."
                />
              }
            />
          </Card>
        )}
        <HomeAssistantCard mayChange={mayChange} />
      </div>
      {isAdding && <AddFeed onClose={() => setAdding(false)} />}
      {unwanted && <Revoke feed={unwanted} onClose={() => setUnwanted(undefined)} />}
    </>
  )
}

function Revoke({ feed, onClose }: { feed: CapFeed; onClose: () => void }) {
  const remove = useDeleteCapFeed()
  const toast = useToast()

  async function end() {
    try {
      await remove.mutateAsync(feed.id)
      toast({ variant: 'success', header: 'Feed revoked', text: 'Its address no longer works.' })
      onClose()
    } catch (error) {
      toast({ variant: 'error', header: 'Error revoking feed', text: plainReason(error) })
    }
  }

  return (
    <RemoveDialog
      name={`the feed for ${feed.locationName}`}
      busy={remove.isPending}
      onCancel={onClose}
      onRemove={() => void end()}
    />
  )
}

function columnsFor(timeZone: string, onRevoke: ((feed: CapFeed) => void) | undefined): Column<CapFeed>[] {
  const columns: Column<CapFeed>[] = [
    {
      id: 'location',
      header: 'Location',
      sortBy: ({ locationName }) => locationName,
      cell: ({ locationName }) => locationName,
    },
    {
      id: 'created',
      header: 'Created',
      sortBy: ({ created }) => created,
      cell: ({ created }) => <span className={classes.time}>{shownInstant(created, timeZone)}</span>,
    },
    {
      id: 'lastUsed',
      header: 'Last fetched',
      sortBy: ({ lastUsed }) => lastUsed,
      cell: ({ lastUsed }) => (
        <span className={classes.time}>{lastUsed === null ? 'Never' : shownInstant(lastUsed, timeZone)}</span>
      ),
    },
  ]
  if (!onRevoke) return columns
  return [
    ...columns,
    {
      id: 'actions',
      header: 'Actions',
      headerHidden: true,
      align: 'end',
      cell: feed => (
        <Button
          variant="subtle"
          size="compact-sm"
          aria-label={`Revoke the feed for ${feed.locationName}`}
          onClick={() => onRevoke(feed)}
        >
          Revoke
        </Button>
      ),
    },
  ]
}
