import classes from './AirUpdated.module.css'
import { timeAgo } from '#domain/units/time-ago'
import { shownClock } from '#web/parts/time/times.ts'

interface AirUpdatedProps {
  time: string
  /** Until when the reading is current. */
  freshUntil: string
  nowMs: number
  /** If set, also shows the time of day. */
  zone?: string
}

/** A reading's age in words, with a mark if it is old. */
export function AirUpdated({ time, freshUntil, nowMs, zone }: AirUpdatedProps) {
  const ms = Date.parse(time)
  const isOld = nowMs > Date.parse(freshUntil)
  return (
    <span className={classes.updated} data-old={isOld || undefined}>
      {isOld && 'Old: '}Updated {timeAgo(ms, nowMs) ?? 'N/A'}
      {zone !== undefined && `, ${shownClock(new Date(ms), zone)}`}
    </span>
  )
}
