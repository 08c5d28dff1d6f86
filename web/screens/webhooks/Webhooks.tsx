import { WebhookDeliveries } from './Deliveries.tsx'
import { WebhookActions } from './WebhookActions.tsx'
import { WebhookDialog } from './WebhookDialog.tsx'
import classes from './Webhooks.module.css'
import type { Webhook } from '#contract/messages/webhooks'
import { placeEventTypes } from '#domain/integrations/place-event'
import { mostEndpoints } from '#domain/integrations/webhook'
import { plainReason } from '#web/data/requests/failures.ts'
import { useMe } from '#web/data/people/users.ts'
import { useWebhooks } from '#web/data/messages/webhooks.ts'
import { Card } from '#web/parts/page/Card.tsx'
import { DataTable } from '#web/parts/tables/DataTable.tsx'
import { EmptyState } from '#web/parts/page/EmptyState.tsx'
import { ErrorNote } from '#web/parts/page/ErrorNote.tsx'
import { PageHeader } from '#web/parts/page/PageHeader.tsx'
import { StatusPill, type PillTone } from '#web/parts/page/StatusPill.tsx'
import type { Column } from '#web/parts/tables/table-model.ts'
import { shownInstant } from '#web/parts/time/times.ts'
import { Button } from '@mantine/core'
import {
  IconAlertTriangle,
  IconCheck,
  IconPlayerPause,
  IconPlus,
  IconWebhook,
  type Icon,
} from '@tabler/icons-react'
import { useMemo, useState } from 'react'

/** Lists the organization's programs that receive events about its locations. */
export function Webhooks() {
  const { timeZone, roleName, permissions } = useMe()
  const webhooks = useWebhooks()
  const [isAdding, setAdding] = useState(false)
  const columns = useMemo(() => columnsFor(timeZone), [timeZone])
  const mayChange = roleName !== 'AssistantAdmin' && permissions.includes('write:integrations')
  const isFull = (webhooks.data?.length ?? 0) >= mostEndpoints
  return (
    <>
      <PageHeader
        title="Webhooks"
        sub="Signed messages to your own systems when a delay begins, ends, or the status is unknown"
        actions={
          mayChange && (
            <Button
              leftSection={<IconPlus size={16} aria-hidden />}
              disabled={isFull}
              onClick={() => setAdding(true)}
            >
              Add a webhook
            </Button>
          )
        }
      />
      {webhooks.isError ? (
        <ErrorNote
          title="Webhooks could not be loaded"
          text={plainReason(webhooks.error)}
          onRetry={() => void webhooks.refetch()}
        />
      ) : (
        <Card flush>
          <DataTable
            caption="Webhooks"
            rows={webhooks.data}
            columns={columns}
            rowKey={({ id }) => String(id)}
            rowName={({ name }) => name}
            details={webhook => (
              <div className={classes.unfolded}>
                {mayChange && <WebhookActions webhook={webhook} />}
                <WebhookDeliveries webhook={webhook} mayChange={mayChange} />
              </div>
            )}
            empty={
              <EmptyState
                icon={<IconWebhook size={32} stroke={1.5} aria-hidden />}
                title="No webhooks yet"
                text="Add one to send lightning, warnings and alerts at your locations to your own system."
              />
            }
          />
        </Card>
      )}
      {isAdding && <WebhookDialog onClose={() => setAdding(false)} />}
    </>
  )
}

function stateOf(webhook: Webhook): { tone: PillTone; icon: Icon; label: string } {
  if (webhook.state === 'off') return { tone: 'quiet', icon: IconPlayerPause, label: 'Off' }
  if (webhook.state === 'paused') return { tone: 'bad', icon: IconPlayerPause, label: 'Paused' }
  if (webhook.state === 'gone')
    return { tone: 'bad', icon: IconPlayerPause, label: 'Turned off by the receiver' }
  if (webhook.failingSince !== null) return { tone: 'warn', icon: IconAlertTriangle, label: 'Failing' }
  return { tone: 'info', icon: IconCheck, label: 'On' }
}

function columnsFor(timeZone: string): Column<Webhook>[] {
  return [
    {
      id: 'name',
      header: 'Name',
      sortBy: ({ name }) => name,
      cell: ({ name, url }) => (
        <span className={classes.name}>
          {name}
          <span className={classes.more}>{url}</span>
        </span>
      ),
    },
    {
      id: 'events',
      header: 'Events',
      cell: ({ events }) => (events.length === placeEventTypes.length ? 'All' : events.join(', ')),
    },
    {
      id: 'state',
      header: 'State',
      sortBy: ({ state }) => state,
      cell: webhook => {
        const { tone, icon, label } = stateOf(webhook)
        return (
          <span>
            <StatusPill tone={tone} icon={icon}>
              {label}
            </StatusPill>
            {webhook.stateBecause !== null && <span className={classes.more}>{webhook.stateBecause}</span>}
            {webhook.failingSince !== null && webhook.state === 'on' && (
              <span className={classes.more}>Since {shownInstant(webhook.failingSince, timeZone)}</span>
            )}
          </span>
        )
      },
    },
    {
      id: 'lastSuccess',
      header: 'Last arrived',
      sortBy: ({ lastSuccess }) => lastSuccess,
      cell: ({ lastSuccess }) => (
        <span className={classes.time}>
          {lastSuccess === null ? 'Never' : shownInstant(lastSuccess, timeZone)}
        </span>
      ),
    },
  ]
}
