import classes from './MassNotify.module.css'
import type { MassMessage } from '#contract/mass-notify'
import { useMe } from '#web/data/users.ts'
import { shownInstant } from '#web/parts/times.ts'
import { StatusPill } from '#web/parts/StatusPill.tsx'
import { Button } from '@mantine/core'
import { IconAlertTriangle, IconChecks, IconClock } from '@tabler/icons-react'

interface HistoryItemProps {
  message: MassMessage
  onWriteAgain: ((sent: MassMessage) => void) | undefined
}

const channelWords = { 1: 'Text', 2: 'Email', 3: 'Text and email' } as const

export function HistoryItem({ message, onWriteAgain }: HistoryItemProps) {
  const { timeZone } = useMe()
  const { deliveredRecipients: delivered, undeliveredRecipients: undelivered, waiting } = message
  return (
    <li className={classes.item}>
      <p className={classes.text}>{message.message}</p>
      <p className={classes.dim}>
        {shownInstant(message.created, timeZone)} · {channelWords[message.channel]} · {message.sender}
      </p>
      <div className={classes.pills}>
        <StatusPill tone="quiet" icon={IconChecks}>{`Delivered to ${delivered.length}`}</StatusPill>
        {undelivered.length > 0 && (
          <StatusPill
            tone="bad"
            icon={IconAlertTriangle}
          >{`Not delivered to ${undelivered.length}`}</StatusPill>
        )}
        {waiting > 0 && <StatusPill tone="info" icon={IconClock}>{`${waiting} waiting`}</StatusPill>}
      </div>
      {delivered.length + undelivered.length > 0 && (
        <details className={classes.names}>
          <summary>Names</summary>
          <Names title="Delivered to" recipients={delivered} />
          <Names title="Not delivered to" recipients={undelivered} />
        </details>
      )}
      <Button
        variant="default"
        size="xs"
        className={classes.again ?? ''}
        disabled={!onWriteAgain}
        onClick={() => onWriteAgain?.(message)}
      >
        New Message to Recipients
      </Button>
    </li>
  )
}

function Names({ title, recipients }: { title: string; recipients: MassMessage['deliveredRecipients'] }) {
  if (recipients.length === 0) return null
  return (
    <p>
      {title}: {recipients.map(({ recipientName }) => recipientName).join(', ')}
    </p>
  )
}
