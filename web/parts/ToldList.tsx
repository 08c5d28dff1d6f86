import { Deliveries, type ShownDelivery } from './Deliveries.tsx'
import { StatusPill } from './StatusPill.tsx'
import { shownInstant } from './times.ts'
import classes from './ToldList.module.css'
import { IconBellOff, IconBellRinging } from '@tabler/icons-react'

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

/** What concerned a person: whether they were told of it, why or why not, and how it went. */
export function ToldList({ entries, timeZone }: ToldListProps) {
  return (
    <ul className={classes.entries}>
      {entries.map(entry => (
        <Entry key={entry.id} entry={entry} timeZone={timeZone} />
      ))}
    </ul>
  )
}

function Entry({ entry, timeZone }: { entry: ToldOrNot; timeZone: string }) {
  return (
    <li className={classes.entry}>
      <div className={classes.head}>
        <StatusPill tone={entry.told ? 'info' : 'quiet'} icon={entry.told ? IconBellRinging : IconBellOff}>
          {entry.told ? 'Notified' : 'Not notified'}
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
