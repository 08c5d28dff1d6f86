import classes from './Webhooks.module.css'
import type { Webhook, WebhookDelivery } from '#contract/messages/webhooks'
import { plainReason } from '#web/data/requests/failures.ts'
import { useMe } from '#web/data/people/users.ts'
import { useReplayDelivery, useWebhookDeliveries } from '#web/data/messages/webhooks.ts'
import { DataTable } from '#web/parts/tables/DataTable.tsx'
import { EmptyState } from '#web/parts/page/EmptyState.tsx'
import { ErrorNote } from '#web/parts/page/ErrorNote.tsx'
import { StatusPill, type PillTone } from '#web/parts/page/StatusPill.tsx'
import type { Column } from '#web/parts/tables/table-model.ts'
import { shownInstant } from '#web/parts/time/times.ts'
import { useToast } from '#web/parts/toasts/use-toast.ts'
import { Button } from '@mantine/core'
import { IconAlertTriangle, IconCheck, IconClock, IconMinus, type Icon } from '@tabler/icons-react'

const states: Readonly<Record<WebhookDelivery['state'], { tone: PillTone; icon: Icon; label: string }>> = {
  waiting: { tone: 'info', icon: IconClock, label: 'Waiting' },
  delivered: { tone: 'info', icon: IconCheck, label: 'Arrived' },
  failed: { tone: 'bad', icon: IconAlertTriangle, label: 'Failed' },
  superseded: { tone: 'quiet', icon: IconMinus, label: 'Overtaken' },
  expired: { tone: 'quiet', icon: IconMinus, label: 'Too late' },
}

/** Lists a webhook's deliveries and their outcomes. */
export function WebhookDeliveries({ webhook, mayChange }: { webhook: Webhook; mayChange: boolean }) {
  const { timeZone } = useMe()
  const deliveries = useWebhookDeliveries(webhook.id)
  const replay = useReplayDelivery()
  const toast = useToast()

  async function sendAgain(delivery: WebhookDelivery) {
    try {
      await replay.mutateAsync(delivery.id)
      toast({ variant: 'success', header: 'Sent again' })
    } catch (error) {
      toast({ variant: 'error', header: 'Error sending again', text: plainReason(error) })
    }
  }

  if (deliveries.isError)
    return (
      <ErrorNote
        title="The log could not be loaded"
        text={plainReason(deliveries.error)}
        onRetry={() => void deliveries.refetch()}
      />
    )
  const onReplay = mayChange && webhook.state === 'on' ? sendAgain : undefined
  return (
    <DataTable
      caption={`Delivery log of ${webhook.name}`}
      rows={deliveries.data}
      columns={columnsFor(timeZone, onReplay)}
      rowKey={({ id }) => String(id)}
      empty={<EmptyState title="Nothing sent yet" text="Send a test to see whether it arrives." />}
    />
  )
}

function columnsFor(
  timeZone: string,
  onReplay: ((delivery: WebhookDelivery) => Promise<void>) | undefined,
): Column<WebhookDelivery>[] {
  const columns: Column<WebhookDelivery>[] = [
    {
      id: 'created',
      header: 'When',
      cell: ({ created }) => <span className={classes.time}>{shownInstant(created, timeZone)}</span>,
    },
    {
      id: 'type',
      header: 'Event',
      cell: ({ type, simulated, kind, locationName, because }) => (
        <span>
          {simulated ? `SIMULATED: ${type}` : type}
          {kind === 'replay' && ' (again)'}
          {locationName !== null && (
            <span className={classes.more}>
              {locationName}. {because}
            </span>
          )}
        </span>
      ),
    },
    {
      id: 'state',
      header: 'State',
      cell: ({ state, lastError, attempts }) => (
        <span>
          <StatusPill tone={states[state].tone} icon={states[state].icon}>
            {states[state].label}
          </StatusPill>
          {lastError !== null && <span className={classes.more}>{lastError}</span>}
          {attempts > 1 && <span className={classes.more}>{attempts} attempts</span>}
        </span>
      ),
    },
  ]
  if (!onReplay) return columns
  return [
    ...columns,
    {
      id: 'actions',
      header: 'Actions',
      headerHidden: true,
      align: 'end',
      cell: delivery =>
        delivery.kind === 'test' || delivery.state === 'waiting' ? null : (
          <Button
            variant="subtle"
            size="compact-sm"
            aria-label={`Send again: ${delivery.type}`}
            onClick={() => void onReplay(delivery)}
          >
            Send again
          </Button>
        ),
    },
  ]
}
