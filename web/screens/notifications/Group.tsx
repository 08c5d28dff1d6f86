import classes from './Notifications.module.css'
import { NotificationItem } from './NotificationItem.tsx'
import type { Notification } from '#contract/messages/notifications'
import { Card } from '#web/parts/page/Card.tsx'
import { Button } from '@mantine/core'
import { useState } from 'react'

/** From the specification: how many messages are shown before 'Expand'. */
const shownFirst = 3

export function Group({ title, told: notified }: { title: string; told: readonly Notification[] }) {
  const [isExpanded, setExpanded] = useState(false)
  const shown = isExpanded ? notified : notified.slice(0, shownFirst)
  return (
    <Card title={title} flush aside={notified.length > 0 && notified.length}>
      {notified.length === 0 ? (
        <p className={classes.none}>No notifications in the past 7 days</p>
      ) : (
        <ul className={classes.rows}>
          {shown.map(each => (
            <NotificationItem key={each.id} told={each} />
          ))}
        </ul>
      )}
      {notified.length > shownFirst && (
        <Button
          variant="subtle"
          className={classes.expand ?? ''}
          aria-expanded={isExpanded}
          aria-label={`${isExpanded ? 'Collapse' : 'Expand'} ${title}`}
          onClick={() => setExpanded(!isExpanded)}
        >
          {isExpanded ? 'Collapse' : 'Expand'}
        </Button>
      )}
    </Card>
  )
}
