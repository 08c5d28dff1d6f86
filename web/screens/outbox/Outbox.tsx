import { DeliverySheet } from './DeliverySheet.tsx'
import classes from './Outbox.module.css'
import type { Delivery } from '#contract/messages/outbox'
import type { Channel } from '#domain/notifications/recipient'
import { plainReason } from '#web/data/requests/failures.ts'
import { useOutbox } from '#web/data/messages/outbox.ts'
import { useMe } from '#web/data/people/users.ts'
import { Card } from '#web/parts/page/Card.tsx'
import { channelNames, DeliveryMark } from '#web/parts/notified/DeliveryMark.tsx'
import { DataTable } from '#web/parts/tables/DataTable.tsx'

import { EmptyState } from '#web/parts/page/EmptyState.tsx'
import { ErrorNote } from '#web/parts/page/ErrorNote.tsx'
import { PageHeader } from '#web/parts/page/PageHeader.tsx'
import { Segments } from '#web/parts/fields/Segments.tsx'
import type { Column } from '#web/parts/tables/table-model.ts'
import { shownInstant } from '#web/parts/time/times.ts'
import { Button } from '@mantine/core'
import { IconMailOff, IconRefresh } from '@tabler/icons-react'
import { useMemo, useState } from 'react'

type ChannelChoice = Channel | 'all'

const channelChoices: readonly (readonly [ChannelChoice, string])[] = [
  ['all', 'All'],
  ['email', channelNames.email],
  ['sms', channelNames.sms],
  ['push', channelNames.push],
]

const deliveryKey = (delivery: Delivery) => String(delivery.id)

export function Outbox() {
  const { timeZone } = useMe()
  const outbox = useOutbox()
  const [open, setOpen] = useState<Delivery>()
  const [channel, setChannel] = useState<ChannelChoice>('all')
  const rows = useMemo(
    () => outbox.data?.pages.flat().filter(delivery => channel === 'all' || delivery.channel === channel),
    [outbox.data, channel],
  )
  const columns = useMemo(() => columnsFor(timeZone, setOpen), [timeZone])

  return (
    <>
      <PageHeader
        title="Outbox"
        sub="Sent and unsent messages. Without a provider, messages are kept here so that you can read them."
        actions={
          <Button
            variant="default"
            leftSection={<IconRefresh size={16} aria-hidden />}
            loading={outbox.isRefetching}
            onClick={() => void outbox.refetch()}
          >
            Refresh
          </Button>
        }
      />
      {outbox.isError ? (
        <ErrorNote
          title="The outbox could not be loaded"
          text={plainReason(outbox.error)}
          onRetry={() => void outbox.refetch()}
        />
      ) : (
        <Card flush>
          <div className={classes.tools}>
            <Segments label="Channel" choices={channelChoices} chosen={channel} onChoose={setChannel} />
          </div>
          <DataTable
            caption="Deliveries, newest first"
            rows={rows}
            columns={columns}
            rowKey={deliveryKey}
            empty={
              <EmptyState
                icon={<IconMailOff size={32} stroke={1.5} aria-hidden />}
                title={channel === 'all' ? 'Nothing has been sent' : 'Nothing has been sent on this channel'}
                text="Invitations, password links and alerts appear here as soon as there are any."
              />
            }
            aside={
              outbox.hasNextPage && (
                <Button
                  variant="subtle"
                  size="xs"
                  loading={outbox.isFetchingNextPage}
                  onClick={() => void outbox.fetchNextPage()}
                >
                  Load older
                </Button>
              )
            }
          />
        </Card>
      )}
      {open && <DeliverySheet delivery={open} onClose={() => setOpen(undefined)} />}
    </>
  )
}

function columnsFor(timeZone: string, onOpen: (delivery: Delivery) => void): Column<Delivery>[] {
  return [
    {
      id: 'created',
      header: 'Created',
      sortBy: delivery => delivery.created,
      cell: delivery => <span className={classes.time}>{shownInstant(delivery.created, timeZone)}</span>,
    },
    {
      id: 'subject',
      header: 'Subject',
      sortBy: delivery => delivery.subject,
      cell: delivery => (
        <button type="button" className={classes.subject} onClick={() => onOpen(delivery)}>
          {delivery.subject}
        </button>
      ),
    },
    {
      id: 'recipient',
      header: 'To',
      sortBy: delivery => delivery.recipient,
      cell: delivery => delivery.recipient,
    },
    {
      id: 'channel',
      header: 'Channel',
      sortBy: delivery => channelNames[delivery.channel],
      cell: delivery => channelNames[delivery.channel],
    },
    {
      id: 'state',
      header: 'State',
      sortBy: delivery => delivery.state,
      cell: delivery => <DeliveryMark state={delivery.state} />,
    },
    {
      id: 'attempts',
      header: 'Attempts',
      align: 'end',
      sortBy: delivery => delivery.attempts,
      cell: delivery => delivery.attempts,
    },
  ]
}
