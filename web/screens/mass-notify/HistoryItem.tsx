import classes from './MassNotify.module.css'
import { byReason, keptAndLost } from './undelivered.ts'
import type { MassMessage } from '#contract/messages/mass-notify'
import { keptInOutbox } from '#domain/notifications/reachability'
import { useMe } from '#web/data/people/users.ts'
import { shownInstant } from '#web/parts/time/times.ts'
import { StatusPill } from '#web/parts/page/StatusPill.tsx'
import { Button } from '@mantine/core'
import { IconAlertTriangle, IconArchive, IconChecks, IconClock } from '@tabler/icons-react'

interface HistoryItemProps {
  message: MassMessage
  onWriteAgain: ((sent: MassMessage) => void) | undefined
}

const channelWords = { 1: 'Text', 2: 'Email', 3: 'Text and email' } as const

export function HistoryItem({ message, onWriteAgain }: HistoryItemProps) {
  const { timeZone } = useMe()
  const { deliveredRecipients: delivered, undeliveredRecipients: undelivered, waiting } = message
  const { kept, lost } = keptAndLost(undelivered)
  return (
    <li className={classes.item}>
      <p className={classes.text}>{message.message}</p>
      <p className={classes.dim}>
        {shownInstant(message.created, timeZone)} · {channelWords[message.channel]} · {message.sender}
      </p>
      <div className={classes.pills}>
        {(delivered.length > 0 || kept.length === 0) && (
          <StatusPill tone="quiet" icon={IconChecks}>{`Delivered to ${delivered.length}`}</StatusPill>
        )}
        {lost.length > 0 && (
          <StatusPill tone="bad" icon={IconAlertTriangle}>{`Not delivered to ${lost.length}`}</StatusPill>
        )}
        {kept.length > 0 && (
          <StatusPill tone="quiet" icon={IconArchive}>{`Not sent to ${kept.length}`}</StatusPill>
        )}
        {waiting > 0 && <StatusPill tone="info" icon={IconClock}>{`${waiting} waiting`}</StatusPill>}
      </div>
      {kept.length > 0 && <p className={classes.dim}>{keptInOutbox}.</p>}
      {delivered.length + undelivered.length > 0 && (
        <details className={classes.names}>
          <summary>Names</summary>
          {delivered.length > 0 && (
            <Names title="Delivered to" names={delivered.map(({ recipientName }) => recipientName)} />
          )}
          {byReason(lost).map(({ because, names }) => (
            <Names key={because} title="Not delivered to" names={names} because={because} />
          ))}
          {kept.length > 0 && (
            <Names title="Not sent to" names={kept.map(({ recipientName }) => recipientName)} />
          )}
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

interface NamesProps {
  title: string
  names: readonly string[]
  because?: string
}

function Names({ title, names, because }: NamesProps) {
  return (
    <p>
      {title}: {names.join(', ')}
      {because !== undefined && ` (${because})`}
    </p>
  )
}
