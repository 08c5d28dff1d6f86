import { Group } from './Group.tsx'
import { grouped } from './groups.ts'
import classes from './Notifications.module.css'
import { Why } from './Why.tsx'
import type { Notification } from '#contract/messages/notifications'
import { plainReason } from '#web/data/requests/failures.ts'
import { useNotifications } from '#web/data/messages/notifications.ts'
import { Card } from '#web/parts/page/Card.tsx'
import { EmptyState } from '#web/parts/page/EmptyState.tsx'
import { ErrorNote } from '#web/parts/page/ErrorNote.tsx'
import { PageHeader } from '#web/parts/page/PageHeader.tsx'
import { Segments } from '#web/parts/fields/Segments.tsx'
import { Button } from '@mantine/core'
import { IconBellOff, IconSettings } from '@tabler/icons-react'
import { useState } from 'react'
import { Link, useSearchParams } from 'react-router'

const views = [
  ['told', 'Notifications'],
  ['why', 'Why was I notified?'],
] as const

export function Notifications() {
  const [search, setSearch] = useSearchParams()
  const view = search.get('view') === 'why' ? 'why' : 'told'
  return (
    <>
      <PageHeader
        title="My Notifications"
        sub="All notifications sent to your account in the past 7 days"
        actions={
          <Button
            component={Link}
            to="/NotificationSettings"
            variant="default"
            leftSection={<IconSettings size={16} aria-hidden />}
          >
            Notification Settings
          </Button>
        }
      />
      <div className={classes.page}>
        <Segments
          label="View"
          choices={views}
          chosen={view}
          onChoose={chosen => setSearch(chosen === 'why' ? { view: 'why' } : {}, { replace: true })}
        />
        {view === 'why' ? <Why /> : <Notified />}
      </div>
    </>
  )
}

/** The size of the first page, from the specification. People with more notifications can fetch the rest. */
const firstCount = 20
const mostCount = 200

function Notified() {
  const [count, setCount] = useState(firstCount)
  const notified = useNotifications(count)
  if (!notified.data && notified.isError) {
    return (
      <ErrorNote
        title="Your notifications could not be loaded"
        text={plainReason(notified.error)}
        onRetry={() => void notified.refetch()}
      />
    )
  }
  if (!notified.data) return <div className={classes.waiting} aria-busy="true" />
  return (
    <>
      <Groups told={notified.data} />
      {notified.data.length === firstCount && count === firstCount && (
        <Button
          variant="default"
          className={classes.older ?? ''}
          loading={notified.isPlaceholderData}
          onClick={() => setCount(mostCount)}
        >
          Load older
        </Button>
      )}
    </>
  )
}

function Groups({ told: notified }: { told: readonly Notification[] }) {
  if (notified.length === 0) {
    return (
      <Card>
        <EmptyState
          icon={<IconBellOff size={32} stroke={1.5} aria-hidden />}
          title="No notifications in the past 7 days"
          text="Alerts for your locations appear here as soon as there are any."
        />
      </Card>
    )
  }
  return [...grouped(notified)].map(([title, own]) => <Group key={title} title={title} told={own} />)
}
