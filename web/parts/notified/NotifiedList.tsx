import { Deliveries, type ShownDelivery } from './Deliveries.tsx'
import { StatusPill } from '#web/parts/page/StatusPill.tsx'
import { shownInstant } from '#web/parts/time/times.ts'
import classes from './NotifiedList.module.css'
import { becameOf } from '#domain/notifications/reachability'
import { IconAlertTriangle, IconArchive, IconBellOff, IconBellRinging } from '@tabler/icons-react'

interface ToldOrNot {
  readonly id: number
  readonly at: string
  readonly eventType: string
  readonly locationLabel: string | null
  readonly message: string
  readonly told: boolean
  readonly because: string
  readonly deliveries: readonly ShownDelivery[]
}

interface ToldListProps {
  entries: readonly ToldOrNot[]
  timeZone: string
}

/** Lists events that concerned a person: whether they were notified, why or why not, and the outcome. */
export function NotifiedList({ entries, timeZone }: ToldListProps) {
  return (
    <ul className={classes.entries}>
      {entries.map(entry => (
        <Entry key={entry.id} entry={entry} timeZone={timeZone} />
      ))}
    </ul>
  )
}

const shown = {
  told: { label: 'Notified', tone: 'info', icon: IconBellRinging },
  'not told': { label: 'Not notified', tone: 'quiet', icon: IconBellOff },
  kept: { label: 'Not sent', tone: 'quiet', icon: IconArchive },
  undelivered: { label: 'Not delivered', tone: 'bad', icon: IconAlertTriangle },
} as const

function Entry({ entry, timeZone }: { entry: ToldOrNot; timeZone: string }) {
  const states = entry.deliveries.map(({ state }) => state)
  const { label, tone, icon } = shown[becameOf(entry.told, states)]
  return (
    <li className={classes.entry}>
      <div className={classes.head}>
        <StatusPill tone={tone} icon={icon}>
          {label}
        </StatusPill>
        <time dateTime={entry.at} className={classes.dim}>
          {shownInstant(entry.at, timeZone)}
        </time>
      </div>
      <p className={classes.subject}>{[entry.eventType, entry.locationLabel].filter(Boolean).join(' · ')}</p>
      <p>{entry.message}</p>
      <p className={classes.dim}>{entry.because}</p>
      {entry.deliveries.length > 0 && (
        <div className={classes.deliveries}>
          <Deliveries deliveries={entry.deliveries} timeZone={timeZone} />
        </div>
      )}
    </li>
  )
}
