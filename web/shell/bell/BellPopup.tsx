import classes from './Bell.module.css'
import type { Notification } from '#contract/messages/notifications'
import { withoutSimulatedWords } from '#domain/messages/alert-message'
import { plainReason } from '#web/data/requests/failures.ts'
import { SimulatedMark } from '#web/parts/page/SimulatedMark.tsx'
import { shownShort } from '#web/parts/time/times.ts'
import { useNow } from '#web/parts/time/use-now.ts'
import { zoneAbbreviation } from '#web/parts/time/zones.ts'
import { Link } from 'react-router'

interface BellPopupProps {
  id: string
  timeZone: string
  /** Undefined while loading. */
  told: readonly Notification[] | undefined
  error: unknown
  onLeave: () => void
}

export function BellPopup({ id, timeZone, told: notified, error, onLeave }: BellPopupProps) {
  const now = useNow()
  return (
    <section id={id} className={classes.popup} aria-label="Recent notifications">
      <div className={classes.head}>
        <h2>Notifications</h2>
        <span>{zoneAbbreviation(timeZone, now)}</span>
      </div>
      {notified?.length === 0 && <p className={classes.empty}>No recent notifications.</p>}
      {!notified && <p className={classes.empty}>{error ? plainReason(error) : 'Loading...'}</p>}
      {notified && notified.length > 0 && (
        <ul>
          {notified.map(each => (
            <BellRow key={each.id} told={each} timeZone={timeZone} />
          ))}
        </ul>
      )}
      <Link to="/Notifications" className={classes.all} onClick={onLeave}>
        View All
      </Link>
    </section>
  )
}

function BellRow({ told: notified, timeZone }: { told: Notification; timeZone: string }) {
  return (
    <li>
      <p className={classes.message}>
        {notified.isSimulated && <SimulatedMark />}
        {withoutSimulatedWords(notified.message)}
      </p>
      <time dateTime={notified.sentUtc}>{shownShort(new Date(notified.sentUtc), timeZone)}</time>
    </li>
  )
}
