import type { User } from '#contract/people/users'
import { plainReason } from '#web/data/requests/failures.ts'
import { useWhyNotified } from '#web/data/messages/outbox.ts'
import { useMe } from '#web/data/people/users.ts'
import { EmptyState } from '#web/parts/page/EmptyState.tsx'
import { ErrorNote } from '#web/parts/page/ErrorNote.tsx'
import { SideSheet } from '#web/parts/dialogs/SideSheet.tsx'
import { NotifiedList } from '#web/parts/notified/NotifiedList.tsx'
import { Button } from '@mantine/core'
import { IconBellOff } from '@tabler/icons-react'

interface AlertsSheetProps {
  person: User
  onClose: () => void
}

/** Lists everything that concerned a person: whether they were notified, and why or why not. */
export function AlertsSheet({ person, onClose }: AlertsSheetProps) {
  const { timeZone } = useMe()
  const why = useWhyNotified(person.id)
  const alerts = why.data?.pages.flat()
  return (
    <SideSheet title={`Alerts for ${person.fullName}`} opened onClose={onClose}>
      {why.isError && (
        <ErrorNote
          title="Alerts could not be loaded"
          text={plainReason(why.error)}
          onRetry={() => void why.refetch()}
        />
      )}
      {why.isPending && <p role="status">Loading...</p>}
      {alerts?.length === 0 && (
        <EmptyState
          icon={<IconBellOff size={32} stroke={1.5} aria-hidden />}
          title="No alerts yet"
          text="Everything that concerns this person is listed here, and why they were notified or not."
        />
      )}
      {alerts && alerts.length > 0 && <NotifiedList entries={alerts} timeZone={timeZone} />}
      {why.hasNextPage && (
        <Button
          variant="default"
          fullWidth
          loading={why.isFetchingNextPage}
          onClick={() => void why.fetchNextPage()}
        >
          Load more
        </Button>
      )}
    </SideSheet>
  )
}
