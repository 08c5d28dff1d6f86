import classes from './Alerts.module.css'
import type { ToldOrNot } from '#contract/notifications'
import type { User } from '#contract/users'
import { plainReason } from '#web/data/failures.ts'
import { useWhyNotified } from '#web/data/notifications.ts'
import { useMe } from '#web/data/users.ts'
import { DeliveryState } from '#web/parts/DeliveryState.tsx'
import { EmptyState } from '#web/parts/EmptyState.tsx'
import { ErrorNote } from '#web/parts/ErrorNote.tsx'
import { SideSheet } from '#web/parts/SideSheet.tsx'
import { StatusPill } from '#web/parts/StatusPill.tsx'
import { shownInstant } from '#web/parts/times.ts'
import { Button } from '@mantine/core'
import { IconBellOff, IconBellRinging } from '@tabler/icons-react'

interface AlertsSheetProps {
  person: User
  onClose: () => void
}

/** Of everything that concerned a person: whether they were told, and why or why not. */
export function AlertsSheet({ person, onClose }: AlertsSheetProps) {
  const why = useWhyNotified(person.id)
  const alerts = why.data?.pages.flat()
  return (
    <SideSheet title={`Alerts of ${person.fullName}`} opened onClose={onClose}>
      {why.isError && (
        <ErrorNote
          title="Alerts could not be loaded"
          text={plainReason(why.error)}
          onRetry={() => void why.refetch()}
        />
      )}
      {why.isPending && (
        <p role="status" className={classes.dim}>
          Loading...
        </p>
      )}
      {alerts?.length === 0 && (
        <EmptyState
          icon={<IconBellOff size={32} stroke={1.5} aria-hidden />}
          title="No alerts yet"
          text="Everything that concerns this person is listed here, with why they were told of it or not."
        />
      )}
      {alerts && alerts.length > 0 && (
        <ul className={classes.alerts}>
          {alerts.map(alert => (
            <Alert key={alert.id} alert={alert} />
          ))}
        </ul>
      )}
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

const channelNames = { email: 'Email', sms: 'SMS', push: 'Push' } as const

function Alert({ alert }: { alert: ToldOrNot }) {
  const { timeZone } = useMe()
  return (
    <li className={classes.alert}>
      <div className={classes.head}>
        <StatusPill tone={alert.told ? 'info' : 'quiet'} icon={alert.told ? IconBellRinging : IconBellOff}>
          {alert.told ? 'Told' : 'Not told'}
        </StatusPill>
        <time dateTime={alert.at} className={classes.dim}>
          {shownInstant(alert.at, timeZone)}
        </time>
      </div>
      <p className={classes.subject}>{[alert.eventType, alert.locationLabel].filter(Boolean).join(' · ')}</p>
      <p>{alert.message}</p>
      <p className={classes.dim}>{alert.because}</p>
      {alert.deliveries.length > 0 && (
        <ul className={classes.deliveries}>
          {alert.deliveries.map(delivery => (
            <li key={`${delivery.channel} ${delivery.recipient}`}>
              <span>
                {channelNames[delivery.channel]} to {delivery.recipient}
              </span>
              <DeliveryState state={delivery.state} />
              <span className={classes.dim}>
                {shownInstant(delivery.at, timeZone)}
                {delivery.attempts > 1 && `, ${delivery.attempts} attempts`}
                {delivery.answer !== null && `: ${delivery.answer}`}
              </span>
            </li>
          ))}
        </ul>
      )}
    </li>
  )
}
