import classes from './Notifications.module.css'
import { plainReason } from '#web/data/requests/failures.ts'
import { useWhyNotified } from '#web/data/messages/outbox.ts'
import { useMe } from '#web/data/people/users.ts'
import { Card } from '#web/parts/page/Card.tsx'
import { EmptyState } from '#web/parts/page/EmptyState.tsx'
import { ErrorNote } from '#web/parts/page/ErrorNote.tsx'
import { NotifiedList } from '#web/parts/notified/NotifiedList.tsx'
import { Button } from '@mantine/core'
import { IconBellOff } from '@tabler/icons-react'

/** Shows everything that concerned the person, and why they were notified or not. */
export function Why() {
  const { id, timeZone } = useMe()
  const why = useWhyNotified(id)
  const entries = why.data?.pages.flat()
  if (why.isError) {
    return (
      <ErrorNote
        title="The reasons could not be loaded"
        text={plainReason(why.error)}
        onRetry={() => void why.refetch()}
      />
    )
  }
  if (!entries) return <div className={classes.waiting} aria-busy="true" />
  return (
    <Card title="Why was I notified?">
      <p className={classes.dim}>
        Every event at your locations: whether you were notified, why or why not, and what happened to each
        message.
      </p>
      {entries.length === 0 ? (
        <EmptyState
          icon={<IconBellOff size={32} stroke={1.5} aria-hidden />}
          title="Nothing to show yet"
          text="Alerts for your locations are listed here, including those that your settings held back."
        />
      ) : (
        <NotifiedList entries={entries} timeZone={timeZone} />
      )}
      {why.hasNextPage && (
        <Button variant="default" loading={why.isFetchingNextPage} onClick={() => void why.fetchNextPage()}>
          Load older
        </Button>
      )}
    </Card>
  )
}
