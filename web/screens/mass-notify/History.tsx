import classes from './MassNotify.module.css'
import { HistoryItem } from './HistoryItem.tsx'
import type { MassMessage } from '#contract/messages/mass-notify'
import { plainReason } from '#web/data/requests/failures.ts'
import { useMassHistory } from '#web/data/messages/mass-notify.ts'
import { Card } from '#web/parts/page/Card.tsx'
import { EmptyState } from '#web/parts/page/EmptyState.tsx'
import { ErrorNote } from '#web/parts/page/ErrorNote.tsx'
import { Button } from '@mantine/core'
import { IconMessages } from '@tabler/icons-react'
import { useState } from 'react'

interface HistoryProps {
  /** Undefined until the possible recipients are known. */
  onWriteAgain: ((sent: MassMessage) => void) | undefined
}

/** Lists the sent messages in pages, newest first. */
export function MassMessageHistory({ onWriteAgain }: HistoryProps) {
  // Where each page after the first starts.
  const [starts, setStarts] = useState<readonly number[]>([])
  const history = useMassHistory(starts.at(-1))
  const messages = history.data?.messages
  const last = messages?.at(-1)
  return (
    <Card title="History" flush>
      {history.isError && (
        <ErrorNote
          title="The history could not be loaded"
          text={plainReason(history.error)}
          onRetry={() => void history.refetch()}
        />
      )}
      {history.isPending && <div className={classes.waiting} aria-busy="true" />}
      {messages?.length === 0 && starts.length === 0 && (
        <EmptyState
          icon={<IconMessages size={32} stroke={1.5} aria-hidden />}
          title="You haven't sent any messages. Try sending one!"
        />
      )}
      {messages && messages.length > 0 && (
        <ul className={classes.items}>
          {messages.map(message => (
            <HistoryItem key={message.id} message={message} onWriteAgain={onWriteAgain} />
          ))}
        </ul>
      )}
      {history.data && (starts.length > 0 || history.data.hasOlder) && (
        <nav className={classes.pager} aria-label="History pages">
          <Button
            variant="default"
            size="xs"
            disabled={starts.length === 0}
            onClick={() => setStarts(starts.slice(0, -1))}
          >
            Newer
          </Button>
          <span>Page {starts.length + 1}</span>
          <Button
            variant="default"
            size="xs"
            disabled={!history.data.hasOlder || history.isPlaceholderData}
            onClick={() => last && setStarts([...starts, last.id])}
          >
            Older
          </Button>
        </nav>
      )}
    </Card>
  )
}
