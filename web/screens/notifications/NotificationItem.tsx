import classes from './Notifications.module.css'
import type { Notification } from '#contract/messages/notifications'
import { withoutSimulatedWords } from '#domain/messages/alert-message'
import { plainReason } from '#web/data/requests/failures.ts'
import { useForecastMessage } from '#web/data/messages/notifications.ts'
import { SafeHtml } from '#web/parts/page/SafeHtml.tsx'
import { SimulatedMark } from '#web/parts/page/SimulatedMark.tsx'
import { shownInstant } from '#web/parts/time/times.ts'
import { IconChevronRight } from '@tabler/icons-react'
import { useState } from 'react'
import { Link } from 'react-router'

/** Shows a message and its time. Clicking it shows the full text. */
export function NotificationItem({ told: notified }: { told: Notification }) {
  const [isOpen, setOpen] = useState(false)
  const { message, sentUtc, timeZone, eventType, correlationId, locationId, locationLabel, isSimulated } =
    notified
  const forecastId = isOpen && eventType === 'Proactive Forecast' ? correlationId : null
  const full = useForecastMessage(forecastId)
  const kind = eventType === 'Other' ? 'Message' : eventType
  return (
    <li>
      <button
        type="button"
        className={classes.row}
        aria-expanded={isOpen}
        onClick={() => setOpen(before => !before)}
      >
        <IconChevronRight size={18} aria-hidden />
        <span className={classes.message} data-open={isOpen || undefined}>
          {isSimulated && <SimulatedMark />}
          {/* Hidden once the full message is below it, so that the text does not appear twice. */}
          {!full.data && withoutSimulatedWords(message)}
        </span>
        <span className={classes.about}>
          <span>{[kind, locationLabel].filter(Boolean).join(' · ')}</span>
          <time dateTime={sentUtc}>{shownInstant(sentUtc, timeZone)}</time>
        </span>
      </button>
      {forecastId !== null && (
        <div className={classes.full}>
          <FullForecast full={full} />
        </div>
      )}
      {isOpen && locationId !== null && (
        <p className={classes.full}>
          <Link className={classes.where} to={`/?location=${locationId}`}>
            Show {locationLabel ?? 'the location'} on the dashboard
          </Link>
        </p>
      )}
    </li>
  )
}

type Full = Pick<ReturnType<typeof useForecastMessage>, 'data' | 'error'>

function FullForecast({ full }: { full: Full }) {
  if (full.error) return <p role="alert">{plainReason(full.error)}</p>
  if (!full.data) return <p role="status">Loading...</p>
  return (
    <>
      <h3>{full.data.headline}</h3>
      <SafeHtml html={full.data.message} />
    </>
  )
}
